import { refresh } from '@photofeed/openapi'
import type { Connection } from '../accounts/connection.ts'
import type { AccountConnections } from '../db/account-connections.ts'
import type { ClaimedJob } from '../db/jobs.ts'
import { LostJob } from '../db/leases.ts'
import type { Refreshes } from '../db/refreshes.ts'
import type { Fetch } from '../import/download.ts'
import { mapProfile } from '../import/mapping.ts'
import { createMediaIntake, type MediaIntake } from '../import/media-intake.ts'
import { createMediaSource } from '../import/media-source.ts'
import { type Handler, RetryAt } from '../jobs/work-runner.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import { PlatformError } from '../platform/platform-problems.ts'

/** What every kind of refresh works with. */
export interface RefreshParts {
  platform: PlatformClient
  connections: AccountConnections
  refreshes: Refreshes
  media: MediaStore
  /** Downloads media; decides which addresses may be asked. */
  download: Fetch
  clock(): number
  /** Called after a listing that lacks so many posts that they are not deleted yet. */
  onMissingPosts?(found: MissingPosts): void
}

export interface MissingPosts {
  accountId: number
  missing: number
}

export type RefreshHandler = Handler<ClaimedJob, { nextRunAt: number }>

/** An account that is refreshed, with the token to ask for it. */
export interface Refreshed {
  connection: Connection
  token: string
}

export async function refreshed(
  connections: AccountConnections,
  accountId: number,
): Promise<Refreshed> {
  const connection = await connections.find(accountId)
  const token = await connections.token(accountId)
  if (connection && token !== null) return { connection, token }
  throw new LostJob('The account is disconnected.')
}

const downloadMs = 60_000
const dayMs = 86_400_000

/**
 * Takes media until the run has to stop. Whether what is stored is still there is asked once a day: a bucket counts, and
 * charges for, every question.
 */
export function mediaIntake(
  { media, download, clock }: RefreshParts,
  { mediaId, lastFetchAt }: Connection,
  signal: AbortSignal,
): MediaIntake {
  const deadline = () => AbortSignal.any([signal, AbortSignal.timeout(downloadMs)])
  const looksAgain = lastFetchAt === null || dayOf(lastFetchAt) !== dayOf(clock())
  return createMediaIntake(
    {
      put: (content, known) => media.put(mediaId, content, known),
      has: looksAgain ? media.has : async () => true,
    },
    createMediaSource({ fetch: download, deadline }),
  )
}

function dayOf(time: number): number {
  return Math.floor(time / dayMs)
}

/**
 * Handles an error of the platform during a refresh. Only a refused token breaks the connection: a throttled or ailing
 * platform leaves everything as it is, and the run is tried again.
 */
export async function handlePlatformError(
  error: unknown,
  { connection, token }: Refreshed,
  { connections, clock }: { connections: AccountConnections; clock(): number },
): Promise<void> {
  if (!(error instanceof PlatformError)) throw error
  if (error.kind === 'throttled') throw new RetryAt(error.message, error.retryAt ?? clock())
  if (error.kind !== 'token') throw error
  const isCurrent = await connections.rejectToken(connection.accountId, token, error.reason)
  if (!isCurrent) throw new RetryAt('The owner has given access anew meanwhile.', clock())
}

/** Fetches an account's profile with its picture, once a day. */
export function createProfileRefresh(parts: RefreshParts): RefreshHandler {
  const { platform, connections, refreshes, clock } = parts

  return async (job, signal) => {
    const account = await refreshed(connections, job.accountId)
    try {
      const { profile } = mapProfile(await platform.profile(account.token, { signal }))
      const known = await refreshes.findProfile(job.accountId)
      const picture =
        profile.picture &&
        (await mediaIntake(parts, account.connection, signal).take({
          media: profile.picture,
          folder: null,
          known: known.picture,
          // The platform signs the URL anew each time, so only the content shows whether the picture is another one.
          refetch: true,
          picture: true,
        }))
      signal.throwIfAborted()
      await refreshes.saveProfile(job, { ...profile, picture })
    } catch (error) {
      await handlePlatformError(error, account, parts)
    }
    return { nextRunAt: clock() + refresh.profileSeconds * 1000 }
  }
}

const day = 86_400_000
// The platform renews no token that is younger than a day, and no token at all after sixty: a week leaves many tries.
const renewalAge = 7 * day

/** Renews the platform's token from its seventh day on, and tries daily until that succeeds. */
export function createTokenRefresh(parts: RefreshParts): RefreshHandler {
  const { platform, connections, clock } = parts

  return async ({ accountId }, signal) => {
    const account = await refreshed(connections, accountId)
    const issuedAt = account.connection.tokenIssuedAt ?? 0
    const renewAt = issuedAt + renewalAge
    // A token from the future is one of a clock that was wrong: nobody knows how old it is.
    if (issuedAt <= clock() && clock() < renewAt) return { nextRunAt: renewAt }
    await connections.apply(accountId, 'token_refresh_started')
    try {
      const { token, expiresAt } = await platform.refreshToken(account.token, { signal })
      await connections.renewToken(accountId, account.token, { token, tokenExpiresAt: expiresAt })
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'token') {
        await handlePlatformError(error, account, parts)
        return { nextRunAt: clock() + day }
      }
      await connections.apply(accountId, 'token_refresh_postponed')
      if (!(error instanceof PlatformError)) throw error
      throw new RetryAt(error.message, clock() + day)
    }
    return { nextRunAt: clock() + renewalAge }
  }
}
