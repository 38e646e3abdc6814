import type { Schemas } from '@photofeed/openapi'
import { accountResource } from './account-resource.ts'
import type { Call } from './call.ts'
import { readMeQuery } from './parameters.ts'
import { planOf } from './plans.ts'
import { pageRequest, readPage } from './post-page.ts'
import { type PostForm, postResource } from './post-resource.ts'
import { invalidParameters } from './problems.ts'
import { keptPage, serviceHeaders } from './responses.ts'

/** GET /api/v1/me: the account with one page of its posts (4.1). */
export async function me(call: Call) {
  const { account, context } = call
  const query = readMeQuery(call.query)
  if ('invalid' in query) return invalidParameters(query.invalid, serviceHeaders(account))

  const page = pageRequest(account, query)
  const form: PostForm = {
    cdnUrl: context.cdnUrl,
    sizes: planOf(account).sizes,
    format: query.format,
    children: query.children,
    comments: query.comments,
  }
  return keptPage(call, JSON.stringify([page, form]), async () => {
    const { posts, pagination } = await readPage(context.store, account, page)
    return JSON.stringify({
      ...accountResource(account, context.cdnUrl),
      posts: posts.map((post) => postResource(post, form)),
      pagination,
    } satisfies Schemas['AccountWithPosts'])
  })
}
