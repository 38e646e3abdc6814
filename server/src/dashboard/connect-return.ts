import { ConnectionRefused, type Grant } from '../accounts/connection.ts'
import { mapProfile } from '../import/mapping.ts'
import type { OwnerSession } from '../owners/owners.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import type { PlatformErrorKind } from '../platform/platform-problems.ts'
import { PlatformError } from '../platform/platform-problems.ts'
import { permissions } from '../platform/platform-tokens.ts'
import type { DashboardParts } from './dashboard-parts.ts'
import type { Notice } from './notices.ts'

type ReturnParts = Pick<DashboardParts, 'store' | 'connections' | 'clock' | 'onError'> & {
  platform: Pick<PlatformClient, 'exchangeCode' | 'profile'>
}

/** Why an owner comes back with nothing, in a sentence for them. */
class ReturnRefused extends Error {}

const again = ' Please connect once more.'
const later = ' Please try again in a while.'

/** What the owner can do about a failure; the reason says it already where nothing stands here. */
const advice: Partial<Record<PlatformErrorKind, string>> = {
  token: again,
  permission: again,
  throttled: later,
  outage: later,
  malformed: later,
}

/** Takes an owner in who comes back from the platform; what to tell them. */
export function createReturn({ store, connections, platform, clock, onError }: ReturnParts) {
  return async (session: OwnerSession, query: URLSearchParams): Promise<Notice> => {
    try {
      const sessionId = session.id
      const state = query.get('state') ?? ''
      const attempt = await store.attempts.claim({ state, sessionId }, clock())
      if (!attempt) throw new ReturnRefused(stale)
      const grant = await obtainGrant(platform, query)
      return await keep(session.owner.id, attempt.accountId, grant)
    } catch (error) {
      return { kind: 'problem', text: sentenceOf(error, onError) }
    }
  }

  async function keep(ownerId: string, accountId: number | null, grant: Grant): Promise<Notice> {
    const name = `@${grant.profile.username}`
    if (accountId === null) {
      await connections.connect(ownerId, grant)
      return { kind: 'done', text: `${name} is connected. Its posts are being imported.` }
    }
    await connections.reconnect(ownerId, accountId, grant)
    return { kind: 'done', text: `${name} is connected again. Its API key is the same as before.` }
  }
}

const stale =
  'This attempt to connect was begun elsewhere, more than ten minutes ago, or was used already. Please connect once more.'

async function obtainGrant(
  platform: ReturnParts['platform'],
  query: URLSearchParams,
): Promise<Grant> {
  // RFC 6749, 4.1.2.1
  const error = query.get('error')
  if (error === 'access_denied') {
    throw new ReturnRefused(
      'You did not allow access on the photo platform, so nothing has changed.',
    )
  }
  const code = query.get('code')
  if (error !== null || !code) {
    throw new ReturnRefused(`The photo platform sent you back without access.${again}`)
  }
  const { userId, token, expiresAt, permissions: allowed } = await platform.exchangeCode(code)
  if (!allowed.includes(permissions.basic)) {
    throw new ReturnRefused(
      'You did not allow access to your profile and posts, which is what a feed is made of. Please connect once more and leave it ticked.',
    )
  }
  const profile = mapProfile(await platform.profile(token))
  const access = { token, tokenExpiresAt: expiresAt, permissions: allowed }
  return { ...profile, ...access, platformOwnerId: userId }
}

function sentenceOf(error: unknown, onError: (error: unknown) => void): string {
  if (error instanceof ReturnRefused || error instanceof ConnectionRefused) return error.message
  if (!(error instanceof PlatformError)) throw error
  // The others are the owner's or pass by themselves.
  if (error.kind === 'malformed') onError(error)
  return `${error.reason}${advice[error.kind] ?? ''}`
}
