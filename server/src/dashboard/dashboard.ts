import { Hono, type MiddlewareHandler } from 'hono'
import { contentSecurity, securityHeaders } from '../http/security-headers.ts'
import { accountRoutes } from './account-routes.ts'
import { connectRoutes } from './connect-routes.ts'
import {
  type DashboardEnv,
  type DashboardParts,
  errorPage,
  isSameOrigin,
  isSmallBody,
  type Routes,
  type Who,
} from './guards.ts'
import { playgroundRoutes } from './playground-page.ts'
import { settingsRoutes } from './settings.ts'
import { signInRoutes } from './sign-in.ts'

type Guard = MiddlewareHandler<DashboardEnv>

const accountNumber = /^[1-9]\d{0,14}$/

/** Creates the pages on which owners manage their accounts. Ignores all other paths. */
export function createDashboard(parts: DashboardParts): Hono<DashboardEnv> {
  const { baseUrl, cdnUrl, owners, connections, onError } = parts
  const app = new Hono<DashboardEnv>()
  const usualSecurity = contentSecurity(new URL(cdnUrl).origin)

  const ownForm: Guard = async (context, next) => {
    const { headers } = context.req.raw
    if (!isSameOrigin(headers, baseUrl)) return errorPage(context, 'foreign form')
    return isSmallBody(headers) ? next() : errorPage(context, 'large form')
  }

  const signedOut: Guard = async (context, next) =>
    (await owners.sessions.find(context.req.raw.headers))
      ? context.redirect('/accounts', 303)
      : next()

  const signedIn: Guard = async (context, next) => {
    const session = await owners.sessions.find(context.req.raw.headers)
    if (!session) return context.redirect('/sign-in', 303)
    context.set('session', session)
    await next()
    for (const cookie of session.cookies) context.header('Set-Cookie', cookie, { append: true })
  }

  const ownAccount: Guard = async (context, next) => {
    const number = context.req.param('accountId') ?? ''
    const account = accountNumber.test(number) ? await connections.find(Number(number)) : null
    const { owner } = context.get('session')
    if (account?.ownerId !== owner.id) return errorPage(context, 'no such account', owner)
    context.set('account', account)
    return next()
  }

  const guards: Record<Who, Guard[]> = {
    anybody: [],
    visitor: [signedOut],
    owner: [signedIn],
    'account owner': [signedIn, ownAccount],
  }
  const routes: Routes = {
    get(path, who, handle, security = usualSecurity) {
      app.get(path, securityHeaders(security), ...guards[who], handle)
    },
    post(path, who, handle) {
      app.post(path, securityHeaders(usualSecurity), ownForm, ...guards[who], handle)
    },
  }
  for (const add of [
    signInRoutes,
    settingsRoutes,
    accountRoutes,
    connectRoutes,
    playgroundRoutes,
  ]) {
    add(routes, parts)
  }
  app.onError((error, context) => {
    onError(error)
    return errorPage(context, 'broken down')
  })
  return app
}
