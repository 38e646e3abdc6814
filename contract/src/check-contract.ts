import { mediaTypes, routes } from '@photofeed/openapi'
import { ContractError } from './contract-error.ts'
import type { Ask } from './http/ask.ts'
import { wireRequest } from './http/ask.ts'
import { createClient } from './http/client.ts'
import type { Exchange } from './http/exchange.ts'
import { createRedact } from './http/redaction.ts'
import { RequestLimitReached } from './http/request-limit-reached.ts'
import { unknownRule } from './nearest-rules.ts'
import { catalogue } from './rules/catalogue.ts'
import type { Rule } from './rules/rule.ts'
import { type Report, reportOf } from './run/report.ts'
import { runRules } from './run/run-rules.ts'
import type { SurveyedAccount } from './survey/account.ts'
import { survey } from './survey/survey.ts'

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
  const rules = chosen(options)
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

async function surveyAll(
  url: string,
  keys: readonly string[],
  send: (ask: Ask, account: SurveyedAccount) => Promise<Exchange>,
): Promise<SurveyedAccount[]> {
  if (keys.length === 0)
    throw new ContractError('usage', 'No key was given. Name one with --key or in PHOTOFEED_KEY.')
  // An answer may hold the key that it was asked with.
  const redact = createRedact(keys)
  const accounts: SurveyedAccount[] = []
  for (const [index, key] of keys.entries()) {
    const account = await survey(key, `key ${index + 1}`, send).catch(withinTheLimit)
    accounts.push(account)
    // Nothing behind the address answers as a feed does, so the other keys need not be tried.
    if (index === 0 && account.trouble)
      throw new ContractError('unreachable', `${url}: ${redact(account.trouble)}`)
  }
  if (accounts.every(({ state }) => state !== 'readable')) {
    throw new ContractError('nothing-checked', redact(nothingChecked(url, accounts)))
  }
  return accounts
}

function withinTheLimit(error: unknown): never {
  if (error instanceof RequestLimitReached) throw new ContractError('usage', error.message)
  throw error
}

function nothingChecked(url: string, accounts: SurveyedAccount[]): string {
  const told = accounts.map(({ label, state, trouble }) => trouble ?? `${label} is ${state}`)
  return `${url}: no key reads an account, so nothing was checked (${told.join('; ')}). Copy the key from the dashboard.`
}

/** The account with the most to look at is asked first. */
function richestFirst(accounts: SurveyedAccount[]): SurveyedAccount[] {
  const kinds = ({ posts }: SurveyedAccount) =>
    mediaTypes.filter((type) => posts.some(({ mediaType }) => mediaType === type)).length
  return accounts.toSorted((a, b) => kinds(b) - kinds(a) || b.posts.length - a.posts.length)
}

function chosen({ only, skip = {} }: CheckOptions): readonly Rule[] {
  const known = new Map(catalogue.map((rule) => [rule.id, rule]))
  for (const id of [...(only ?? []), ...Object.keys(skip)]) {
    if (!known.has(id)) throw new ContractError('usage', unknownRule(id))
  }
  return catalogue.filter(({ id }) => !(id in skip) && (!only || only.includes(id)))
}

function baseUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ContractError(
      'usage',
      'The address must be like https://feed.example: http or https, without query and user name.',
    )
  }
  const path = Object.keys(routes).find((path) => url.pathname.endsWith(path))
  if (path) {
    throw new ContractError(
      'usage',
      `The address must not end in ${path}: give the part before, like https://feed.example.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}
