import { beforeAll, describe, type TestContext, test } from 'vitest'
import { catalog, chosenRules } from './catalog/catalog.ts'
import { bySection } from './catalog/sections.ts'
import { ContractError } from './http/contract-error.ts'
import { printableReport } from './reporters/reporter.ts'
import { violationText } from './reporters/sentences.ts'
import { type CheckOptions, checkContract, defaultTimeout } from './run/check-contract.ts'
import type { Report, RuleReport } from './run/report.ts'

type Later<Value> = Value | (() => Value | Promise<Value>)

/** The options of `checkContract`; what only a started server knows may be a function. */
export interface ContractTestOptions extends Omit<CheckOptions, 'url' | 'accounts'> {
  /** The deployment's address, or a function that is called in `beforeAll`, when a server of the tests has its port. */
  url: Later<string>
  /** The API key of each account by name, or a function like that of `url`. */
  accounts: Later<CheckOptions['accounts']>
}

/** The run ends by itself at `timeout`, with verdicts; the hook around it must not be first. */
const grace = 10_000
/** The accounts may be known only later. */
const longestTimeout = defaultTimeout(20)

/**
 * Makes a test of each rule, by section. They share one run of `checkContract`. A must that fails fails its test; a
 * violated should or assumed rule passes with an annotation; a skipped rule is skipped with its reason. One more test
 * fails when the run is undecided, see `Report.undecided`: a suite that checked too little is never green.
 *
 * @throws {ContractError} if `only` or `skip` names a rule that does not exist.
 *
 * @example
 * // contract.test.ts, against a server of the tests
 * let server: RunningServer
 * beforeAll(async () => {
 *   server = await startServer()
 * })
 * afterAll(() => server.close())
 *
 * contractTests({ url: () => server.url, accounts: () => ({ premium: server.apiKey }) })
 *
 * @example
 * // against a deployment, with a reason for what is known to be missing
 * contractTests({
 *   url: 'https://staging.feed.example',
 *   accounts: { premium: process.env.PHOTOFEED_KEY ?? '' },
 *   skip: { 'rss-dates': 'fixed by the next release' },
 * })
 */
export function contractTests(options: ContractTestOptions): void {
  const { timeout = longestTimeout } = options
  const { rules, skipped } = chosenRules(options)
  const chosen = catalog.filter((rule) => rules.includes(rule) || rule.id in skipped)

  describe('photofeed contract', () => {
    /** Where nothing could be checked, it throws the reason in each test. */
    let getReport: () => Report
    beforeAll(async () => {
      const { url, accounts } = options
      const run = { ...options, url: await resolved(url), accounts: await resolved(accounts) }
      try {
        const report = printableReport(await checkContract(run))
        getReport = () => report
      } catch (error) {
        if (!(error instanceof ContractError)) throw error
        const reason = failure(error.message)
        getReport = () => {
          throw reason
        }
      }
    }, timeout + grace)

    test('every must that the accounts make decidable is decided', () => {
      const { undecided } = getReport()
      if (undecided.length > 0) throw failure(undecidedText(undecided))
    })
    for (const { number, title, entries } of bySection(chosen)) {
      describe(`${number} ${title}`, () => {
        for (const { id, sentence } of entries)
          test(`${id}: ${sentence}`, (context) => tellVerdict(getReport(), id, context))
      })
    }
  })
}

function undecidedText(undecided: Report['undecided']): string {
  return undecided
    .flatMap(({ reason, rules }) => [
      reason,
      ...(rules.length > 0 ? [`  ${rules.join(', ')}`] : []),
    ])
    .join('\n')
}

async function tellVerdict(report: Report, id: string, context: TestContext): Promise<void> {
  const rule = report.rules.find((rule) => rule.id === id) as RuleReport
  if (rule.outcome === 'fail') throw failure(violationText(rule, report.url))
  if (/^(warning|accepted)$/.test(rule.outcome))
    return annotate(context, violationText(rule, report.url))
  if (rule.outcome !== 'pass') context.skip(rule.reason ?? undefined)
}

/** Vitest has annotations since 3.2. */
async function annotate(context: TestContext, message: string): Promise<void> {
  if (context.annotate) await context.annotate(message, 'warning')
  else console.warn(message)
}

function resolved<Value>(later: Later<Value>): Value | Promise<Value> {
  return typeof later === 'function' ? (later as () => Value | Promise<Value>)() : later
}

/** An error that reporters show as its message alone: the stack would lead into this package. */
function failure(message: string): Error {
  const error = new Error(message)
  error.stack = `${error.name}: ${message}`
  return error
}
