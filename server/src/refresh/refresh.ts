import type { DownloadFetch } from '@photofeed/core/node'
import { isBroken } from '../connections/lifecycle.ts'
import type { Report } from '../log.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import { PlatformError, type PlatformErrorKind } from '../platform/platform-problems.ts'
import type { AccountConnections, Connection } from '../stores/service/connections.ts'
import type { Refreshes } from '../stores/service/refreshes.ts'
import type { WorkQueue } from '../stores/service/work.ts'
import {
  type ClaimedJob,
  type ClaimedWork,
  type JobKind,
  LostJob,
} from '../stores/service/work-kinds.ts'
import { type End, type Handler, RetryAt } from '../work/work-runner.ts'
import { Intake } from './intake.ts'

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
  work: Pick<WorkQueue, 'complete' | 'fail'>
}

export interface AccountWithToken {
  connection: Connection
  token: string
}

/** Returns in how many milliseconds a job runs again: up to a tenth early, so that accounts that were connected together drift apart. */
export function nextRunIn({ random }: RefreshParts, intervalMs: number): number {
  return Math.round(intervalMs * (1 - random() / 10))
}

export const day = 86_400_000

/** Creates the intake of a run, which ends when the signal aborts. */
export function createIntake(
  { media, download }: RefreshParts,
  { accountId, mediaId }: Connection,
  signal: AbortSignal,
  checksFiles = true,
): Intake {
  return new Intake({ media, owner: { accountId, mediaId }, fetch: download, signal, checksFiles })
}

export function reportMedia({ report }: RefreshParts, accountId: number, intake: Intake): void {
  const { stored, notStored } = intake.report()
  if (stored > 0 || notStored.length > 0)
    report('downloadedMedia', { accountId, stored, notStored })
}

interface Refresh<Kind extends JobKind> {
  /** The errors that break the connection; by default a rejected token. */
  breaking?: readonly PlatformErrorKind[]
  /** Returns in how many milliseconds a job of a broken connection runs again. */
  whenBrokenMs(connection: Connection): number
  run(job: ClaimedWork<Kind>, account: AccountWithToken, signal: AbortSignal): Promise<End>
}

/** The errors that only the owner can end. */
export const endedByOwner: readonly PlatformErrorKind[] = ['token', 'permission', 'gone']

/** Creates the handler of a job, which breaks the connection on a lost token and on some errors. Others are retried. */
export function createRefresh<Kind extends JobKind>(
  { connections, clock, report, work }: RefreshParts,
  { breaking = ['token'], whenBrokenMs, run }: Refresh<Kind>,
): Handler<ClaimedWork<Kind>> {
  async function breakConnection(
    { accountId, state }: Connection,
    token: string | null,
    { reason, message }: { reason: string | null; message: string },
  ): Promise<void> {
    const broken = await connections.apply(accountId, 'access_lost', { reason, token })
    if (!broken) throw new RetryAt('The owner granted access again during the run.', clock())
    if (!isBroken(state)) report('brokenConnection', { accountId, error: message })
  }

  return async (job, signal) => {
    // TypeScript does not see that a job of any kind has an account.
    const accountId = job.accountId as number
    const found = await connections.findWithToken(accountId)
    if (!found) throw new LostJob('The account is disconnected.')
    const { connection, token } = found
    if (token === null) {
      await breakConnection(connection, token, lostToken)
    } else {
      try {
        return await run(job, { connection, token }, signal)
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error
        if (error.kind === 'throttled') throw new RetryAt(error.message, error.retryAt ?? clock())
        // These do not fail a job once the connection is broken: only its owner can end them.
        const kinds = isBroken(connection.state) ? endedByOwner : breaking
        if (!kinds.includes(error.kind)) throw error
        await breakConnection(connection, token, error)
      }
    }
    return () => work.complete(job as ClaimedJob, whenBrokenMs(connection))
  }
}

const lostToken = {
  reason: 'The stored access to the account was lost on our side.',
  message: 'The token cannot be decrypted: it was encrypted with another secret.',
}
