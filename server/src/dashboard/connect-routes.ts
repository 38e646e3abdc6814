import { randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import { ConnectionRejected, type Grant } from '../connections/connection.ts'
import type { OwnerSession } from '../owners/auth.ts'
import { callbackPath } from '../platform/platform-client.ts'
import { PlatformError, type PlatformErrorKind } from '../platform/platform-problems.ts'
import { permissions } from '../platform/platform-tokens.ts'
import { mapProfile } from '../refresh/mapping.ts'
import { toAccounts } from './forms.ts'
import { done, notSetUp, page, problem } from './layout.ts'
import type { DashboardContext, DashboardParts, Routes } from './routes.ts'

const unconnectable = problem(notSetUp)

/** Adds the routes to the photo platform and back. */
export function connectRoutes({ get, post }: Routes, parts: DashboardParts): void {
  const { store, connections, platform, clock, report } = parts

  async function toPlatform(context: DashboardContext, accountId: number | null) {
    if (!platform) return toAccounts(parts, context, unconnectable)
    const state = randomBytes(32).toString('base64url')
    const sessionId = context.get('session').id
    await store.beginAttempt({ state, sessionId, accountId }, clock())
    return departurePage(context, platform.authorizeUrl({ state }))
  }

  /** Handles the return from the platform. Returns the notice for the owner. */
  async function finish({ id: sessionId, owner }: OwnerSession, query: URLSearchParams) {
    if (!platform) return unconnectable
    try {
      const state = query.get('state') ?? ''
      const attempt = await store.claimAttempt({ state, sessionId }, clock())
      if (!attempt) throw new ConnectionRejected(stale)
      const grant = await obtainGrant(platform, query)
      const name = `@${grant.profile.username}`
      if (attempt.accountId === null) {
        await connections.connect(owner.id, grant)
        return done(`${name} is connected. Its posts are being imported.`)
      }
      await connections.reconnect(owner.id, attempt.accountId, grant)
      return done(`${name} is connected again. Its API key is the same as before.`)
    } catch (error) {
      if (error instanceof PlatformError) {
        report('failedConnect', { kind: error.kind, problem: error.problem, error: error.message })
      }
      return problem(sentenceOf(error))
    }
  }

  post('/connect', 'owner', (context) => toPlatform(context, null))
  post('/accounts/:accountId/reconnect', 'account owner', (context) =>
    toPlatform(context, context.get('account').accountId),
  )
  get(callbackPath, 'owner', async (context) => {
    const query = new URL(context.req.url).searchParams
    return toAccounts(parts, context, await finish(context.get('session'), query))
  })
}

/**
 * Sends the browser to the platform. Not by a redirect: that would still be the form's, and `form-action` would have to
 * name every host that the platform redirects to, such as the one where its visitors log in.
 */
function departurePage(context: DashboardContext, url: string): Response | Promise<Response> {
  const { host } = new URL(url)
  const body = html`<h1>On to ${host}</h1>
<p>If nothing happens, <a href="${url}">go on to ${host}</a>.</p>`
  context.header('Refresh', `0; url=${url}`)
  const { owner } = context.get('session')
  return context.html(page({ title: `On to ${host}`, owner, current: '/accounts', body }))
}

const again = ' Please connect again.'
const later = ' Please try again in a while.'

/** What the owner can do about a failure, where the reason does not say it. */
const advice: Partial<Record<PlatformErrorKind, string>> = {
  token: again,
  permission: again,
  throttled: later,
  outage: later,
  malformed: later,
  app: ' Its operator has been notified. Please try again later.',
}

const stale =
  'This attempt to connect was started elsewhere or more than ten minutes ago, or was used already. Please connect again.'

async function obtainGrant(
  platform: NonNullable<DashboardParts['platform']>,
  query: URLSearchParams,
): Promise<Grant> {
  // RFC 6749, 4.1.2.1
  const error = query.get('error')
  if (error === 'access_denied') {
    throw new ConnectionRejected(
      'You did not allow access on the photo platform, so nothing has changed.',
    )
  }
  const code = query.get('code')
  if (error !== null || !code) {
    throw new ConnectionRejected(`The photo platform sent you back without access.${again}`)
  }
  const { userId, token, expiresAt, permissions: allowed } = await platform.exchangeCode(code)
  if (!allowed.includes(permissions.basic)) {
    throw new ConnectionRejected(
      'You did not allow access to your profile and posts, which a feed needs. Please connect again and leave it ticked.',
    )
  }
  const profile = mapProfile(await platform.profile(token))
  const access = { token, tokenExpiresAt: expiresAt, permissions: allowed }
  return { ...profile, ...access, platformOwnerId: userId }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ConnectionRejected) return error.message
  if (!(error instanceof PlatformError)) throw error
  return `${error.reason}${advice[error.kind] ?? ''}`
}
