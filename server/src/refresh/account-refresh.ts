import type { DownloadFetch } from '@photofeed/core/node'
import { refresh } from '@photofeed/openapi'
import type { AccountConnections } from '../connections/account-connections.ts'
import type { Connection } from '../connections/connection.ts'
import { isBroken } from '../connections/lifecycle.ts'
import type { Report } from '../events.ts'
import type { ClaimedJob } from '../jobs/jobs.ts'
import { LostJob } from '../jobs/leases.ts'
import { type Handler, RetryAt } from '../jobs/work-runner.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import { PlatformError, type PlatformErrorKind } from '../platform/platform-problems.ts'
import { createMediaSource } from './download.ts'
import { mapProfile } from './mapping.ts'
import { createMediaIntake, type MediaIntake } from './media-intake.ts'
import type { Refreshes } from './refreshes.ts'

/** The parts of every kind of refresh. */
export interface RefreshParts {
  platform: PlatformClient
  connections: AccountConnections
  refreshes: Refreshes
  media: MediaStore
  /** Downloads media from allowed addresses only. */
  download: DownloadFetch
  clock(): number
  /** From 0 to below 1. */
  random(): number
  report: Report
}

/** Resolves with null if it completed the job itself. */
export type RefreshHandler = Handler<ClaimedJob, { nextRunAt: number } | null>

/** An account that is refreshed, and its token. */
export type AccountWithToken = Awaited<ReturnType<typeof loadAccount>>

export async function loadAccount(connections: AccountConnections, accountId: number) {
  const found = await connections.findWithToken(accountId)
  if (!found) throw new LostJob('The account is disconnected.')
  return found
}

/** Returns when a job runs again: up to a tenth early, so that accounts that were connected together drift apart. */
export function nextRun({ clock, random }: RefreshParts, intervalMs: number): number {
  return clock() + Math.round(intervalMs * (1 - random() / 10))
}

const downloadMs = 60_000
export const day = 86_400_000

/** Returns an intake of media that ends when the signal aborts. `checksFiles` is whether it looks for stored files. */
export function mediaIntake(
  { media, download }: RefreshParts,
  { mediaId }: Connection,
  signal: AbortSignal,
  checksFiles: boolean,
): MediaIntake {
  const deadline = () => AbortSignal.any([signal, AbortSignal.timeout(downloadMs)])
  return createMediaIntake(
    {
      put: (content, known) => media.put(mediaId, content, known),
      has: checksFiles ? media.has : async () => true,
    },
    createMediaSource({ fetch: download, deadline }),
  )
}

/** Reports what an intake has downloaded. */
export function reportMedia(
  { report }: Pick<RefreshParts, 'report'>,
  accountId: number,
  intake: MediaIntake,
): void {
  const { stored, notStored } = intake.report()
  if (stored > 0 || notStored.length > 0)
    report('downloadedMedia', { accountId, stored, notStored })
}

/**
 * Handles an error of the platform during a refresh. An error of one of the kinds breaks the connection: only its owner can
 * end the reason. After any other, nothing changes and the run is retried.
 */
export async function handlePlatformError(
  error: unknown,
  { connection, token }: AccountWithToken,
  { connections, clock, report }: Pick<RefreshParts, 'connections' | 'clock' | 'report'>,
  breaking: readonly PlatformErrorKind[] = ['token'],
): Promise<void> {
  if (!(error instanceof PlatformError)) throw error
  if (error.kind === 'throttled') throw new RetryAt(error.message, error.retryAt ?? clock())
  if (!breaking.includes(error.kind)) throw error
  const { accountId } = connection
  const isCurrent = await connections.loseAccess(accountId, token, error.reason)
  if (!isCurrent) throw new RetryAt('The owner granted access again during the run.', clock())
  if (!isBroken(connection.state)) report('brokenConnection', { accountId, error: error.message })
}

/** Creates the job that fetches an account's profile with its picture, once a day. */
export function createProfileRefresh(parts: RefreshParts): RefreshHandler {
  const { platform, connections, refreshes } = parts

  return async (job, signal) => {
    const account = await loadAccount(connections, job.accountId)
    try {
      const { profile } = mapProfile(await platform.profile(account.token, { signal }))
      const known = await refreshes.findProfile(job.accountId)
      const intake = mediaIntake(parts, account.connection, signal, true)
      const picture =
        profile.picture &&
        (await intake.take({
          media: profile.picture,
          folder: null,
          known: known.picture,
          // The URL has a new signature each time, so only the content shows whether the picture changed.
          refetch: true,
          picture: true,
        }))
      signal.throwIfAborted()
      reportMedia(parts, job.accountId, intake)
      await refreshes.saveProfile(job, { ...profile, picture })
    } catch (error) {
      await handlePlatformError(error, account, parts)
    }
    return { nextRunAt: nextRun(parts, refresh.profileSeconds * 1000) }
  }
}

// The platform renews tokens that are between one and sixty days old. A week leaves time for many attempts.
const renewalAge = 7 * day

/** Creates the job that renews the platform's token on its seventh day, and retries daily until that succeeds. */
export function createTokenRefresh(parts: RefreshParts): RefreshHandler {
  const { platform, connections, clock, report } = parts

  return async (job, signal) => {
    const { accountId } = job
    const account = await loadAccount(connections, accountId)
    const issuedAt = account.connection.tokenIssuedAt ?? 0
    const renewAt = issuedAt + renewalAge
    // A time in the future was written by a wrong clock, so that the age of the token is unknown.
    if (issuedAt <= clock() && clock() < renewAt) return { nextRunAt: renewAt }
    await connections.applyHeld(job, 'token_refresh_started')
    try {
      const { token, expiresAt } = await platform.refreshToken(account.token, { signal })
      await connections.renewToken(accountId, account.token, { token, tokenExpiresAt: expiresAt })
      report('renewedToken', { accountId })
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'token') {
        await handlePlatformError(error, account, parts)
        return { nextRunAt: clock() + day }
      }
      await connections.applyHeld(job, 'token_refresh_postponed')
      if (!(error instanceof PlatformError)) throw error
      const expiresAt = account.connection.tokenExpiresAt
      report('failedRenewal', {
        ...{ accountId, error: error.message },
        expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      })
      throw new RetryAt(error.message, clock() + day)
    }
    return { nextRunAt: clock() + renewalAge }
  }
}
