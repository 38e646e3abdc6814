import { caching, connectionStatuses, headers, routes } from '@photofeed/openapi'
import type { Call } from './call.ts'
import { matchesEtag, weakEtag } from './etag.ts'
import type { FeedResponse, RenderedPage } from './request.ts'
import type { StoredAccount } from './store.ts'
import { formatTimestamp } from './timestamp.ts'

/** On every answer, so that any origin may read it with the service's own headers. */
export const corsHeaders = {
  [headers.AllowOrigin.name]: headers.AllowOrigin.value,
  [headers.ExposeHeaders.name]: headers.ExposeHeaders.value,
}

/** On every answer to a request whose key is accepted. */
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

const encoder = new TextEncoder()

/**
 * A 200 whose body depends on nothing but the account's version and `key`: rendered once and kept
 * as bytes when the deployment keeps pages.
 */
export async function keptPage(
  call: Call,
  key: string,
  render: () => Promise<string>,
): Promise<FeedResponse> {
  const { account, context, path } = call
  const pageKey = `${account.id} ${account.version} ${path} ${key}`
  let page = context.pages?.get(pageKey)
  if (!page) {
    page = renderedPage(await render())
    context.pages?.set(pageKey, page)
  }
  return success(call, page)
}

export function renderedPage(text: string): RenderedPage {
  return { body: encoder.encode(text), etag: weakEtag(text) }
}

/** A 200, or a 304 when a GET names the current validator. */
export function success(call: Call, page: RenderedPage): FeedResponse {
  const { account, context, path, request } = call
  const common = {
    ...corsHeaders,
    ...serviceHeaders(account),
    [headers.CacheControl.name]: context.production ? caching.production : caching.otherwise,
  }
  if (request.method !== 'GET') {
    return ok({ ...common, 'Content-Type': routes[path].mediaType }, page)
  }
  const validated = { ...common, [headers.ETag.name]: page.etag }
  if (matchesEtag(request.header('if-none-match'), page.etag)) {
    return { status: 304, headers: validated, body: null }
  }
  return ok({ ...validated, 'Content-Type': routes[path].mediaType }, page)
}

function ok(headers: Record<string, string>, page: RenderedPage): FeedResponse {
  return { status: 200, headers, body: page.body }
}
