import type { MiddlewareHandler } from 'hono'
import type { DashboardEnv, DashboardParts, Route } from './dashboard-parts.ts'
import { refusalPage } from './refusal-page.ts'
import { isSameOrigin, isSmallBody } from './security.ts'

type DashboardGuard = MiddlewareHandler<DashboardEnv>

const accountNumber = /^[1-9]\d{0,14}$/

/** What stands before an answer, by who may come and how. */
export function createGuards({
  baseUrl,
  owners,
  connections,
}: Pick<DashboardParts, 'baseUrl' | 'owners' | 'connections'>): (route: Route) => DashboardGuard[] {
  const sameOrigin: DashboardGuard = async (context, next) =>
    isSameOrigin(context.req.raw.headers, baseUrl) ? next() : refusalPage(context, 'foreign form')

  const smallBody: DashboardGuard = async (context, next) =>
    isSmallBody(context.req.raw.headers) ? next() : refusalPage(context, 'large form')

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
    if (account?.ownerId !== owner.id) return refusalPage(context, 'no such account', owner)
    context.set('account', account)
    return next()
  }

  const byMethod = { GET: [], POST: [sameOrigin, smallBody] }
  const byVisitor = {
    anybody: [],
    owner: [signedIn],
    'account owner': [signedIn, ownAccount],
  }
  return (route) => [...byMethod[route.method], ...byVisitor[route.for]]
}
