import { Hono } from 'hono'
import { deliver, type EmulatorEnv } from './delivery.ts'
import { tokenError } from './errors.ts'
import type { EmulatedToken } from './grants.ts'
import { smallBody } from './guards.ts'
import type { PlatformState } from './platform-state.ts'

/** The token host: a code becomes a token of one hour. */
export function tokenEndpoint(state: PlatformState): Hono<EmulatorEnv> {
  const { apps, grants, faults, users, settings } = state

  return new Hono<EmulatorEnv>().post('/oauth/access_token', smallBody, async (context) => {
    const form = await context.req.parseBody()
    const field = (name: string) => String(form[name] ?? '')
    const code = field('code')
    const owner = grants.userOfCode(code)
    const fault = owner === null ? null : faults.take(owner, 'code')
    return deliver(context, fault, state, () => {
      const clientId = field('client_id')
      const app = apps.get(clientId)
      if (!app || field('client_secret') !== app.clientSecret) {
        throw tokenError('Invalid platform app')
      }
      if (field('grant_type') !== 'authorization_code') throw tokenError('Invalid grant_type')
      const token = grants.redeem(code, clientId, field('redirect_uri'))
      const { appScopedId } = users.get(token.userId)
      return settings.shape === 'wrapped'
        ? documented(token, appScopedId)
        : flat(token, appScopedId)
    })
  })
}

function documented({ text, permissions }: EmulatedToken, userId: string) {
  return {
    data: [{ access_token: text, user_id: userId, permissions: permissions.join(',') }],
  }
}

/** As others have seen it, with a number that JavaScript would round. */
function flat({ text, permissions }: EmulatedToken, userId: string) {
  return { access_token: text, user_id: exactNumber(userId), permissions }
}

// TypeScript does not know it yet.
const { rawJSON: exactNumber } = JSON as unknown as { rawJSON(text: string): unknown }
