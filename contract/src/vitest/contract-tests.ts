import { beforeAll, describe, type TestContext, test } from 'vitest'
import { catalogue } from '../rules/catalogue.ts'
import { bySection } from '../rules/sections.ts'
import type { CheckOptions } from '../run/check-contract.ts'
import type { Report, RuleReport } from '../run/report.ts'
import { brokenRule } from './broken-rule.ts'
import { failure } from './failure.ts'
import { type GetReport, runOnce } from './run-once.ts'

type Later<Value> = Value | (() => Value | Promise<Value>)

/** The options of `checkContract`; what only a started server knows may be a function. */
export interface ContractTestOptions extends Omit<CheckOptions, 'url' | 'keys'> {
  /** The deployment's address, or a function that is called in `beforeAll`, when a server of the tests has its port. */
  url: Later<string>
  /** One key or more, or a function like that of `url`. */
  keys: Later<readonly string[]>
}

/** The run ends by itself at `timeout`, with verdicts; the hook around it must not be first. */
const grace = 10_000

/**
 * Makes a test of each rule, by section. They share one run of `checkContract`. A broken must fails its test; a broken
 * should or assumed rule passes with an annotation; a rule that could not be decided is skipped with the reason. One more
 * test fails when no must was decided, so that a suite which checked nothing is never green.
 *
 * @example
 * // contract.test.ts, against a server of the tests
 * let server: RunningServer
 * beforeAll(async () => {
 *   server = await startServer()
 * })
 * afterAll(() => server.close())
 *
 * contractTests({ url: () => server.url, keys: () => [server.apiKey] })
 *
 * @example
 * // against a deployment, with a reason for what is known to be missing
 * contractTests({
 *   url: 'https://staging.feed.example',
 *   keys: [process.env.PHOTOFEED_KEY ?? ''],
 *   skip: { 'rss-dates': 'fixed by the next release' },
 * })
 */
export function contractTests(options: ContractTestOptions): void {
  const { only, skip = {}, timeout = 60_000 } = options
  const chosen = catalogue.filter(({ id }) => !only || only.includes(id) || id in skip)

  describe('photofeed contract', () => {
    let getReport: GetReport
    beforeAll(async () => {
      getReport = await runOnce({
        ...options,
        url: await resolved(options.url),
        keys: await resolved(options.keys),
      })
    }, timeout + grace)

    test('at least one must is decided', () => {
      const musts = getReport().rules.filter(({ level }) => level === 'must')
      if (musts.some(({ outcome }) => outcome === 'pass' || outcome === 'fail')) return
      throw failure(
        'No must was decided, so these tests say nothing about the deployment. Those that were skipped tell what they need.',
      )
    })
    for (const { number, title, entries } of bySection(chosen)) {
      describe(`${number} ${title}`, () => {
        for (const { id, sentence } of entries)
          test(`${id}: ${sentence}`, (context) => tellVerdict(getReport(), id, context))
      })
    }
  })
}

async function tellVerdict(report: Report, id: string, context: TestContext): Promise<void> {
  const rule = report.rules.find((rule) => rule.id === id) as RuleReport
  if (rule.outcome === 'fail') throw failure(brokenRule(rule, report))
  if (rule.outcome === 'notice') return annotate(context, brokenRule(rule, report))
  if (rule.outcome !== 'pass') context.skip(rule.reason ?? undefined)
}

/** Vitest has annotations since 3.2. */
async function annotate(context: TestContext, message: string): Promise<void> {
  if (context.annotate) await context.annotate(message, 'notice')
  else console.warn(message)
}

function resolved<Value>(later: Later<Value>): Value | Promise<Value> {
  return typeof later === 'function' ? (later as () => Value | Promise<Value>)() : later
}
