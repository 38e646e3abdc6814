import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resolve } from '../src/judging/definition.ts'
import { instrument, type Mutant } from './core-mutants/instrument.ts'
import { type Fate, MutantRunner, spread } from './core-mutants/run.ts'

/** Of more than a thousand, so that the test takes some minutes. */
const sampleSize = 150
/** In percent: of the mutants that change a response, and are not in a place that the specification leaves open. */
const leastFound = 95
/** Of those in the code of GraphQL, counted with warnings: what the schema has beyond section 4.2 is assumed. */
const leastFoundInGraphql = 90

type Place = readonly [file: string, part: string]

/** Code about what the specification leaves open: a file of core, and what the line contains. */
// biome-ignore format: a row for each place
const openPlaces = [
  // Section 4: the shape of an item is not shown. Other rules are about what RSS 2.0 requires.
  ['rss', ''], ['xml', ''],
  // Limits, validators and read-only queries are choices of photofeed.
  ['graphql/cost', ''], ['graphql/graphql', 'limits.'], ['graphql/graphql', 'isLong'], ['graphql/operation', 'read-only'],
  ['graphql/operation', 'OperationTypeNode.QUERY'], ['handle', 'URI_TOO_LONG'], ['respond', 'toString(16)'], ['respond', 'weakEtag('], ['respond', 'let etags'],
  ['respond', 'text.length'],
  ['graphql/graphql', "=== 'GET'"],
  // So are the path /api, hours after 23, the columns of orderBy, a `first` below 1, arguments for dates, and what GraphQL has beyond section 4.2:
  // `sizes`, `children` and `comments`.
  ['handle', "path === '/api'"], ['timestamp', 'Number(hours) > 23'], ['graphql/resolvers', 'clause.'], ['graphql/resolvers', 'first'],
  ['graphql/resolvers', 'text == null'], ['graphql/resolvers', 'readOrder('], ['graphql/resolvers', '(!sizes)'],
  ['graphql/resolvers', 'size.minimum'], ['graphql/resolvers', 'sizes: sizes'], ['graphql/resolvers', 'children.map'], ['graphql/resolvers', 'comments.map'],
  // Wordings are a `should`.
  ['graphql/resolvers', '.replace('], ['problems', '.replace('], ['graphql/operation', 'The request'], ['graphql/resolvers', 'Validation failed'],
] as const satisfies Place[]

/** Those of GraphQL that no rule is about, of any level. */
const limitPlaces = openPlaces.filter(
  ([name, part]) =>
    ['graphql/cost', 'graphql/graphql', 'graphql/operation'].includes(name) || part === '.replace(',
)

function isOpen({ file, line }: Mutant, places: readonly Place[] = openPlaces): boolean {
  const lines = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split('\n')
  const isIn = ([name, part]: Place) =>
    file === `core/src/${name}.ts` && lines[line - 1]?.includes(part)
  return places.some(isIn) || isInAssumedFilter(lines.slice(0, line))
}

/** Whether the last of these lines is in a filter beyond the specification, a constant of `core/src/query.ts`. */
function isInAssumedFilter(lines: string[]): boolean {
  const start = lines.findLast((text) => /^(const|export|function) /.test(text)) ?? ''
  const [, first = '', others = ''] = /^const (\w)(\w+): Filter</.exec(start) ?? []
  const found = resolve(`#/components/parameters/Filter${first.toUpperCase()}${others}`)
  return found !== null && 'x-assumed' in found.node
}

async function prepare() {
  const instrumented = await instrument()
  const runner = new MutantRunner(instrumented)
  await runner.prepare()
  return { runner, mutants: instrumented.mutants.filter(({ isStatic }) => !isStatic) }
}

test('a run fails for mutants of core behind the mock', { timeout: 3_600_000 }, async () => {
  const { runner, mutants } = await prepare()
  expect((await runner.check(null)).failed).toEqual([])
  const fates: Fate[] = []
  for (const mutant of spread(mutants, sampleSize))
    if (!isOpen(mutant)) fates.push(await runner.judge(mutant))
  expect(share(fates, ({ isFailure }) => isFailure)).toBeGreaterThan(leastFound)
})

test('a run names mutants of GraphQL', { timeout: 3_600_000 }, async () => {
  const { runner, mutants } = await prepare()
  const ofGraphql = mutants.filter(
    (mutant) => mutant.file.includes('/graphql/') && !isOpen(mutant, limitPlaces),
  )
  const fates: Fate[] = []
  for (const mutant of spread(ofGraphql, sampleSize / 2)) fates.push(await runner.judge(mutant))
  expect(share(fates, ({ fate }) => fate === 'killed')).toBeGreaterThan(leastFoundInGraphql)
})

/** The percentage of the visible ones that are found. */
function share(fates: readonly Fate[], isFound: (fate: Fate) => boolean): number {
  const visible = fates.filter(({ fate }) => fate !== 'invisible')
  const survivors = visible.filter((fate) => !isFound(fate))
  console.log(survivors.map(({ mutant }) => `${mutant.file}:${mutant.line} ${mutant.replacement}`))
  expect(visible.length).toBeGreaterThan(25)
  return 100 * (1 - survivors.length / visible.length)
}
