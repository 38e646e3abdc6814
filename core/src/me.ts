import type { PlanName } from '@photofeed/openapi'
import { accountResource } from './account-resource.ts'
import type { Call } from './call.ts'
import { readMeQuery } from './parameters.ts'
import { planOf } from './plans.ts'
import { type PageRequest, pageRequest, readPage } from './post-page.ts'
import { type PostForm, renderPosts } from './post-resource.ts'
import { type InvalidParameter, invalidParameters } from './problems.ts'
import type { QueryString } from './query-string.ts'
import { keptPage, serviceHeaders } from './responses.ts'

/** GET /api/v1/me: the account with one page of its posts (4.1). */
export async function me(call: Call) {
  const { account, context } = call
  const asked = askedFor(call.query, account.plan)
  if ('invalid' in asked) return invalidParameters(asked.invalid, serviceHeaders(account))

  return keptPage(call, asked.key, async () => {
    const { posts, pagination } = await readPage(context.store, account, asked.page)
    const form = { ...asked.form, cdnUrl: context.cdnUrl }
    const profile = JSON.stringify(accountResource(account, context.cdnUrl))
    // Together they are the JSON of the account with `posts` and `pagination`.
    return renderPosts(posts, form, context.posts, {
      before: `${profile.slice(0, -1)},"posts":[`,
      after: `],"pagination":${JSON.stringify(pagination)}}`,
    })
  })
}

interface Asked {
  page: PageRequest
  form: Omit<PostForm, 'cdnUrl'>
  /** Equal for requests that mean the same. */
  key: string
}

const known = new WeakMap<QueryString, Partial<Record<PlanName, Asked>>>()

/** What a query means on a plan, worked out once for each query string that is still known. */
function askedFor(query: QueryString, plan: PlanName): Asked | { invalid: InvalidParameter[] } {
  const before = known.get(query)
  if (before?.[plan]) return before[plan]
  const read = readMeQuery(query)
  if ('invalid' in read) return read
  const page = pageRequest({ plan }, read)
  const { format, children, comments } = read
  const form = { sizes: planOf({ plan }).sizes, format, children, comments }
  const asked = { page, form, key: JSON.stringify([page, format, children]) }
  known.set(query, { ...before, [plan]: asked })
  return asked
}
