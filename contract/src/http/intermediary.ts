// What is between the checker and the service, as far as responses show it.
import { problems } from '@photofeed/openapi'
import type { Exchange, HttpResponse } from './exchange.ts'
import { isObject } from './json.ts'
import { paths } from './request-spec.ts'

/** Something between the checker and the service. */
export interface Intermediary {
  kind:
    | 'cache'
    | 'path'
    | 'gateway'
    | 'firewall'
    | 'rate-limit'
    | 'basic-auth'
    | 'redirect'
    | 'partial'
  /** What was seen, and the way around it. */
  sentence: string
}

/** What may hide what the service says, and the way around it. */
const waysAround = {
  gateway:
    'A gateway responded in place of the service. Check the service behind it, then run it again.',
  firewall:
    'A firewall or proxy rejected requests in place of the service. Let the checker through, by its address or with --header.',
  'rate-limit':
    'Something limits the rate of requests (429). Lower --concurrency, raise --delay, or let the checker through with --header.',
  'basic-auth':
    "Something in front of the service requires authentication. Pass --header 'Authorization: Basic …'.",
  redirect: 'Requests are redirected, which is not followed. Give the address that responds.',
  path: 'A proxy in front of the service changes paths that are not exact, such as those with two slashes. Check this rule at the service itself, or let the proxy forward paths as they are (nginx: merge_slashes off).',
  cache:
    'A proxy in front of the service turns HEAD into GET, as caches do. Check this rule at the service itself, or let the proxy forward HEAD (nginx: proxy_cache_convert_head off).',
} satisfies Partial<Record<Intermediary['kind'], string>>

/** RFC 9111, section 5.1: a cache sends Age. Some report a hit or a miss in headers of their own. */
const cacheHeaders = [
  'age',
  'x-cache',
  'x-varnish',
  'cf-cache-status',
  'x-vercel-cache',
  'x-cache-status',
]

/** Servers that are known to be proxies in front of others. */
const proxies =
  /^(nginx|openresty|varnish|cloudflare|cloudfront|squid|ats|apachetrafficserver|envoy|caddy|fastly|vercel|netlify)/i

/** Whether a proxy that may cache forwarded the response: it turns HEAD into GET. */
function isProxied({ headers }: Pick<HttpResponse, 'headers'>): boolean {
  return (
    headers.has('via') ||
    cacheHeaders.some((name) => headers.has(name)) ||
    proxies.test(headers.get('server') ?? '')
  )
}

/** Whether a cache sent a response that it had stored, as it says. */
export function isFromCache({ headers }: Pick<HttpResponse, 'headers'>): boolean {
  return (
    headers.has('age') || cacheHeaders.some((name) => /hit|stale/i.test(headers.get(name) ?? ''))
  )
}

/** What hides what the service says; null if this is its own response. */
export function intermediaryOf(exchange: Received): Intermediary | null {
  const kind = hidingKind(exchange)
  return kind && { kind, sentence: waysAround[kind] }
}

type Received = Pick<Exchange, 'request' | 'status' | 'headers' | 'json'>

function hidingKind({ request, status, headers, json }: Received): keyof typeof waysAround | null {
  // Section 8: the service has no rate limit, so that a 429 of its own form hides what it would say too.
  if (status === 429) return 'rate-limit'
  const isConverted = request.method === 'HEAD' && status !== problems.METHOD_NOT_ALLOWED.status
  if (isConverted && isProxied({ headers })) return 'cache'
  // Its own errors are JSON with `errors`.
  if (isObject(json) && 'errors' in json) return null
  if ([502, 503, 504].includes(status) || (status >= 520 && status <= 530)) return 'gateway'
  if (status === 403 || status === 407 || status === 451) return 'firewall'
  if (status === 401 && headers.has('www-authenticate')) return 'basic-auth'
  const path = URL.parse(request.url)?.pathname ?? ''
  const isEndpoint = Object.values(paths).some((one) => path.endsWith(one))
  if (status >= 301 && status <= 308 && status !== 304) {
    const target = URL.parse(headers.get('location') ?? '', request.url)
    const isElsewhere = target !== null && target.origin !== URL.parse(request.url)?.origin
    // A redirect to the exact path is of the router of the service.
    if (target && (isEndpoint || isElsewhere)) return 'redirect'
  }
  const isInexact = /^\/+api\/|\/graphql/i.test(path) && !isEndpoint && status < 400
  return isInexact && isProxied({ headers }) ? 'path' : null
}

export function intermediariesOf(exchanges: readonly Exchange[]): Intermediary[] {
  const found = new Map(
    exchanges.flatMap((exchange) => intermediaryOf(exchange) ?? []).map((one) => [one.kind, one]),
  )
  if (!found.has('cache') && exchanges.some(isFromCache)) {
    const sentence =
      'A cache responded to some requests. A difference that may come from it is checked again past the cache.'
    found.set('cache', { kind: 'cache', sentence })
  }
  const missing = missingEndpoints(exchanges)
  if (missing) found.set('partial', { kind: 'partial', sentence: missing.sentence })
  return [...found.values()]
}

/** Endpoints that the deployment lacks, as every response of the path is 404 or 501, and a sentence about them; null if it has all. */
export function missingEndpoints(exchanges: readonly Exchange[]) {
  const missing = [paths.accounts, paths.rss, paths.graphql].filter((path) => {
    const ofPath = exchanges.filter(({ spec }) => spec.path === path)
    return (
      ofPath.length > 0 &&
      ofPath.every(({ status }) => status === problems.NOT_FOUND.status || status === 501)
    )
  })
  if (missing.length === 0) return null
  const sentence = `The deployment has no ${missing.join(' and no ')}: it implements a part of the service. To check the rest alone, pass the rules that need it to --skip.`
  return { paths: missing as readonly string[], sentence }
}
