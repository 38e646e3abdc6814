import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { DashboardContext, DashboardEnv, DashboardParts, Route } from './dashboard-parts.ts'
import { page } from './layout.ts'

type DashboardGuard = MiddlewareHandler<DashboardEnv>

const accountNumber = /^[1-9]\d{0,14}$/

/** Middleware that runs before a route, by who may request it and how. */
export function createGuards({ baseUrl, owners, connections }: DashboardParts) {
  const sameOrigin: DashboardGuard = async (context, next) =>
    isSameOrigin(context.req.raw.headers, baseUrl) ? next() : errorPage(context, 'foreign form')

  const smallBody: DashboardGuard = async (context, next) =>
    isSmallBody(context.req.raw.headers) ? next() : errorPage(context, 'large form')

  const signedIn: DashboardGuard = async (context, next) => {
    const session = await owners.session(context.req.raw.headers)
    if (!session) return context.redirect('/sign-in', 303)
    context.set('session', session)
    await next()
    for (const cookie of session.cookies) {
      context.header('Set-Cookie', cookie, { append: true })
    }
  }

  const ownAccount: DashboardGuard = async (context, next) => {
    const number = context.req.param('accountId') ?? ''
    const account = accountNumber.test(number) ? await connections.find(Number(number)) : null
    const { owner } = context.get('session')
    if (account?.ownerId !== owner.id) return errorPage(context, 'no such account', owner)
    context.set('account', account)
    return next()
  }

  const byMethod = { GET: [], POST: [sameOrigin, smallBody] }
  const byVisitor = {
    anybody: [],
    owner: [signedIn],
    'account owner': [signedIn, ownAccount],
  }
  return (route: Route): DashboardGuard[] => [...byMethod[route.method], ...byVisitor[route.for]]
}

const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
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

/** Headers of every response, errors included. */
export function securityHeaders(security: string): MiddlewareHandler {
  return async (context, next) => {
    await next()
    context.header('Content-Security-Policy', security)
    context.header('X-Content-Type-Options', 'nosniff')
    // With no-referrer, browsers would send forms with `Origin: null`.
    context.header('Referrer-Policy', 'same-origin')
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store')
  }
}

/** Whether one of our own pages sent a form: browsers report it, and other clients have no session cookie. */
function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get('Origin')
  if (origin !== null) return origin === new URL(baseUrl).origin
  return headers.get('Sec-Fetch-Site') === 'same-origin'
}

const maximumBytes = 16 * 1024

/**
 * Whether a body declares its length and is no larger than any form here. Hono's own limit makes a new Request, which
 * fails where @hono/node-server leaves the global objects alone.
 */
function isSmallBody(headers: Headers): boolean {
  const usual = headers.has('Transfer-Encoding') ? Number.POSITIVE_INFINITY : 0
  return Number(headers.get('Content-Length') ?? usual) <= maximumBytes
}

const errorPages = {
  'foreign form': {
    status: 403,
    title: 'Rejected',
    text: 'This form was not sent from this site. Open the page here and send it again.',
  },
  'large form': { status: 413, title: 'Too large', text: 'The form is too large.' },
  'no such account': {
    status: 404,
    title: 'Not found',
    text: 'You have no such account.',
  },
  'broken down': {
    status: 500,
    title: 'Something went wrong',
    text: 'This is not your fault, and it has been reported. Try again in a while.',
  },
} as const

/** A page of one sentence, with a way back. */
export function errorPage(
  context: DashboardContext,
  name: keyof typeof errorPages,
  owner: { email: string } | null = null,
): Response | Promise<Response> {
  const { status, title, text } = errorPages[name]
  const body = html`<h1>${title}</h1>
<p>${text}</p>
<p><a href="/accounts">Back to your accounts</a></p>`
  return context.html(page({ title, owner, body }), status)
}
