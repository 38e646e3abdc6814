import { baseUrl } from './base-url.ts'
import { chosenRules } from './chosen-rules.ts'
import type { Ask } from './http/ask.ts'
import { wireRequest } from './http/ask.ts'
import { createClient } from './http/client.ts'
import type { Exchange } from './http/exchange.ts'
import { type Report, reportOf } from './run/report.ts'
import { runRules } from './run/run-rules.ts'
import type { SurveyedAccount } from './survey/account.ts'
import { richestFirst, surveyAll } from './survey/survey-all.ts'

export interface CheckOptions {
  /** The deployment's address, without the path of an endpoint: https://feed.example. */
  url: string
  /** One key or more. Accounts of different plans and states let more rules be decided. */
  keys: readonly string[]
  /** Only these rules, by id. */
  only?: readonly string[]
  /** Rules to leave out, each with the reason that the report prints. */
  skip?: Readonly<Record<string, string>>
  /** At most so many requests, 300 by default. */
  maxRequests?: number
  /** Milliseconds for the whole run, 60,000 by default. */
  timeout?: number
  /** In the place of the global `fetch`. */
  fetch?: typeof fetch
  /** Told after the survey and after each rule. */
  onProgress?(progress: Progress): void
}

export interface Progress {
  accounts: readonly SurveyedAccount[]
  done: number
  of: number
  requests: number
}

/** A single request may take so long, in milliseconds, and never longer than the run. */
const requestTimeout = 10_000

/**
 * Checks a deployment against every rule that the given keys let it decide. It only reads.
 *
 * @example
 * const report = await checkContract({ url: 'https://feed.example', keys: [process.env.PHOTOFEED_KEY] })
 * report.summary.fail // 0 when the deployment keeps the contract
 *
 * @throws {ContractError} when an option is wrong (`usage`), the deployment cannot be reached or is something else
 * (`unreachable`), or no key reads an account (`nothing-checked`).
 */
export async function checkContract(options: CheckOptions): Promise<Report> {
  const { keys, maxRequests = 300, timeout = 60_000, onProgress } = options
  const started = Date.now()
  const url = baseUrl(options.url)
  const rules = chosenRules(options)
  const signal = AbortSignal.timeout(timeout)
  const client = createClient({
    ...{ fetch: options.fetch ?? fetch, maxRequests, signal },
    requestTimeout: Math.min(requestTimeout, timeout),
  })
  const exchanges = new Map<string, Exchange>()

  async function send(ask: Ask, account: SurveyedAccount): Promise<Exchange> {
    const request = wireRequest(ask, url, account.key)
    const exchange = { ...(await client.send(request)), ask, request, account }
    exchanges.set(JSON.stringify(request), exchange)
    return exchange
  }

  const accounts = await surveyAll(url, keys, send)
  const tell = (done: number) =>
    onProgress?.({ accounts, done, of: rules.length, requests: client.sent })
  tell(0)
  const results = await runRules(rules, {
    ...{ accounts: richestFirst(accounts), send },
    exchanges: () => [...exchanges.values()],
    progress: tell,
  })
  return reportOf({
    url,
    accounts,
    results,
    requests: client.sent,
    milliseconds: Date.now() - started,
    options,
  })
}
