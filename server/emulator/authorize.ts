import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { assets } from '../src/assets.ts'
import { permissions } from '../src/platform/platform-schema.ts'
import { authorizePage, problemPage } from './authorize-page.ts'
import type { EmulatorContext, EmulatorEnv } from './delivery.ts'
import { ownPage, smallBody } from './guards.ts'
import type { EmulatedApp, PlatformState } from './platform-state.ts'

const stylesheet = new URL('dashboard/authorize.css', assets)

const security = {
  // Under no-referrer a browser would send the form with the origin null.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/** The platform's page where an owner allows an app to read an account. */
export function authorize(state: PlatformState): Hono<EmulatorEnv> {
  const { apps, users, grants, urls } = state
  const path = '/oauth/authorize'

  /** Offers the user whom this browser chose before, unless the app requires to choose again. */
  function offeredUsers(context: EmulatorContext, { chooses }: AuthorizeRequest) {
    const current = users.list().find(({ userId }) => userId === getCookie(context, session))
    return current && !chooses ? [current] : users.list()
  }

  return new Hono<EmulatorEnv>()
    .get('/authorize.css', async (context) =>
      context.body(await readFile(stylesheet), 200, { 'Content-Type': 'text/css; charset=utf-8' }),
    )
    .use(path, async ({ req, header }, next) => {
      await next()
      for (const [name, value] of Object.entries(security)) header(name, value)
      const query = new URL(req.url).searchParams
      const request = readAuthorizeRequest(query, apps)
      header('Content-Security-Policy', policy(typeof request === 'string' ? null : request))
    })
    .get(path, (context) => {
      const request = readAuthorizeRequest(new URL(context.req.url).searchParams, apps)
      return typeof request === 'string'
        ? context.html(problemPage(request), 400)
        : context.html(authorizePage(request, offeredUsers(context, request), urls))
    })
    .post(path, ownPage, smallBody, async (context) => {
      const request = readAuthorizeRequest(new URL(context.req.url).searchParams, apps)
      if (typeof request === 'string') return context.html(problemPage(request), 400)
      const form = await context.req.parseBody({ all: true })
      if (form.decision !== 'allow') return context.redirect(redirectTo(request, denial), 303)
      const user = users.list().find(({ userId }) => userId === form.user)
      if (!user) return context.html(problemPage('Choose one of the users.'), 400)
      setCookie(context, session, user.userId, { path: '/www', httpOnly: true, sameSite: 'Lax' })
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

/** The cookie that names the user who is logged in. */
const session = 'emulated_platform_user'

const denial = {
  error: 'access_denied',
  error_reason: 'user_denied',
  error_description: 'The user denied your request',
}

/** The form may lead to this page and to the app's redirect URI only: browsers check the redirect as well. */
function policy(request: { redirectUri: string } | null): string {
  const target = request ? ` ${new URL(request.redirectUri).origin}` : ''
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`
}

/** The query of the authorize page, in which an app requests access. */
interface AuthorizeRequest {
  app: EmulatedApp
  redirectUri: string
  scopes: string[]
  state: string | null
  /** Whether the visitor chooses the user again. */
  chooses: boolean
}

const knownScopes: readonly string[] = Object.values(permissions)

/** Reads the query. Returns a sentence about the problem if no redirect is safe. */
function readAuthorizeRequest(
  query: URLSearchParams,
  apps: ReadonlyMap<string, EmulatedApp>,
): AuthorizeRequest | string {
  const app = apps.get(query.get('client_id') ?? '')
  if (!app) return 'No app has this client_id. Check it, or register the app.'
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!app.redirectUris.includes(redirectUri)) {
    return `This redirect_uri is not registered for ${app.name}. Registered: ${app.redirectUris.join(', ')}`
  }
  if (query.get('response_type') !== 'code') return 'The response_type must be code.'
  const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
  const unknown = scopes.find((scope) => !knownScopes.includes(scope))
  if (unknown !== undefined || !scopes.includes(permissions.basic)) {
    return `The scope must contain ${permissions.basic}, and may contain ${permissions.comments} only besides.`
  }
  const invalid = scopes.filter((scope) => app.scopes?.includes(scope) === false)
  if (invalid.length > 0) return `Invalid scopes: ${invalid.join(', ')}`
  const chooses = query.get('force_reauth') === 'true'
  return { app, redirectUri, scopes, state: query.get('state'), chooses }
}

/** Returns the URL that the browser goes back to. The platform appends `#_`. */
function redirectTo(
  { redirectUri, state }: AuthorizeRequest,
  parameters: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
  if (state !== null) url.searchParams.append('state', state)
  return `${url.href}#_`
}
