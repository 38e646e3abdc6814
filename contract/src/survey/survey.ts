import { type PlanName, plans, problems, type Schemas } from '@photofeed/openapi'
import type { Ask } from '../http/ask.ts'
import { accounts, me } from '../http/ask.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { Unanswered } from '../http/unanswered.ts'
import { excerpt, isObject, isPage } from '../judging/answers.ts'

export type Send = (ask: Ask, account: SurveyedAccount) => Promise<Exchange>

/** The largest page with everything on it, the plain page, and the resource: what rules compare with. */
export const surveyAsks = {
  everything: me({
    'page[size]': plans.premium.maximumPageSize,
    'include[]': ['children', 'comments'],
  }),
  plain: me(),
  resource: accounts(),
}

const longestStatus = 40

/** Looks at what a key offers, with three requests. */
export async function survey(key: string, label: string, send: Send): Promise<SurveyedAccount> {
  const account: SurveyedAccount = {
    ...{ key, label, state: 'broken', plan: null, status: null },
    ...{ posts: [], exchanges: [], trouble: null },
  }
  try {
    const everything = await send(surveyAsks.everything, account)
    const plain = await send(surveyAsks.plain, account)
    const resource = await send(surveyAsks.resource, account)
    account.exchanges = [everything, plain, resource]
    return Object.assign(account, { status: statusOf(resource) }, read(everything))
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return Object.assign(account, { trouble: `${label} got no answer: ${error.message}.` })
  }
}

function read(everything: Exchange): Partial<SurveyedAccount> {
  const { status, account } = everything
  if (isPage(everything)) {
    const page = everything.json as Schemas['AccountWithPosts']
    // Whatever stands there: a report shows it.
    const told = String(page.status).slice(0, longestStatus)
    return { state: 'readable', plan: planOf(page), status: told, posts: page.posts }
  }
  if (isObject(everything.json) && 'errors' in everything.json) {
    if (status === problems.INVALID_API_KEY.status) return { state: 'refused' }
    if (status === problems.INTERNAL_SERVER_ERROR.status) return { state: 'failing' }
  }
  const target = redirectTarget(everything)
  if (target) {
    return {
      trouble: `${account.label} is redirected (${status}) to ${target}. Redirects are not followed: give the address that answers.`,
    }
  }
  return {
    trouble: `${account.label} got something else than a feed: ${status} with ${excerpt(everything)}.`,
  }
}

/** Its origin alone: the rest may hold the key. */
function redirectTarget({ status, headers, request }: Exchange): string | null {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null) return null
  return URL.parse(location, request.url)?.origin ?? null
}

/** As accounts tells it, for a key that me does not answer. */
function statusOf({ json }: Exchange): string | null {
  const { data } = (json ?? {}) as { data?: { attributes?: { status?: unknown } } }
  const status = data?.attributes?.status
  return typeof status === 'string' ? status : null
}

/** No field names the plan. The page size used does, unless it is the very thing that is wrong. */
function planOf({ posts, pagination }: Schemas['AccountWithPosts']): PlanName {
  const { maximumPageSize, readablePosts } = plans.free
  const hasSizes = posts.some(({ sizes }) => sizes)
  if (typeof pagination.perPage !== 'number') return hasSizes ? 'premium' : 'free'
  const looksFree = posts.length === readablePosts && !hasSizes
  return pagination.perPage > maximumPageSize && !looksFree ? 'premium' : 'free'
}
