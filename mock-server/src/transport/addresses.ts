import { type FeedContext, isFeedPath } from '@photofeed/core'
import { platformPrefix } from '../endpoints.ts'
import type { Incoming } from '../responses/exchange.ts'

/** What responds to an address: the API, the platform's URLs, the media host, or the error of a path that there is not. */
export type Route = Pick<Incoming, 'kind' | 'path' | 'query'>

/** Returns a function that finds the route of a URL; null for addresses that the mock does not serve. */
export function createRouter({ baseUrl, cdnUrl }: Pick<FeedContext, 'baseUrl' | 'cdnUrl'>) {
  const base = `${baseUrl}/`
  const platform = `${baseUrl}${platformPrefix}/`
  const media = `${cdnUrl}/`
  return (url: string): Route | null => {
    if (url.startsWith(base)) {
      const target = targetOf(url, baseUrl)
      if (isFeedPath(target.path)) return { kind: 'api', ...target }
      if (isNearFeedPath(target.path)) return { kind: 'unknown', ...target }
    }
    if (url.startsWith(platform)) return { kind: 'platform', ...targetOf(url, platform, 1) }
    if (url.startsWith(media)) return { kind: 'media', ...targetOf(url, media, 1) }
    return null
  }
}

/** Whether a path is probably meant for the API: the service has no page at `/graphql/` or `/API/v1/me`. */
function isNearFeedPath(path: string): boolean {
  const lower = path.toLowerCase()
  return lower !== path ? isFeedPath(lower) || isNearFeedPath(lower) : lower.startsWith('/graphql/')
}

/** Returns the path and the query string behind an address, without the fragment. */
function targetOf(url: string, address: string, slash = 0): Omit<Route, 'kind'> {
  const fragment = url.indexOf('#')
  const end = fragment < 0 ? url.length : fragment
  const mark = url.indexOf('?')
  const start = address.length - slash
  if (mark < 0 || mark > end) return { path: url.slice(start, end), query: '' }
  return { path: url.slice(start, mark), query: url.slice(mark + 1, end) }
}
