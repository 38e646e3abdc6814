import { routes } from '@photofeed/openapi'
import { chosenRules } from '../catalog/catalog.ts'
import { createClient } from '../http/client.ts'
import { ContractError } from '../http/contract-error.ts'
import { probes, samples } from '../rules/probes.ts'
import { surveyAll } from '../survey/survey.ts'
import { type Acceptances, assertAcceptances } from './accept.ts'
import { type AccountReport, accountReports, type Report, reportOf } from './report.ts'
import { runRules } from './run-rules.ts'
import { Session } from './session.ts'

export interface CheckOptions {
  /** The deployment's address, without the path of an endpoint: https://feed.example. */
  url: string
  /**
   * The API key of each account, by a name of your choice: `{ premium: '…', free: '…' }`. Accounts of different plans and
   * states let more rules be decided. Reports contain the names.
   */
  accounts: Readonly<Record<string, string>>
  /** Only these rules: ids, patterns like `graphql-*`, or sections like `4.1` with those below it. */
  only?: readonly string[]
  /** Rules to skip, named like those of `only`, each with the reason that the report contains. */
  skip?: Readonly<Record<string, string>>
  /** Deviations that are known, by the id of the rule. It still runs, and fails once it passes, differs in another way, or the day is over. */
  accept?: Acceptances
  /**
   * Names of accounts or sections: the run is undecided unless each required rule about them was tested. A section, like `4.1`, includes
   * those below it. An account called premium, free, broken, disconnected or failing must be of that kind.
   */
  require?: readonly string[]
  /** Sent with every request to the deployment, like `Authorization`; reports contain no value. */
  headers?: Readonly<Record<string, string>>
  /** Requests at the same time, 6 by default. */
  concurrency?: number
  /** Milliseconds between the starts of two requests, 0 by default. */
  delay?: number
  /** At most so many requests, 1,000 for each account by default. First each rule is judged for one account, then for the others. */
  maxRequests?: number
  /** Milliseconds for the whole run, by default 60,000, and 20,000 more for each account after the first. */
  timeout?: number
  /** In the place of the global `fetch`. */
  fetch?: typeof fetch
  /** Called after the survey and after each rule. */
  onProgress?(progress: Progress): void
}

export interface Progress {
  accounts: readonly AccountReport[]
  done: number
  of: number
  requests: number
}

/** Of `CheckOptions`, and of the command. */
export const defaults = {
  concurrency: 6,
  maxRequests: 1000,
  timeout: 60_000,
  timeoutOfFurther: 20_000,
}

/** A single request may take so long, in milliseconds, and never longer than the run. */
const requestTimeout = 10_000

/**
 * Checks a deployment against every rule that the given keys let it decide. It only reads.
 *
 * @example
 * const report = await checkContract({ url: 'https://feed.example', accounts: { premium: process.env.PHOTOFEED_KEY ?? '' } })
 * report.verdict // 'passed' when the deployment conforms to the contract
 *
 * @throws {ContractError} when an option is wrong (`usage`), the deployment cannot be reached or is something else
 * (`unreachable`), or no key reads an account (`undecided`).
 */
export async function checkContract(options: CheckOptions): Promise<Report> {
  const count = Object.keys(options.accounts).length
  const { maxRequests = defaults.maxRequests * count, timeout = defaultTimeout(count) } = options
  const { concurrency = defaults.concurrency, delay = 0 } = options
  const { accounts: keys, headers = {}, require = [], accept = {}, onProgress } = options
  const started = Date.now()
  const url = baseUrl(options.url)
  assertAcceptances(accept)
  const { rules, skipped } = chosenRules(options)
  const signal = AbortSignal.timeout(timeout)
  const client = createClient({
    fetch: options.fetch ?? fetch,
    signal,
    maxRequests,
    headers,
    origin: new URL(url).origin,
    concurrency,
    delay,
    requestTimeout: Math.min(requestTimeout, timeout),
  })
  const session = new Session(client, url, started)
  const sendsOwn = rules.some(({ kind }) => kind === 'request')
  const accounts = await surveyAll(url, keys, session.send, sendsOwn)
  const seen = accountReports(accounts)
  const progress = (done: number, of: number) =>
    onProgress?.({ accounts: seen, done, of, requests: session.requests })
  progress(0, rules.length)
  const { results, leftOut } = await runRules(rules, {
    accounts,
    session,
    concurrency,
    progress,
    probes: options.only ? samples : probes,
    skip: new Set(Object.keys(skipped)),
    headers: new Set(Object.keys(headers).map((name) => name.toLowerCase())),
  })
  return reportOf({
    url,
    accounts,
    results,
    leftOut,
    requests: session.requests,
    milliseconds: Date.now() - started,
    skip: skipped,
    accept,
    require,
    intermediaries: session.intermediaries,
  })
}

export function defaultTimeout(accounts: number): number {
  return defaults.timeout + Math.max(0, accounts - 1) * defaults.timeoutOfFurther
}

/** The address as requests begin with it, without a trailing slash. @throws {ContractError} */
function baseUrl(text: string): string {
  if (text.trim() === '') fail('The address is empty. Write it like https://feed.example.')
  const url = URL.parse(text)
  if (!/^[a-z]+:\/\//i.test(text)) {
    const [guess] = /^[\w-]+(\.[\w-]+)+(:\d+)?$|^localhost(:\d+)?$/.exec(text) ?? []
    fail(
      `The address has no scheme. Write ${guess ? `https://${guess}` : 'it like https://feed.example'}.`,
    )
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    fail(
      'The address must be like https://feed.example: http or https, without query and user name.',
    )
  }
  const path = Object.keys(routes)
    .flatMap(withParents)
    .find((path) => url.pathname.replace(/\/+$/, '').endsWith(path))
  if (path) {
    const rest = url.href.slice(0, url.href.lastIndexOf(path))
    fail(`The address must not end in ${path}: the checker adds the paths. Write ${rest}.`)
  }
  return url.href.replace(/\/+$/, '')
}

/** A path and those above it, the longest first: /api/v1/me, /api/v1, /api. */
function withParents(path: string): string[] {
  const end = path.lastIndexOf('/')
  return end < 0 || path === '' ? [] : [path, ...withParents(path.slice(0, end))]
}

function fail(problem: string): never {
  throw new ContractError('usage', problem)
}
