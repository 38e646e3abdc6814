import { caching, connectionStatuses, headers, routes } from '@photofeed/openapi'
import type { Call, FeedResponse, RenderCache, RenderedPage, ValidatedBody } from './request.ts'
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

/** The key of a page in the cache, for all requests with an equal `key`. A new version of the account has pages of its own. */
export function pageKey({ account, path }: Call, key: string): string {
  return `${account.id} ${account.version} ${path} ${key}`
}

/** Adds the headers to a body, and caches the page. */
export function cachePage(call: Call, key: string, body: ValidatedBody): RenderedPage {
  const page = addHeaders(call, body)
  call.context.pages?.set(key, page)
  return page
}

/** Returns the whole response to a GET without a validator. */
export function addHeaders(
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
export function respond({ request }: Call, page: RenderedPage): FeedResponse {
  const { body, etag, headers, isCached = false } = page
  if (!matchesEtag(request.header('if-none-match'), etag)) {
    return { status: 200, headers, body, isCached }
  }
  const { 'Content-Type': _, ...others } = headers
  return { status: 304, headers: others, body: null }
}

/**
 * A weak validator from the text itself, so that it is equal on every node and after a restart.
 * Two rounds of FNV-1a with different seeds; a collision would cost one client one stale page, so no cryptography is needed.
 */
export function weakEtag(text: string): string {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85ebca6b)
  }
  return `W/"${hex(low)}${hex(high)}-${text.length.toString(16)}"`
}

let encoder: TextEncoder | undefined

/** Returns a text as bytes, with the validator of `decisive`: the part whose changes count. */
export function validated(text: string, decisive = text): ValidatedBody {
  // Not when the module loads: Jest with jsdom has none.
  encoder ??= new TextEncoder()
  return { body: encoder.encode(text), etag: weakEtag(decisive) }
}

/** The weak comparison of If-None-Match (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque)
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}

export function createRenderCache(): RenderCache {
  const forms = new Map<string, WeakMap<object, unknown>>()
  return (form, render) => {
    const known = forms.get(form) ?? new WeakMap<object, unknown>()
    forms.set(form, known)
    return (stored) => {
      let rendered = known.get(stored) as ReturnType<typeof render> | undefined
      if (rendered === undefined) {
        rendered = render(stored)
        known.set(stored, rendered)
      }
      return rendered
    }
  }
}

export const withoutCache: RenderCache = (_, render) => render

const comma = 0x2c

/**
 * Joins the start, the items with commas between them, and the end. The validator is made of those of the parts, so that
 * no cached part is read again.
 */
export function joinItems(
  start: ValidatedBody,
  items: readonly ValidatedBody[],
  end: ValidatedBody,
): ValidatedBody {
  let length = start.body.length + end.body.length + Math.max(0, items.length - 1)
  for (const { body } of items) length += body.length
  const joined = new Uint8Array(length)
  let etags = ''
  let at = 0
  const add = ({ body, etag }: ValidatedBody) => {
    joined.set(body, at)
    at += body.length
    etags += etag
  }
  add(start)
  items.forEach((item, index) => {
    if (index > 0) joined[at++] = comma
    add(item)
  })
  add(end)
  return { body: joined, etag: weakEtag(etags) }
}
