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
  const command = `stryker run scripts/stryker.json --mutate ${lines.join(',')}`
  if (lines.length > 0) await run({ name: 'mutants', command, isLive: true })
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
    if (passed) unguarded.push(shown(change, passed))
  }
  const end = `${tried} of ${changes.length} changes undone in turn, ${((Date.now() - began) / 1000).toFixed(0)} s`
  if (unguarded.length === 0) return console.log(`✓ ${end}: tests fail without each`)
  console.log(`– ${end}. Tests pass without these, so that none guards them:`)
  for (const text of unguarded) console.log(text)
}

/** Returns the names of the tests that pass without the change; null if some fail. */
async function passedWithout(change: Change, copy: string): Promise<string | null> {
  const { unit, started, importing } = testsOf([change.file])
  const steps = [...unit, ...(started.length > 0 ? started : importing)]
  for (const step of steps) {
    const isPassed = await whileUndone(change, copy, () => passes(step, copy))
    // A test that fails in any copy says nothing.
    if (!isPassed && (await passes(step, copy))) return null
  }
  return steps.map(({ name }) => name).join(', ')
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
