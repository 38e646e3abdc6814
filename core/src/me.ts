import type { PlanName } from '@photofeed/openapi'
import { accountResource } from './accounts.ts'
import { type PageRequest, type PostPage, pageRequest, planOf, selectPage } from './page.ts'
import { nameOf, type PostForm, postResource } from './posts.ts'
import { invalidParameters } from './problems.ts'
import { type InvalidParameter, type QueryString, readMeQuery } from './query.ts'
import type { Call, ValidatedBody } from './request.ts'
import {
  cachePage,
  joinItems,
  pageKey,
  respond,
  serviceHeaders,
  validated,
  withoutCache,
} from './respond.ts'
import type { StoredAccount, StoredPost } from './store.ts'

/** GET /api/v1/me: the account with one page of its posts (4.1). */
export async function me(call: Call) {
  const { account, context } = call
  const request = parseMeRequest(call.query, account.plan)
  if ('invalid' in request) return invalidParameters(request.invalid, serviceHeaders(account))
  const key = pageKey(call, request.key)
  const cached = context.pages?.get(key)
  if (cached) return respond(call, cached)
  const page = await selectPage(context.store, account, request.page)
  return respond(call, cachePage(call, key, renderMe(call, request.form, page)))
}

/** The JSON of the account with `posts` and `pagination`. */
function renderMe(
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
  const { format, children, ...pageQuery } = read
  const page = pageRequest({ plan }, pageQuery)
  const { comments } = page
  const form = { sizes: planOf({ plan }).sizes, format, children, comments }
  return { page, form, key: `${JSON.stringify(page)} ${format} ${children}` }
}
