import { randomBytes } from 'node:crypto'
import { createReturn } from './connect-return.ts'
import type { DashboardContext, DashboardParts, Route } from './dashboard-parts.ts'
import { departurePage } from './departure-page.ts'
import { notSetUp } from './not-set-up.ts'
import type { Notice } from './notices.ts'

const unconnectable: Notice = { kind: 'problem', text: notSetUp }

/** To the photo platform and back. */
export function connectRoutes(parts: DashboardParts): Route[] {
  const { store, platform, clock, random = () => randomBytes(32) } = parts
  const comeBack = platform && createReturn({ ...parts, platform })

  async function toAccounts(context: DashboardContext, notice: Notice): Promise<Response> {
    await store.notices.leave(context.get('session').id, notice)
    return context.redirect('/accounts', 303)
  }

  async function toPlatform(context: DashboardContext, accountId: number | null) {
    if (!platform) return toAccounts(context, unconnectable)
    const state = random().toString('base64url')
    const sessionId = context.get('session').id
    await store.attempts.begin({ state, sessionId, accountId }, clock())
    return departurePage(context, platform.authoriseUrl({ state }))
  }

  return [
    {
      ...{ method: 'POST', path: '/connect', for: 'owner' },
      answer: (context) => toPlatform(context, null),
    },
    {
      ...{ method: 'POST', path: '/accounts/:accountId/reconnect', for: 'account owner' },
      answer: (context) => toPlatform(context, context.get('account').accountId),
    },
    {
      ...{ method: 'GET', path: '/connect/callback', for: 'owner' },
      async answer(context) {
        if (!comeBack) return toAccounts(context, unconnectable)
        const query = new URL(context.req.url).searchParams
        return toAccounts(context, await comeBack(context.get('session'), query))
      },
    },
  ]
}
