import type { MiddlewareHandler } from 'hono'
import type { DashboardParts } from './dashboard-parts.ts'

/** What the dashboard's pages may load and where their forms may lead. */
export function contentSecurity({ cdnUrl }: Pick<DashboardParts, 'cdnUrl'>): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${new URL(cdnUrl).origin}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of every answer, refusals included. */
export function securityHeaders(policy: string): MiddlewareHandler {
  return async (context, next) => {
    await next()
    context.header('Content-Security-Policy', policy)
    context.header('X-Content-Type-Options', 'nosniff')
    // With no-referrer, browsers would send forms with `Origin: null`.
    context.header('Referrer-Policy', 'same-origin')
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store')
  }
}

/** Whether a form was sent by one of our own pages; a browser tells, and other clients have no cookies of an owner. */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get('Origin')
  if (origin !== null) return origin === new URL(baseUrl).origin
  return headers.get('Sec-Fetch-Site') === 'same-origin'
}

const maximumBytes = 16 * 1024

/**
 * Whether a body is no larger than any form here, and says so. Hono's own limit makes a new Request, which fails where
 * @hono/node-server leaves the global objects alone.
 */
export function isSmallBody(headers: Headers): boolean {
  const usual = headers.has('Transfer-Encoding') ? Number.POSITIVE_INFINITY : 0
  return Number(headers.get('Content-Length') ?? usual) <= maximumBytes
}
