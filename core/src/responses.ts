import { caching, connectionStatuses, headers, routes } from '@photofeed/openapi'
import { matchesEtag, type ValidatedBody } from './etag.ts'
import { withoutCache } from './render-cache.ts'
import type { Call, FeedResponse, RenderedPage } from './request.ts'
import type { StoredAccount } from './store.ts'
import { formatTimestamp } from './timestamp.ts'

/** Headers of every response, so that any origin may read it with the service's own headers. */
export const corsHeaders = {
  [headers.AllowOrigin.name]: headers.AllowOrigin.value,
  [headers.ExposeHeaders.name]: headers.ExposeHeaders.value,
}

/** Headers of every response to a request with a valid key. */
export function serviceHeaders(account: StoredAccount): Record<string, string> {
  const { stale } = connectionStatuses[account.status]
  return {
    [headers.AccountStatus.name]: account.status,
    [headers.LastFetchedAt.name]:
      account.lastFetchAt === null
        ? headers.LastFetchedAt.whenNull
        : formatTimestamp(account.lastFetchAt),
    ...(stale === null ? {} : { [headers.FeedStale.name]: stale }),
  }
}

/** Returns a 200 whose body depends only on the account's version and `key`, from the page cache if there is one. */
export async function cachedPage(
  call: Call,
  key: string,
  render: () => Promise<ValidatedBody>,
): Promise<FeedResponse> {
  const { context } = call
  const cacheKey = pageKey(call, key)
  let page = context.pages?.get(cacheKey)
  if (!page) {
    page = renderPage(call, await render())
    context.pages?.set(cacheKey, page)
  }
  return success(call, page)
}

/** The key of a page in the cache: a new version of the account has pages of its own. */
export function pageKey({ account, path }: Call, key: string): string {
  return `${account.id} ${account.version} ${path} ${key}`
}

/** Returns the response to a GET without a validator. */
export function renderPage(
  { account, context, path }: Call,
  { body, etag }: ValidatedBody,
): RenderedPage {
  const { rendered = withoutCache } = context
  return {
    body,
    etag,
    headers: {
      ...corsHeaders,
      ...rendered('headers of the account', serviceHeaders)(account),
      [headers.CacheControl.name]: context.production ? caching.production : caching.otherwise,
      [headers.ETag.name]: etag,
      'Content-Type': routes[path].mediaType,
    },
  }
}

/** Returns a 200, or a 304 if the request has the current validator. */
export function success({ request }: Call, page: RenderedPage): FeedResponse {
  const { body, etag, headers, isCached = false } = page
  if (!matchesEtag(request.header('if-none-match'), etag)) {
    return { status: 200, headers, body, isCached }
  }
  const { 'Content-Type': _, ...others } = headers
  return { status: 304, headers: others, body: null }
}
