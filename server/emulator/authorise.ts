import { Hono } from 'hono'
import { permissions } from '../src/platform/platform-tokens.ts'
import { authorisePage, problemPage } from './authorise-page.ts'
import { readAuthoriseRequest, redirectTo } from './authorise-request.ts'
import { authoriseStyle } from './authorise-style.ts'
import type { EmulatorEnv } from './delivery.ts'
import { loopbackOnly } from './loopback-guard.ts'
import type { PlatformState } from './platform-state.ts'
import { smallBody } from './small-body.ts'

const security = {
  // Under no-referrer a browser would send the form with the origin null.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/** The platform's page where an owner lets an app in. */
export function authorise(state: PlatformState): Hono<EmulatorEnv> {
  const { apps, users, grants, urls } = state
  const path = '/oauth/authorize'

  return new Hono<EmulatorEnv>()
    .get('/authorise.css', (context) =>
      context.body(authoriseStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
    )
    .use(path, async ({ req, header }, next) => {
      await next()
      for (const [name, value] of Object.entries(security)) header(name, value)
      const query = new URL(req.url).searchParams
      const request = readAuthoriseRequest(query, apps)
      header('Content-Security-Policy', policy(typeof request === 'string' ? null : request))
    })
    .get(path, (context) => {
      const request = readAuthoriseRequest(new URL(context.req.url).searchParams, apps)
      return typeof request === 'string'
        ? context.html(problemPage(request), 400)
        : context.html(authorisePage(request, users.list(), urls))
    })
    .post(path, loopbackOnly(state), smallBody, async (context) => {
      const request = readAuthoriseRequest(new URL(context.req.url).searchParams, apps)
      if (typeof request === 'string') return context.html(problemPage(request), 400)
      const form = await context.req.parseBody({ all: true })
      if (form.decision !== 'allow') return context.redirect(redirectTo(request, denial), 303)
      const user = users.list().find(({ userId }) => userId === form.user)
      if (!user) return context.html(problemPage('Choose one of the users.'), 400)
      const allowed = [form.scope ?? []].flat()
      const code = grants.issueCode({
        clientId: request.app.clientId,
        userId: user.userId,
        redirectUri: request.redirectUri,
        permissions: request.scopes.filter(
          (scope) => scope === permissions.basic || allowed.includes(scope),
        ),
      })
      return context.redirect(redirectTo(request, { code }), 303)
    })
}

const denial = {
  error: 'access_denied',
  error_reason: 'user_denied',
  error_description: 'The user denied your request',
}

/** A form may lead only to this page and to where the answer goes: browsers check the redirect as well. */
function policy(request: { redirectUri: string } | null): string {
  const target = request ? ` ${new URL(request.redirectUri).origin}` : ''
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`
}
