import { Hono } from 'hono'
import { accountRoutes } from './accounts.ts'
import { connectRoutes } from './connect-routes.ts'
import { feedRoutes } from './feed-routes.ts'
import { createFormRoutes } from './forms.ts'
import { frontDoorRoutes } from './front-door.ts'
import { keyPageRoutes } from './key-pages.ts'
import { createRoutes, type DashboardEnv, type DashboardParts, errorPage } from './routes.ts'
import { settingsRoutes } from './settings.ts'
import { signInRoutes } from './sign-in.ts'

/** Creates the pages on which owners manage their accounts. Ignores all other paths. */
export function createDashboard(parts: DashboardParts): Hono<DashboardEnv> {
  const app = new Hono<DashboardEnv>()
  const routes = createRoutes(app, parts)
  const forms = createFormRoutes(routes, parts)
  frontDoorRoutes(routes, parts.settings.signUp === 'open')
  signInRoutes(routes, forms, parts)
  settingsRoutes(routes, forms, parts)
  accountRoutes(routes, forms, parts)
  feedRoutes(routes, parts)
  connectRoutes(routes, parts)
  keyPageRoutes(routes, parts)
  routes.get('/not-found', 'guest or owner', (context, session) =>
    errorPage(context, 'no such page', session?.owner),
  )
  app.onError((error, context) => {
    parts.onError(error)
    return errorPage(context, 'broken down')
  })
  return app
}
