import type { PlanName } from '@photofeed/openapi'
import { accountResource } from './accounts.ts'
import { type ValidatedBody, validated } from './etag.ts'
import { readMeQuery } from './parameters.ts'
import {
  keyOf,
  type PageRequest,
  type PostPage,
  pageRequest,
  planOf,
  readPage,
} from './post-page.ts'
import { nameOf, type PostForm, postResource } from './post-resource.ts'
import { type InvalidParameter, invalidParameters } from './problems.ts'
import type { QueryString } from './query-string.ts'
import { joinItems, withoutCache } from './render-cache.ts'
import type { Call } from './request.ts'
import { cachedPage, serviceHeaders } from './responses.ts'
import type { StoredAccount, StoredPost } from './store.ts'

/** GET /api/v1/me: the account with one page of its posts (4.1). */
export async function me(call: Call) {
  const { account, context } = call
  const request = parseMeRequest(call.query, account.plan)
  if ('invalid' in request) return invalidParameters(request.invalid, serviceHeaders(account))

  return cachedPage(call, request.key, async () =>
    renderPage(call, request.form, await readPage(context.store, account, request.page)),
  )
}

/** The JSON of the account with `posts` and `pagination`. */
function renderPage(
  { account, context }: Call,
  formOfPosts: MeRequest['form'],
  { posts, pagination }: PostPage,
): ValidatedBody {
  const { cdnUrl, rendered = withoutCache } = context
  const form = { ...formOfPosts, cdnUrl }
  const renderStart = (stored: StoredAccount) =>
    validated(`${JSON.stringify(accountResource(stored, cdnUrl)).slice(0, -1)},"posts":[`)
  const renderPost = (post: StoredPost) => validated(JSON.stringify(postResource(post, form)))
  const start = rendered(`start of /me, ${cdnUrl}`, renderStart)(account)
  const items = posts.map(rendered(`post of /me, ${nameOf(form)}`, renderPost))
  const end = validated(`],"pagination":${JSON.stringify(pagination)}}`)
  return joinItems(start, items, end)
}

interface MeRequest {
  page: PageRequest
  form: Omit<PostForm, 'cdnUrl'>
  /** Equal for requests that mean the same. */
  key: string
}

function parseMeRequest(
  query: QueryString,
  plan: PlanName,
): MeRequest | { invalid: InvalidParameter[] } {
  const read = readMeQuery(query)
  if ('invalid' in read) return read
  const page = pageRequest({ plan }, read)
  const { format, children, comments } = read
  const form = { sizes: planOf({ plan }).sizes, format, children, comments }
  return { page, form, key: `${keyOf(page)} ${format} ${children}` }
}
