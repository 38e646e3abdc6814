import { Hono } from 'hono'
import type { OwnerSession } from '../owners/auth.ts'
import { accountRoutes } from './account-routes.ts'
import { connectRoutes } from './connect-routes.ts'
import type { DashboardEnv, DashboardParts, Route, SignedInView } from './dashboard-parts.ts'
import { contentSecurity, createGuards, errorPage, securityHeaders } from './guards.ts'
import { settingsRoutes } from './settings.ts'
import { resetRoutes, signInRoutes } from './sign-in-routes.ts'

/** Creates the pages on which owners manage their accounts. Ignores all other paths. */
export function createDashboard(parts: DashboardParts): Hono<DashboardEnv> {
  const app = new Hono<DashboardEnv>()
  const policy = contentSecurity(new URL(parts.cdnUrl).origin)
  const guardsOf = createGuards(parts)
  const routes: Route[] = [
    ...signInRoutes(parts),
    ...resetRoutes(parts),
    ...settingsRoutes(parts),
    ...accountRoutes(parts),
    ...connectRoutes(parts),
    ...signedInRoutes(parts),
  ]
  for (const route of routes) {
    const { method, path, security = policy, handle } = route
    app.on(method, path, securityHeaders(security), ...guardsOf(route), handle)
  }
  app.onError((error, context) => {
    parts.onError(error)
    return errorPage(context, 'broken down')
  })
  return app
}

/** The pages for owners that are written elsewhere. */
function signedInRoutes({ signedInPages = [], store, keys }: DashboardParts): Route[] {
  async function viewFor({ owner }: OwnerSession): Promise<SignedInView> {
    const { cards } = await store.cardsOf(owner.id)
    const apiKeys = await keys.findAll(cards.map(({ accountId }) => accountId))
    const accounts = cards.flatMap(({ accountId, plan, profile }) => {
      const apiKey = apiKeys.get(accountId)
      return apiKey ? [{ accountId, username: profile.username, plan, apiKey }] : []
    })
    return { owner: { email: owner.email }, accounts }
  }

  return signedInPages.map(({ path, security, render }) => ({
    ...{ method: 'GET', path, for: 'owner', security },
    handle: async (context) => context.html(await render(await viewFor(context.get('session')))),
  }))
}
