import { randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import { ConnectionRejected, type Grant } from '../connections/lifecycle.ts'
import { createCookie } from '../http/cookies.ts'
import type { OwnerSession } from '../owners/auth.ts'
import { callbackPath } from '../platform/platform-client.ts'
import { PlatformError, type PlatformErrorKind } from '../platform/platform-problems.ts'
import { permissions } from '../platform/platform-schema.ts'
import { mapProfile } from '../refresh/mapping.ts'
import { done, type Notice, notSetUp, page, problem } from './layout.ts'
import { createNotices, type DashboardContext, type DashboardParts, type Routes } from './routes.ts'

const unconnectable = problem(notSetUp)

/** How long an attempt to connect may take. */
const attemptMs = 10 * 60_000

/** How many attempts of a browser can be completed, such as in several windows. */
const maximumAttempts = 8

const validState = /^[\w-]{43}$/

/** Returns the states of the attempts of a browser, the newest first. */
function attemptsIn({ req }: DashboardContext): string[] {
  const sent = req.header('Cookie') ?? ''
  const attempts = [...sent.matchAll(/photofeed_connect_([\w-]{43})=[^;]*\.(\d+)/g)]
  // Browsers send the oldest first.
  const newest = attempts.reverse().sort(([, , a], [, , b]) => Number(b) - Number(a))
  return newest.map(([, state = '']) => state)
}

/** Adds the routes to the photo platform and back. */
export function connectRoutes({ get, post }: Routes, parts: DashboardParts): void {
  const { baseUrl, connections, platform, clock, report } = parts
  /** A cookie for each OAuth state (RFC 6749, 10.12), with the session that began, the account to reconnect, and the end. */
  const attemptOf = (state: string) => createCookie(baseUrl, `connect_${state}`, attemptMs)
  const { toAccounts, toFeed } = createNotices(parts)

  function toPlatform(context: DashboardContext, session: OwnerSession, accountId: number | null) {
    if (!platform) return toAccounts(context, session, unconnectable)
    const state = randomBytes(32).toString('base64url')
    const cookie = attemptOf(state).store(
      [session.id, accountId ?? '', clock() + attemptMs].join('.'),
    )
    context.header('Set-Cookie', cookie, { append: true })
    // Proxies reject headers of more than 8 KB.
    for (const old of attemptsIn(context).slice(maximumAttempts - 1)) {
      context.header('Set-Cookie', attemptOf(old).clear(), { append: true })
    }
    return departurePage(context, session, platform.authorizeUrl({ state }))
  }

  /** Ends an attempt, and returns the account to reconnect; null connects another. */
  function claimAttempt(context: DashboardContext, { id }: OwnerSession): number | null {
    const state = context.req.query('state') ?? ''
    if (!validState.test(state)) throw new ConnectionRejected(stale)
    const attempt = attemptOf(state)
    const [sessionId, accountId, end] = (attempt.read(context.req.raw.headers) ?? '').split('.')
    if (sessionId !== id || !(Number(end) > clock())) throw new ConnectionRejected(stale)
    context.header('Set-Cookie', attempt.clear(), { append: true })
    return accountId ? Number(accountId) : null
  }

  /** Handles the return from the platform. Returns the notice for the owner, and the account that is connected. */
  async function finish(
    context: DashboardContext,
    session: OwnerSession,
  ): Promise<{ notice: Notice; accountId?: number }> {
    if (!platform) return { notice: unconnectable }
    const { owner } = session
    try {
      const accountId = claimAttempt(context, session)
      const grant = await obtainGrant(platform, context)
      const name = `@${grant.profile.username}`
      if (accountId === null) {
        const connected = await connections.connect(owner.id, grant)
        report('connected', { accountId: connected.accountId, ownerId: owner.id })
        const notice = done(`${name} is connected. Its posts are being imported.`)
        return { notice, accountId: connected.accountId }
      }
      await connections.reconnect(owner.id, accountId, grant)
      report('reconnected', { accountId, ownerId: owner.id })
      return { notice: done(`${name} is connected again. Your site goes on.`), accountId }
    } catch (error) {
      if (error instanceof ConnectionRejected) return { notice: problem(error.message) }
      if (!(error instanceof PlatformError)) throw error
      const { kind, reason } = error
      const details = { kind, problem: error.problem, error: error.message }
      report('failedConnect', { ...details, ownerId: owner.id })
      return { notice: problem(`${reason}${advice[kind] ?? ''}`) }
    }
  }

  post('/connect', 'owner', (context, session) => toPlatform(context, session, null))
  post('/accounts/:accountId/reconnect', 'account owner', (context, session, { accountId }) =>
    toPlatform(context, session, accountId),
  )
  get(callbackPath, 'owner', async (context, session) => {
    const { notice, accountId } = await finish(context, session)
    return accountId === undefined
      ? toAccounts(context, session, notice)
      : toFeed(context, session, accountId, notice)
  })
}

/** Not a redirect: `form-action` would have to name every host that the platform redirects to. */
function departurePage(
  context: DashboardContext,
  { owner }: OwnerSession,
  url: string,
): Response | Promise<Response> {
  const { host } = new URL(url)
  const body = html`<h1>On to ${host}</h1>
<p>If nothing happens, <a href="${url}">go on to ${host}</a>.</p>`
  context.header('Refresh', `0; url=${url}`)
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
  app: ' Only its operator can repair that. Please try again later.',
}

const stale =
  'This connection was started in another browser or more than ten minutes ago, or is complete already. Please connect again.'

async function obtainGrant(
  platform: NonNullable<DashboardParts['platform']>,
  { req }: DashboardContext,
): Promise<Grant> {
  // RFC 6749, 4.1.2.1
  const { error, code } = req.query()
  if (error === 'access_denied') {
    throw new ConnectionRejected(
      'You did not allow access on the photo platform, so nothing has changed.',
    )
  }
  if (error !== undefined || !code) {
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
