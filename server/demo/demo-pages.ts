import type { Scenario } from '@photofeed/core/scenarios'
import { type PlanName, plans } from '@photofeed/openapi'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { controlPrefix } from '../emulator/control.ts'
import type { RunningEmulator } from '../emulator/emulator.ts'
import { faultNames } from '../emulator/faults.ts'
import { securityHeaders } from '../src/dashboard/guards.ts'
import type { DemoOutbox } from './demo-outbox.ts'
import { demoStyle } from './demo-style.ts'
import { type HomeParts, homePage } from './home-page.ts'
import { outboxPage } from './outbox-page.ts'
import { platformPage } from './platform-page.ts'

export interface DemoParts extends HomeParts {
  scenarios: readonly Scenario[]
  outbox: DemoOutbox
  emulator: RunningEmulator
  /** Gives everybody who signed up here a plan. */
  changePlans(plan: PlanName): Promise<void>
}

const security =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const planNames = Object.keys(plans) as PlanName[]

/** The pages that only a demo has. */
export function demoPages(parts: DemoParts): Hono {
  const { url, scenarios, outbox, emulator, changePlans } = parts
  const headers = securityHeaders(security)
  const { origin } = new URL(url)

  return new Hono()
    .get('/demo.json', (context) => context.json({ url, scenarios }))
    .get('/', headers, (context) => context.html(homePage(parts)))
    .post('/demo/plan', headers, csrf({ origin }), async (context) => {
      const form = await context.req.parseBody()
      const plan = planNames.find((name) => name === form.plan)
      if (plan) await changePlans(plan)
      return context.redirect('/', 303)
    })
    .get('/demo/demo.css', headers, (context) =>
      context.body(demoStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
    )
    .get('/demo/outbox', headers, (context) => context.html(outboxPage(outbox.sent())))
    .get('/demo/platform', headers, (context) => context.html(platformPage(emulator)))
    .post('/demo/platform/:user', headers, csrf({ origin }), async (context) => {
      const form = await context.req.parseBody()
      const user = emulator.users.list().find(({ userId }) => userId === context.req.param('user'))
      if (!user) return context.notFound()
      await act(emulator, user.userId, String(form.do), String(form.fault))
      return context.redirect('/demo/platform', 303)
    })
}

async function act(
  { url, users, faults }: RunningEmulator,
  userId: string,
  what: string,
  name: string,
): Promise<void> {
  const fault = faultNames.find((known) => known === name)
  const newest = users.get(userId).posts[0]
  if (what === 'publish') users.addPost(userId)
  if (what === 'delete' && newest) users.deletePost(userId, newest.id)
  if (what === 'break' && fault) faults.set(userId, fault)
  if (what === 'repair') faults.clear(userId)
  if (what === 'remove')
    await fetch(`${url}${controlPrefix}/users/${userId}/removal`, { method: 'POST' })
}
