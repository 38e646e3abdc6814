import { loopback } from '@photofeed/core/node'
import type { MiddlewareHandler } from 'hono'

const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/** Returns the Content-Security-Policy of a page, which may also load images from `images`. */
export function contentSecurity(images: string, changes: Record<string, string> = {}): string {
  const directives = { ...policy, 'img-src': `${policy['img-src']} ${images}`.trim(), ...changes }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/** Adds the headers of every response, errors included. `security` is its policy, unless the response has one of its own. */
export function securityHeaders(security: string): MiddlewareHandler {
  return async (context, next) => {
    await next()
    if (context.res.headers.has('Content-Security-Policy')) return
    context.header('Content-Security-Policy', security)
    context.header('X-Content-Type-Options', 'nosniff')
    // With no-referrer, browsers would send forms with `Origin: null`.
    context.header('Referrer-Policy', 'same-origin')
    // A page that opened ours, or that ours opens, gets no handle on its window.
    context.header('Cross-Origin-Opener-Policy', 'same-origin')
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store')
  }
}

/** Prevents DNS rebinding: a page in a browser on this machine could read the server under its own host name. */
export function rejectForeignHosts(listening: string, name: string, own = ''): MiddlewareHandler {
  const isLocal = loopback.test(listening)
  return async (context, next) => {
    const host = (context.req.header('Host') ?? '').replace(/:\d+$/, '')
    if (!isLocal || loopback.test(host) || host === own) return next()
    return context.text(`Request ${name} as localhost.\n`, 421)
  }
}
