import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyRepository } from '../../test-support/repository-copy.ts'
import { type Change, changedFiles, changesIn } from './changes.ts'
import { ended, run } from './steps.ts'
import { changedTests, testsOf, texts, words } from './tests.ts'

/** What decides how something behaves: no test, and nothing generated. */
const behavior = [
  ...['*.ts', '*.tsx', '*.js', '*.mjs', 'openapi/openapi.yaml', 'graphql/schema.graphql'],
  // Who says a label imports it: `changeset:check` guards its text.
  ...['*.test.ts', '*/test/*', '*/generated/*', '*labels.ts'].map((pattern) => `:!${pattern}`),
  ...['docs', 'examples', 'scripts', 'test-support'].map((folder) => `:!${folder}/*`),
]
/** What people read, but for what is generated and what records the past. */
const prose = [
  ...['*.md', '*.mdx'],
  ...['docs/rules.md', 'docs/settings.md', 'docs/decisions/*', '*CHANGELOG.md', '.changeset/*'].map(
    (pattern) => `:!${pattern}`,
  ),
]
const isProse = ({ file }: Change) => /\.mdx?$/.test(file)
/** Whether the documentation says it too. */
const isSaid = ({ file }: Change) => /\.(mdx?|yaml)$/.test(file)
/** Milliseconds after which no further change is undone. */
const undoTime = 240_000

/**
 * Prints the changes without which the tests pass too, and the ways to break a changed line that no unit test notices.
 * Returns whether lines could be broken.
 */
export async function showMutants(): Promise<boolean> {
  await showUndone([...changesIn(...behavior), ...changesIn(...prose)])
  const lines = changesIn('*/src/**.ts', ':!*.test.ts', ':!*/generated/*')
    .filter(({ count }) => count > 0)
    .map(({ file, start, count }) => `${file}:${start}-${start + count - 1}`)
  return lines.length === 0 || showBroken(lines)
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

async function showBroken(lines: readonly string[]): Promise<boolean> {
  const command = `stryker run scripts/stryker.json --mutate ${lines.join(',')}`
  if (!(await run({ name: 'changed lines broken in turn', command }))) return false
  const report: MutantReport = JSON.parse(readFileSync('reports/mutants.json', 'utf8'))
  const tests = Object.values(report.testFiles).flatMap((file) => file.tests)
  for (const [file, { mutants }] of Object.entries(report.files)) {
    for (const { status, replacement, location, coveredBy = [] } of mutants) {
      if (status !== 'Survived') continue
      const { line, column } = location.start
      const ran = tests.filter(({ id }) => coveredBy.includes(id)).map(({ name }) => name)
      const tested = ran.length > 0 ? ', in these tests too:' : ': no test is known to run it'
      console.log(`  ${file}:${line}:${column} may be ${replacement}${tested}`)
      for (const name of ran.slice(0, 3)) console.log(`    ${name}`)
    }
    const idle = mutants.filter(({ status }) => status === 'NoCoverage')
    const idleLines = [...new Set(idle.map(({ location }) => location.start.line))]
    if (idleLines.length > 0)
      console.log(`  ${file}: no unit test runs all of line ${idleLines.join(', ')}`)
  }
  return true
}

/** Undoes changes in a copy of the repository: all, those of each file, each alone. What no test misses is guarded by none. */
async function showUndone(changes: readonly Change[]): Promise<void> {
  const files = [...new Set(changes.map(({ file }) => file))]
  const ofFiles = files.map((name) => changes.filter(({ file }) => file === name))
  const sets = [changes, ...ofFiles, ...changes.map((change) => [change])].filter((set) =>
    set.some(isTestable),
  )
  if (sets.length === 0) return
  const began = Date.now()
  const copy = mkdtempSync(join(tmpdir(), 'photofeed-'))
  // Ctrl+C and `kill` end the process at once.
  process.once('SIGTERM', () => process.exit(143))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  await copyRepository(copy)
  const guarded: (readonly Change[])[] = []
  const unguarded: (readonly Change[])[] = []
  /** Those for which not all tests had time. */
  const undecided = new Set<Change>()
  let untried = 0
  for (const [index, set] of sets.entries()) {
    if (Date.now() - began > undoTime) {
      untried = sets.length - index
      break
    }
    const isKnown = [...unguarded, ...guarded.filter(({ length }) => length === set.length)].some(
      (other) => set.every((change) => other.includes(change)),
    )
    if (isKnown) continue
    const { isGuarded, isStopped } = await testsWithout(set, copy)
    if (isGuarded) guarded.push(set)
    else unguarded.push(set)
    if (isStopped) for (const change of set) undecided.add(change)
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(0)
  const time = `${seconds} s${untried > 0 ? `, ${untried} not tried` : ''}`
  if (unguarded.length === 0)
    return console.log(`✓ changes undone in turn, ${time}: each is noticed`)
  console.log(`– changes undone, ${time}. Tests pass without these, so that none guards them:`)
  for (const change of unguarded.flat())
    console.log(`${shown(change)}${undecided.has(change) ? '\n    (some tests had no time)' : ''}`)
}

async function testsWithout(changes: readonly Change[], copy: string) {
  const { unit, started, importing } = testsOf(changes.map(({ file }) => file))
  const ofBehavior = [
    ...[...unit, ...changedTests(changedFiles())],
    ...(started.length > 0 ? started : importing),
  ]
  let isStopped = false
  for (const step of [
    changes.some(isSaid) ? texts : words,
    ...(changes.every(isProse) ? [] : ofBehavior),
  ]) {
    const undone = await whileUndone(changes, copy, () => ended({ ...step, cwd: copy }))
    isStopped ||= undone.isStopped
    // Tests that fail in any copy say nothing.
    if (!undone.isPassed && (await ended({ ...step, cwd: copy })).isPassed)
      return { isGuarded: true, isStopped: false }
  }
  return { isGuarded: false, isStopped }
}

async function whileUndone<Result>(
  changes: readonly Change[],
  copy: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const files = [...new Set(changes.map(({ file }) => file))]
  const texts = new Map(files.map((file) => [file, readFileSync(join(copy, file), 'utf8')]))
  const write = async (textOf: (file: string, text: string) => string) => {
    for (const [file, text] of texts) writeFileSync(join(copy, file), textOf(file, text))
    if (files.some((file) => /\.(yaml|graphql)$/.test(file)))
      await ended({ name: '', command: 'npm run generate', cwd: copy })
  }
  await write((name, text) => {
    const lines = text.split('\n')
    // From the end, so that the numbers of the lines above stay.
    for (const { start, count, before } of changes.filter(({ file }) => file === name).toReversed())
      lines.splice(count > 0 ? start - 1 : start, count, ...before)
    return lines.join('\n')
  })
  try {
    return await work()
  } finally {
    await write((_, text) => text)
  }
}

/** No code: a comment, an import, or a member of a type, which has no comma behind it; the compiler guards that one. */
const noCode =
  /^\s*(\/\/|\/?\*|#|import |$|(readonly )?\w+\??: (string|number|boolean|'\w+'|[A-Z]\w*)(\[\])?( \| [\w']+)*$)/

/** Whether a test could tell it: code that runs, or a sentence with a number, a name or a label. */
function isTestable(change: Change): boolean {
  const lines = [...change.before, ...change.after]
  // Sizes are written by `npm run generate:built`.
  if (isProse(change))
    return lines.some((line) => /[`\d]|\*\*|<Label/.test(line) && !/ kB \|$/.test(line))
  return lines.some((line) => !noCode.test(line))
}

function shown({ file, start, before, after }: Change): string {
  const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)]
  const more = lines.length > 6 ? ['…'] : []
  return [
    `  ${file}:${start}`,
    ...[...lines.slice(0, 6), ...more].map((line) => `    ${line}`),
  ].join('\n')
}
