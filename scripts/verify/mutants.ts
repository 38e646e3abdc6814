import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyRepository } from '../../test-support/repository-copy.ts'
import { type Change, changesIn } from './changes.ts'
import { ended, run, type Step } from './steps.ts'
import { testsOf } from './tests.ts'

/** What decides how something behaves: no test, and nothing generated. */
const behavior = [
  '*.ts',
  '*.tsx',
  '*.js',
  '*.mjs',
  'openapi/openapi.yaml',
  'graphql/schema.graphql',
  ...['*.test.ts', '*/test/*', '*/generated/*', 'docs/*', 'examples/*', 'scripts/*'].map(
    (pattern) => `:!${pattern}`,
  ),
  ':!test-support/*',
]
/** Milliseconds after which no further change is undone. */
const undoTime = 240_000

/** Prints the changes without which the tests pass too, and the ways to break a changed line that no unit test notices. */
export async function showMutants(): Promise<void> {
  await showUndone(changesIn(...behavior).filter(isOfBehavior))
  const lines = changesIn('*/src/**.ts', ':!*.test.ts', ':!*/generated/*')
    .filter(({ count }) => count > 0)
    .map(({ file, start, count }) => `${file}:${start}-${start + count - 1}`)
  if (lines.length > 0) await showBroken(lines)
}

/** What is read of a report of Stryker. */
interface MutantReport {
  files: Record<string, { mutants: Mutant[] }>
  testFiles: Record<string, { tests: { id: string; name: string }[] }>
}

interface Mutant {
  status: string
  replacement: string
  location: { start: { line: number; column: number } }
  coveredBy?: string[]
}

async function showBroken(lines: readonly string[]): Promise<void> {
  const command = `stryker run scripts/stryker.json --mutate ${lines.join(',')}`
  if (!(await run({ name: 'changed lines broken in turn', command }))) return
  const report: MutantReport = JSON.parse(readFileSync('reports/mutants.json', 'utf8'))
  const tests = Object.values(report.testFiles).flatMap((file) => file.tests)
  for (const [file, { mutants }] of Object.entries(report.files)) {
    for (const { status, replacement, location, coveredBy = [] } of mutants) {
      if (status !== 'Survived') continue
      const { line, column } = location.start
      const ran = tests.filter(({ id }) => coveredBy.includes(id)).map(({ name }) => name)
      console.log(`  ${file}:${line}:${column} may be ${replacement}, in these tests too:`)
      for (const name of ran.slice(0, 3)) console.log(`    ${name}`)
    }
    const idle = mutants.filter(({ status }) => status === 'NoCoverage')
    const idleLines = [...new Set(idle.map(({ location }) => location.start.line))]
    if (idleLines.length > 0)
      console.log(`  ${file}: no unit test runs line ${idleLines.join(', ')}`)
  }
}

/** Undoes each change in a copy of the repository. A change that no test misses is one that no test guards. */
async function showUndone(changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const began = Date.now()
  const copy = mkdtempSync(join(tmpdir(), 'photofeed-'))
  // Ctrl+C ends the process at once.
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  await copyRepository(copy)
  const unguarded: string[] = []
  let tried = 0
  for (const change of changes) {
    if (Date.now() - began > undoTime) break
    tried += 1
    const passed = await passedWithout(change, copy)
    if (passed !== null) unguarded.push(shown(change, passed))
  }
  const end = `${tried} of ${changes.length} changes undone in turn, ${((Date.now() - began) / 1000).toFixed(0)} s`
  if (unguarded.length === 0) return console.log(`✓ ${end}: tests fail without each`)
  console.log(`– ${end}. Tests pass without these, so that none guards them:`)
  for (const text of unguarded) console.log(text)
}

/** Returns the names of the tests that pass without the change; null if some fail. */
async function passedWithout(change: Change, copy: string): Promise<string | null> {
  const { unit, started, importing } = testsOf([change.file])
  const passed: string[] = []
  for (const step of [...unit, ...(started.length > 0 ? started : importing)]) {
    if (await whileUndone(change, copy, () => passes(step, copy))) passed.push(step.name)
    // Tests that fail in any copy say nothing.
    else if (await passes(step, copy)) return null
  }
  return passed.join(', ')
}

async function whileUndone<Result>(
  { file, start, count, before }: Change,
  copy: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n')
  lines.splice(count > 0 ? start - 1 : start, count, ...before)
  const write = async (content: string) => {
    writeFileSync(path, content)
    if (!/\.[jt]sx?$/.test(file)) await ended({ name: '', command: 'npm run generate', cwd: copy })
  }
  await write(lines.join('\n'))
  try {
    return await work()
  } finally {
    await write(text)
  }
}

async function passes(step: Step, cwd: string): Promise<boolean> {
  return (await ended({ ...step, cwd })).isPassed
}

function isOfBehavior({ before, after }: Change): boolean {
  return [...before, ...after].some((line) => !/^\s*(\/\/|\/?\*|#|import |$)/.test(line))
}

function shown({ file, start, before, after }: Change, passed: string): string {
  const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)]
  const more = lines.length > 6 ? ['…'] : []
  return [
    `  ${file}:${start} (${passed})`,
    ...[...lines.slice(0, 6), ...more].map((line) => `    ${line}`),
  ].join('\n')
}
