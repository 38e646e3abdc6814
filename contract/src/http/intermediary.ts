// What is between the checker and the service, as far as responses show it.
import { problems } from '@photofeed/openapi'
import type { Exchange, HttpResponse } from './exchange.ts'
import { isObject } from './json.ts'
import { accountsPath, graphqlPath, rssPath } from './request-spec.ts'

/** Something between the checker and the service. */
export interface Intermediary {
  kind: 'cache' | 'gateway' | 'firewall' | 'rate-limit' | 'basic-auth' | 'redirect' | 'partial'
  /** What was seen, and the way around it. */
  sentence: string
}

type Hiding = Exclude<Intermediary['kind'], 'cache' | 'partial'>

const waysAround: Record<Hiding, string> = {
  gateway:
    'A gateway responded in place of the service. Check the service behind it, then run it again.',
  firewall:
    'A firewall or proxy rejected requests in place of the service. Let the checker through, by its address or with --header.',
  'rate-limit':
    'Something limits the rate of requests (429). Lower --concurrency, raise --delay, or let the checker through with --header.',
  'basic-auth':
    "Something in front of the service requires authentication. Pass --header 'Authorization: Basic …'.",
  redirect: 'Requests are redirected, which is not followed. Give the address that responds.',
}

/** What responded in place of the service; null for the service. Its own errors are JSON with `errors`. */
export function intermediaryOf({
  status,
  headers,
  json,
}: Pick<HttpResponse, 'status' | 'headers' | 'json'>): Hiding | null {
  // Section 8: the service has no rate limit, so that a 429 of its own form hides what it would say too.
  if (status === 429) return 'rate-limit'
  if (isObject(json) && 'errors' in json) return null
  if ([502, 503, 504].includes(status) || (status >= 520 && status <= 530)) return 'gateway'
  if (status === 403 || status === 407 || status === 451) return 'firewall'
  if (status === 401 && headers.has('www-authenticate')) return 'basic-auth'
  return status >= 301 && status <= 308 && status !== 304 && headers.has('location')
    ? 'redirect'
    : null
}

export function wayAround(kind: Hiding): string {
  return waysAround[kind]
}

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

export const headBecomesGet =
  'A proxy in front of the service turns HEAD into GET, as caches do. Check this rule at the service itself, or let the proxy forward HEAD (nginx: proxy_cache_convert_head off).'

/** Whether HEAD was responded as GET is, and a proxy may have done that. */
export function isConvertedHead({ request, status, headers }: Exchange): boolean {
  return (
    request.method === 'HEAD' &&
    status !== problems.METHOD_NOT_ALLOWED.status &&
    isProxied({ headers })
  )
}

/** Everything in front of the service, a sentence for each kind. */
export function intermediariesOf(exchanges: readonly Exchange[]): Intermediary[] {
  const hiding = new Set(exchanges.flatMap((exchange) => intermediaryOf(exchange) ?? []))
  const intermediaries: Intermediary[] = [...hiding].map((kind) => ({
    kind,
    sentence: waysAround[kind],
  }))
  if (exchanges.some(isConvertedHead))
    intermediaries.push({ kind: 'cache', sentence: headBecomesGet })
  else if (exchanges.some(isFromCache)) {
    const sentence =
      'A cache responded to some requests. A difference that may come from it is checked again past the cache.'
    intermediaries.push({ kind: 'cache', sentence })
  }
  const partial = missingSentence(missingPaths(exchanges))
  return partial ? [...intermediaries, { kind: 'partial', sentence: partial }] : intermediaries
}

/** Endpoints that a deployment may lack: every response of the path is 404 or 501. */
export function missingPaths(exchanges: readonly Exchange[]): string[] {
  return [accountsPath, rssPath, graphqlPath].filter((path) => {
    const ofPath = exchanges.filter(({ spec }) => spec.path === path)
    return (
      ofPath.length > 0 &&
      ofPath.every(({ status }) => status === problems.NOT_FOUND.status || status === 501)
    )
  })
}

/** Null if no path is missing. */
export function missingSentence(paths: readonly string[]): string | null {
  return paths.length > 0
    ? `The deployment has no ${paths.join(' and no ')}: it implements a part of the service. To check the rest alone, pass the rules that need it to --skip.`
    : null
}
