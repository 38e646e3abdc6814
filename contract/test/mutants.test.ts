import { expect, test } from 'vitest'
import { scope } from '../../test-support/scope.ts'
import { catalog } from '../src/catalog/catalog.ts'
import type { RuleReport } from '../src/run/report.ts'
import { isViolated } from '../src/run/result.ts'
import { accountOptions, checked, mutated } from './cli/in-process.ts'
import { mutants } from './mutants/index.ts'
import type { Mutant } from './mutants/mutant.ts'
import { nearHits, nearMisses } from './mutants/near-misses.ts'
import { remembered } from './mutants/remembered.ts'
import { mockOfFile } from './support/conforming-server.ts'

/** These accounts make every rule decidable and each mutant visible. `npm run test:long` adds those of every other state. */
const fewest = [
  ...['premium', 'free', 'refreshing-token', 'invalid-token', 'free-invalid-token'],
  ...['null-profile', 'importing', 'disconnected', 'server-error'],
]

const server = await mockOfFile()
const accounts =
  scope === 'long'
    ? server.accounts
    : Object.fromEntries(fewest.map((name) => [name, server.key(name)]))
const conforming = remembered((request) => fetch(request))

const kinds = new Map(catalog.map(({ id, kind }) => [id, kind]))
const listed = (some: readonly Mutant[]) =>
  some.map((mutant) => [mutant.breaks, mutant.defect, mutant] as const)

/** The rules that `npm run verify` found changed: it runs all of their mutants. */
const changed = process.env.CHANGED_RULES?.split(' ') ?? []

/** Those that break rules of a kind: in `npm test` one of so many, whichever others there are; in `npm run test:long` each. */
function someOf(kind: 'request' | 'response', of: number) {
  return mutants
    .filter(({ breaks }) => kinds.get(breaks) === kind)
    .filter(
      ({ breaks, defect }) =>
        scope === 'long' || changed.includes(breaks) || defect.length % of === 0,
    )
}

/** Breaks of rules that send requests: these rules find them without the others. */
const ofRequests = someOf('request', 5)

test.for(listed(ofRequests))('a rule alone finds the defect: %s: %s', async ([, , mutant]) => {
  const { code, failed } = await check(mutant, ['--only', mutant.breaks, '--fail-on', 'assumed'])
  expect(code).toBe(1)
  expect(failed).toEqual([mutant.breaks])
})

/** Breaks of rules about every response of a run. A run takes seconds. */
const ofResponses = someOf('response', 48)

test.for(listed(ofResponses))(
  'a server with one defect fails with the rule about it: %s: %s',
  async ([, , mutant]) => {
    const { code, failed } = await check(mutant)
    expect(code).toBe(1)
    expect(failed).toContain(mutant.breaks)
  },
)

/** Sends one value of each rule in each run, and returns those for which `isWrong` is true of what the rule says. */
async function wronglyJudged(
  values: typeof nearMisses,
  isWrong: (rule: RuleReport | undefined) => boolean,
): Promise<string[]> {
  const runs = Math.max(...Object.values(values).map(({ length }) => length))
  // Errors, and the feed, whatever rules there are.
  const ids = [...Object.keys(values), 'unknown-paths', 'rss-is-rss-2']
  const only = ids.flatMap((id) => ['--only', id])
  const wrong: string[] = []
  for (let run = 0; run < runs; run += 1) {
    const sent = Object.entries(values).flatMap(([breaks, { [run]: handle }]) =>
      handle ? [{ breaks, defect: `value ${run}`, handle }] : [],
    )
    const { report } = await checked([server.url, ...accountOptions(accounts), ...only], {
      fetch: mutated(...sent),
    })
    const judged = (rule: string) => report.rules.find(({ id }) => id === rule)
    for (const { breaks, defect } of sent)
      if (isWrong(judged(breaks))) wrong.push(`${breaks}: ${defect}, ${judged(breaks)?.outcome}`)
  }
  return wrong
}

test('a value that is wrong by the least breaks the rule about it', async () => {
  const isMissed = (rule?: RuleReport) => !rule || !isViolated(rule.outcome)
  expect(await wronglyJudged(nearMisses, isMissed)).toEqual([])
})

test('a value that is right by the least passes the rule about it', async () => {
  const isRejected = (rule?: RuleReport) => rule?.outcome !== 'pass'
  expect(await wronglyJudged(nearHits, isRejected)).toEqual([])
})

const hinted: Readonly<Record<string, RegExp>> = {
  'requests at the same time share a key': /^Sent again alone/,
  'pages at the same time share their pagination': /^Sent again alone/,
  'post reads any account': /^(?!Sent again)/,
  'a cache leaves out the variables': /^It is an earlier page again/,
  'a page begins with the last post of the one before': /^It begins with the last post/,
  'a page that prevCursor led to has no nextCursor': /whose prevCursor led here/,
}

test.for(listed(mutants.filter(({ defect }) => defect in hinted)))(
  'what a request alone does not show has a hint that says so: %s: %s',
  async ([breaks, defect, mutant]) => {
    const { report } = await check(mutant, ['--only', breaks])
    expect(report.rules[0]?.hint ?? '').toMatch(hinted[defect] as RegExp)
  },
)

test('the server without a defect passes every rule', async () => {
  const { code, report } = await checked([server.url, ...accountOptions(accounts)])
  expect(code).toBe(0)
  expect(report.rules.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
})

test('every must has a mutant that breaks it, and every mutant breaks a rule', () => {
  const broken = new Set(mutants.map(({ breaks }) => breaks))
  expect([...broken].filter((id) => !kinds.has(id))).toEqual([])
  const unproven = catalog.filter(({ level, id }) => level === 'must' && !broken.has(id))
  expect(unproven.map(({ id }) => id)).toEqual([])
})

async function check(mutant: Mutant, options: readonly string[] = []) {
  const { code, report } = await checked([server.url, ...accountOptions(accounts), ...options], {
    fetch: (input, init) => mutant.handle(new Request(input, init), conforming),
  })
  return {
    ...{ code, report },
    failed: report.rules.filter(({ outcome }) => isViolated(outcome)).map(({ id }) => id),
  }
}
