import { Hono } from 'hono'
import { accountRoutes } from './account-routes.ts'
import { connectRoutes } from './connect-routes.ts'
import type { DashboardEnv, DashboardParts, Route } from './dashboard-parts.ts'
import { createGuards } from './guards.ts'
import { refusalPage } from './refusal-page.ts'
import { resetRoutes } from './reset-routes.ts'
import { contentSecurity, securityHeaders } from './security.ts'
import { settingsRoutes } from './settings-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { signedInRoutes } from './signed-in-routes.ts'

/** The pages on which owners look after their accounts. It answers its own paths and leaves all others alone. */
export function createDashboard(parts: DashboardParts): Hono<DashboardEnv> {
  const app = new Hono<DashboardEnv>()
  const policy = contentSecurity(parts)
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
    const { method, path, security = policy, answer } = route
    app.on(method, path, securityHeaders(security), ...guardsOf(route), answer)
  }
  app.onError((error, context) => {
    parts.onError(error)
    return refusalPage(context, 'broken down')
  })
  return app
}
