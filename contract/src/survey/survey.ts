import { parameters, plans, problems, type SortValue } from '@photofeed/openapi'
import { lengthAdvice } from '../http/client.ts'
import { ContractError, NoResponse, withoutResponse } from '../http/contract-error.ts'
import type { Exchange, Order, SurveyedAccount } from '../http/exchange.ts'
import { intermediaryOf } from '../http/intermediary.ts'
import { isObject, valueAt } from '../http/json.ts'
import { createRedact, onlyAccount } from '../http/redaction.ts'
import { accounts, me, type RequestSpec } from '../http/request-spec.ts'
import { ids, orderings, type Post } from '../judging/feed.ts'
import { asText, Mismatch } from '../judging/finding.ts'
import { excerpt, isPage, pageOf } from '../judging/responses.ts'

/** The largest page with everything on it, the plain page, and the resource: what rules compare with. */
const surveyRequests = {
  everything: me({
    'page[size]': plans.premium.maximumPageSize,
    'include[]': ['children', 'comments'],
  }),
  plain: me(),
  resource: accounts(),
}

const onePost = me({ 'page[size]': 1 })

const longestStatus = 40

/** Looks at what a key offers, and reads its posts in each ordering if rules compare with them. */
export async function survey(
  key: string,
  name: string,
  send: Send,
  readsFeed = true,
): Promise<SurveyedAccount> {
  const account: SurveyedAccount = {
    ...{ key, name, state: 'broken', plan: null, status: null, posts: [], feed: new Map() },
    ...{ malformed: null, duplicateOf: null, exchanges: [], trouble: null },
  }
  try {
    const everything = await send(surveyRequests.everything, account)
    const plain = await send(surveyRequests.plain, account)
    const resource = await send(surveyRequests.resource, account)
    account.exchanges = [everything, plain, resource]
    // Where the largest page is rejected, rules say it.
    const page = isPage(everything) || !isPage(plain) ? everything : plain
    const found = read(page)
    const { json } = page
    if (found.state === 'readable' && isObject(json))
      found.plan = await planOf(json, () => send(onePost, account))
    Object.assign(account, { status: statusOf(resource) }, found)
    if (account.state === 'readable' && readsFeed) {
      // What rules compare with was read with these responses.
      account.feed = await readFeed(page, async (spec, one) => {
        const exchange = await send(spec, one)
        account.exchanges.push(exchange)
        return exchange
      })
    }
    return account
  } catch (error) {
    if (!(error instanceof NoResponse) || error.cause === 'requests') throw error
    return Object.assign(account, {
      trouble: `${requestOf(name)} got no response: ${error.message}.`,
    })
  }
}

function read(everything: Exchange): Partial<SurveyedAccount> {
  const { status, account, json } = everything
  if (isPage(everything) && isObject(json) && ('posts' in json || 'pagination' in json)) {
    // Whatever it is: a report shows it.
    const connectionStatus = asText(json.status).slice(0, longestStatus)
    const { page, malformed } = readPage(everything)
    return { state: 'readable', status: connectionStatus, posts: page?.posts ?? [], malformed }
  }
  if (isObject(json) && 'errors' in json) {
    if (status === problems.INVALID_API_KEY.status) return { state: 'rejected' }
    if (status === problems.INTERNAL_SERVER_ERROR.status) return { state: 'failing' }
  }
  return { trouble: `${requestOf(account.name)} ${troubleOf(everything)}` }
}

/** What came instead of an account, and what to do. */
function troubleOf(everything: Exchange): string {
  const { status, bytes, text, json } = everything
  const got = `${status} with ${excerpt(everything)}`
  const intermediary = intermediaryOf(everything)
  if (intermediary && intermediary.kind !== 'redirect')
    return `got ${got}. ${intermediary.sentence}`
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    return 'got a body that is gzip after its Content-Encoding was undone: it was compressed twice.'
  if (status === 200 && json === undefined && text.startsWith('{'))
    return `got JSON that cannot be read: ${got}. ${mistakeIn(everything)}`
  if (isObject(json) && Array.isArray(json.errors))
    return `got ${got}. The key of an account gets 200, whatever the status of its connection and its plan: the only errors of a key are 401 and 500.`
  const target = redirectTarget(everything)
  return target
    ? `is redirected (${status}) to ${target}. Redirects are not followed: give the address that responds.`
    : `got something else than a feed: ${got}. Another service seems to respond there: check the host and the path.`
}

/** What is wrong with a text that is no JSON. The parser quotes it, so it gets no key, and its controls reach no terminal. */
function mistakeIn({ text, account }: Exchange): string {
  try {
    JSON.parse(text.replaceAll(account.key, '').replaceAll(/\p{Cc}/gu, ' '))
  } catch (error) {
    const { message } = error as SyntaxError
    if (!/end of JSON|Unterminated/.test(message)) return `${message}.`
  }
  return `It ends too early: ${lengthAdvice}.`
}

/** The subject of a sentence: a key without a name has no account that one could name. */
function requestOf(name: string): string {
  return name === onlyAccount ? 'the request' : `the account ${name}`
}

/** Its origin alone: the rest may contain the key. */
function redirectTarget({ status, headers, request }: Exchange): string | null {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null) return null
  return URL.parse(location, request.url)?.origin ?? null
}

/** From /api/v1/accounts, also for a key that /api/v1/me rejects. */
function statusOf({ json }: Exchange): string | null {
  const status = valueAt(json, 'data.attributes.status')
  return typeof status === 'string' ? status : null
}

/** The page, and why there is none if it cannot be read. */
function readPage(exchange: Exchange) {
  try {
    return { page: pageOf(exchange), malformed: null }
  } catch (error) {
    if (error instanceof Mismatch) return { page: null, malformed: error }
    throw error
  }
}

/**
 * No field names the plan. The page size does that was used when 100 posts were requested, unless it is the very thing
 * that is wrong. Where nothing else shows Premium, a page of one post does: only there a cursor leads to the next.
 */
async function planOf(page: Record<string, unknown>, one: () => Promise<Exchange>) {
  const perPage = valueAt(page, 'pagination.perPage')
  const leadsOn = (json: unknown) => typeof valueAt(json, 'pagination.nextCursor') === 'string'
  const { maximumPageSize, readablePosts } = plans.free
  const posts = Array.isArray(page.posts) ? page.posts : []
  const hasSizes = posts.some((post) => isObject(valueAt(post, 'sizes')))
  if (typeof perPage === 'number' && perPage <= maximumPageSize) return 'free'
  if (hasSizes || leadsOn(page)) return 'premium'
  if (typeof perPage === 'number' && (posts.length < 2 || posts.length > readablePosts))
    return 'premium'
  return leadsOn((await one()).json) ? 'premium' : 'free'
}

type Send = (spec: RequestSpec, account: SurveyedAccount) => Promise<Exchange>

/** Pages that are read in each ordering; of larger accounts the beginning of an ordering is known. */
const mostPages = 5

/**
 * Reads the posts in each ordering, the orderings at the same time.
 *
 * @param everything the first page of the default ordering
 */
async function readFeed(everything: Exchange, send: Send): Promise<SurveyedAccount['feed']> {
  const orders = await Promise.all(
    orderings.map(async (sort) => {
      // Rules about the ordering find out why there is no response.
      const order = await readOrder(sort, everything, send).catch(withoutResponse)
      return order ? [[sort, order] as const] : []
    }),
  )
  return new Map(orders.flat())
}

/** Ends early where pages do not lead on: rules about cursors find out why. */
async function readOrder(sort: SortValue, everything: Exchange, send: Send): Promise<Order> {
  const { account } = everything
  const posts = new Map<string, Post>()
  const whole = { sort, 'page[size]': plans.premium.maximumPageSize }
  const isDefault = sort === parameters.sort.default
  let page = isDefault ? everything : await send(me(whole), account)
  for (let count = 1; ; count += 1) {
    const { page: found } = readPage(page)
    const known = posts.size
    for (const post of found?.posts ?? []) posts.set(post.id, post)
    const cursor = found?.pagination.nextCursor ?? null
    const isWhole = found !== null && cursor === null
    const leadsOn = found !== null && posts.size === known + found.posts.length
    if (cursor === null || !leadsOn || count === mostPages) {
      return { posts: [...posts.values()], isWhole: isWhole && leadsOn }
    }
    page = await send(me({ ...whole, 'page[cursor]': cursor }), account)
  }
}

/** Looks at every key. @throws {ContractError} when nothing can come of it. */
export async function surveyAll(
  url: string,
  keys: Readonly<Record<string, string>>,
  send: Send,
  readsFeed = true,
): Promise<SurveyedAccount[]> {
  const entries = Object.entries(keys)
  if (entries.length === 0) {
    throw new ContractError(
      'usage',
      'No key was given. Pass --key, --account name=key, or set PHOTOFEED_KEY.',
    )
  }
  // A response may contain the key of its request.
  const redact = createRedact(keys)
  const accounts = await Promise.all(
    entries.map(([name, key]) => survey(key, name, send, readsFeed).catch(withinTheLimit)),
  )
  const troubles = accounts.flatMap(({ trouble }) => trouble ?? [])
  if (troubles[0] !== undefined && troubles.length === accounts.length)
    throw new ContractError('unreachable', `${url}: ${redact(troubles[0])}`)
  if (accounts.every(({ state }) => state !== 'readable')) {
    throw new ContractError('undecided', redact(nothingChecked(url, accounts)))
  }
  for (const [index, account] of accounts.entries())
    account.duplicateOf =
      accounts.slice(0, index).find((other) => readSamePosts(other, account))?.name ?? null
  return accounts
}

/** Whether two keys read the same posts. */
function readSamePosts(one: SurveyedAccount, other: SurveyedAccount): boolean {
  return one.posts.length > 0 && ids(one.posts).join() === ids(other.posts).join()
}

function withinTheLimit(error: unknown): never {
  if (error instanceof NoResponse) throw new ContractError('usage', error.message)
  throw error
}

function nothingChecked(url: string, accounts: SurveyedAccount[]): string {
  const reasons = accounts.map(
    ({ name, state, trouble }) =>
      trouble ?? `${name === onlyAccount ? 'the key' : `the account ${name}`} is ${state}`,
  )
  const advice = accounts.some(({ state }) => state === 'rejected')
    ? 'Copy the key from the dashboard.'
    : 'The log of the service says why its requests fail.'
  return `${url}: no key reads an account, so nothing was checked (${reasons.join('; ')}). ${advice}`
}
