import { existsSync, readFileSync } from 'node:fs'
import { changesIn, filesWith } from './changes.ts'
import type { Step } from './steps.ts'

/** Tests that start the files of these folders as processes, so that they import none of them, and those that decide soonest. */
const decisive: readonly [changed: RegExp, tests: string][] = [
  [/^(core|openapi|graphql)\//, 'server/test/http mock-server/test/fidelity.test.ts'],
  [/^sdk\/src\//, 'sdk/test/runners'],
  [
    /^server\/(cli|src\/(cli|start|settings|operations))\//,
    'server/test/cli server/test/operations',
  ],
  [/^server\/(browser|src\/dashboard)\//, 'server/test/dashboard server/test/playground'],
  [
    /^server\/src\/(owners|mail)\//,
    'server/test/dashboard/limits.test.ts server/test/dashboard/sign-in.test.ts server/test/dashboard/settings.test.ts server/test/dashboard/feeds.test.ts',
  ],
  [/^server\/src\/stores\//, 'server/src/stores server/test/stores'],
  [/^server\/src\/(platform|stores\/engine)\//, 'server/test/operations/settings-wiring.test.ts'],
  [/^contract\/src\/(commands|reporters)\//, 'contract/test/cli'],
  [
    /^contract\/src\/(rules|judging|survey)\//,
    'contract/test/edges.test.ts contract/test/mutants.test.ts',
  ],
  [/^mock-server\/src\//, 'mock-server/test/fetch'],
  [/^mock-server\/src\/(cli|panel)\//, 'mock-server/test/cli mock-server/test/panel'],
  [
    /^element\/(src|options)/,
    'element/src/layouts/layouts.test.ts element/test/options.browser.test.ts element/test/display.browser.test.ts',
  ],
  [/^(sdk|element|mock-server|contract)\/src\//, 'docs/test/code-blocks.test.ts'],
  [/^(docs\/|.*\.mdx?$)/, 'docs/test scripts/generate'],
  [/^(openapi\/openapi\.yaml|graphql\/schema\.graphql)$/, 'openapi graphql core/src'],
  [/^(\.github|scripts|package\.json|.*\/package\.json)/, 'scripts'],
]
/** Tests of all rows of a table. They are never stopped: what a new row lacks is named nowhere else. */
const ofTables: readonly [table: string, tests: readonly string[]][] = [
  [
    'server/src/settings/settings.ts',
    [
      'server/test/dashboard/ends-of-settings.test.ts',
      'server/test/operations/settings-wiring.test.ts',
    ],
  ],
  ['element/options.ts', ['element/test/options.browser.test.ts']],
]
/** Compare the texts of all surfaces, in seconds. They read files, so that no import leads to them. */
const textTests =
  'docs/test/labels.test.ts docs/test/defaults.test.ts docs/test/facts.test.ts docs/test/names.test.ts docs/test/commands.test.ts docs/test/language.test.ts scripts/words.test.ts design/src/words.test.ts'
/** Milliseconds for the tests beside the unit tests. */
const testTime = 75_000
/** Milliseconds for the decisive ones among them, before the texts. */
const decisiveTime = 45_000

/** Names of pages have brackets, which a shell would read. */
export const quoted = (files: readonly string[]) => files.map((file) => `'${file}'`).join(' ')

/** Returns the ids of the checker's rules whose rows or judgments changed. */
function changedRules(): string[] {
  return changesIn('contract/src/rules/*.ts').flatMap(({ file, start, count }) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    const idOf = (line: string) => /^ {2,4}\[?'([a-z][a-z-]+)'[:,]/.exec(line)?.[1] ?? []
    const changed = lines.slice(start - 1, start - 1 + count).flatMap(idOf)
    // A change within a judgment: its id is above. What is above all rules serves any of them.
    const above = lines.slice(0, start).flatMap(idOf)
    return above.length > 0 ? [...above.slice(-1), ...changed] : lines.flatMap(idOf)
  })
}

const vitest =
  'vitest --run --passWithNoTests --reporter=default --reporter=./scripts/verify/failures.ts'

/** Finds former texts and words in sources. */
export const words: Step = {
  name: 'words',
  command: `${vitest} --mode unit design/src/words.test.ts`,
}

/** Compares the texts of all surfaces. */
export const texts: Step = { name: 'texts', command: `${vitest} ${textTests}` }

/** The tests of the behavior of files, those that decide soonest first. */
export function testsOf(files: readonly string[]) {
  const sources = files.filter(
    (file) => /\.(ts|tsx|js|mjs|css|json)$/.test(file) && existsSync(file),
  )
  const folders = decisive.flatMap(([changed, tests]) =>
    files.some((file) => changed.test(file)) ? tests.split(' ') : [],
  )
  const unit = { name: 'unit tests', command: `${vitest} --mode unit related ${quoted(sources)}` }
  const started = {
    name: 'decisive tests',
    command: `${vitest} ${[...new Set(folders)].join(' ')}`,
    limit: decisiveTime,
  }
  const importing = {
    name: 'tests that import it',
    command: `${vitest} --project node --project browser --exclude '*/src/**' --exclude '{core,design}/**' related ${quoted(sources)}`,
    limit: testTime,
  }
  return {
    unit: sources.length > 0 ? [unit] : [],
    started: folders.length > 0 ? [started] : [],
    importing: sources.length > 0 ? [importing] : [],
  }
}

/** The tests among files that run apart: no unit tests, which run at once, and none of `npm run test:long`. */
const separate = (files: readonly string[]) =>
  files.filter(
    (file) => /\.test\.ts$/.test(file) && !/\.long\.|\/src\//.test(file) && existsSync(file),
  )

/** The tests among changed files, and those of a changed table. They are never stopped: their author waits for the result. */
export function changedTests(files: readonly string[]): Step[] {
  const tables = ofTables.flatMap(([table, tests]) => (files.includes(table) ? tests : []))
  const own = [...new Set([...separate(files), ...tables])]
  return own.length === 0 ? [] : [{ name: 'changed tests', command: `${vitest} ${quoted(own)}` }]
}

/** Returns the tests that have a text that was taken out of the sources. */
function testsOfFormerTexts(): string[] {
  const texts = changesIn('*.ts', ':!*.test.ts').flatMap(({ before, after }) => {
    const now = after.join('\n')
    const literals = before.flatMap(
      (line) => line.match(/(?<=['`>])[A-Z][^'`<>$]{7,}(?=['`<])/g) ?? [],
    )
    return literals.filter((text) => !now.includes(text))
  })
  return texts.length === 0 ? [] : filesWith(texts, '*.test.ts')
}

/** Returns the steps that test changed files. */
export function tests(files: readonly string[]): Step[] {
  const { unit, started, importing } = testsOf(files)
  const rules = [...new Set(changedRules())]
  const former = testsOfFormerTexts().filter((file) => !files.includes(file))
  const late = former.filter((file) => file.includes('.long.'))
  if (late.length > 0) console.log(`– long tests with a text that changed: ${late.join(', ')}`)
  const broken = {
    name: 'mutants of the changed rules',
    command: `CHANGED_RULES='${rules.join(' ')}' ${vitest} --project node contract/test/mutants.test.ts -t ': (${rules.join('|')}): '`,
    limit: testTime,
  }
  const ofFormer = separate(former)
  const formerTests = {
    name: 'tests with a text that changed',
    command: `${vitest} ${quoted(ofFormer)}`,
    limit: decisiveTime,
  }
  return [
    ...[...unit, ...changedTests(files), ...(ofFormer.length > 0 ? [formerTests] : [])],
    ...(rules.length > 0 ? [broken] : []),
    // What a label was called may be in any text.
    ...(files.some((file) => /labels\.ts$/.test(file)) ? [texts, ...started] : [...started, texts]),
    ...importing,
  ]
}
