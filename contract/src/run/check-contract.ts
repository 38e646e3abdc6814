import type { Ask } from '../http/ask.ts'
import { wireRequest } from '../http/ask.ts'
import { baseUrl } from '../http/base-url.ts'
import { createClient } from '../http/client.ts'
import { ContractError } from '../http/contract-error.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { catalogue } from '../rules/catalogue.ts'
import { unknownRule } from '../rules/nearest-rules.ts'
import type { Rule } from '../rules/rule.ts'
import { richestFirst, surveyAll } from '../survey/survey-all.ts'
import { type Report, reportOf } from './report.ts'
import { runRules } from './run-rules.ts'

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
    skip: options.skip ?? {},
  })
}

/** The rules to run, in the order of the catalogue. @throws {ContractError} when an id names none. */
function chosenRules({ only, skip = {} }: Pick<CheckOptions, 'only' | 'skip'>): readonly Rule[] {
  const known = new Map(catalogue.map((rule) => [rule.id, rule]))
  for (const id of [...(only ?? []), ...Object.keys(skip)]) {
    if (!known.has(id)) throw new ContractError('usage', unknownRule(id))
  }
  return catalogue.filter(({ id }) => !(id in skip) && (!only || only.includes(id)))
}
