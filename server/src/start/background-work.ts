import { setTimeout } from 'node:timers/promises'
import type { DownloadFetch } from '@photofeed/core/node'
import type { FailedJob, Report, RunResult } from '../log.ts'
import { MailProblem } from '../mail/mailer.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import { createProfileRefresh, createTokenRefresh } from '../refresh/account-refresh.ts'
import { createPostsRefresh } from '../refresh/posts-refresh.ts'
import type { Database } from '../stores/database.ts'
import { longestUploadMs } from '../stores/service/deletions.ts'
import {
  type ClaimedWork,
  deliveriesPerRefresh,
  jobLanes,
  type Lane,
  laneOf,
  type MailKind,
  type MessageKind,
  messageLanes,
} from '../stores/service/work-kinds.ts'
import type { EdgePurge } from '../work/edge-purge.ts'
import { createWorkRunner, type Delivery, type Handler } from '../work/work-runner.ts'

export interface WorkParts {
  database: Database
  media: MediaStore
  /** Null when no app on the platform is set up: then nothing is refreshed. */
  platform: PlatformClient | null
  /** Downloads media; decides which addresses are allowed. */
  download: DownloadFetch
  /** Purges what a cache in front of the API stores under a key; null if there is no such cache. */
  purge: EdgePurge | null
  /** Sends a mail to an owner. Without a mailer, such messages are dropped. */
  sendMail?: Deliver<MailKind> | null
  /** How many refreshes run at the same time, and as many mails and deletions. */
  concurrency: number
  onError(error: unknown, job?: FailedJob): void
  report: Report
  clock?(): number
  random?(): number
  sleep?(milliseconds: number, signal: AbortSignal): Promise<void>
}

type Deliver<Kind extends MessageKind = MessageKind> = (
  message: ClaimedWork<Kind>,
  signal: AbortSignal,
) => Promise<Delivery>

export function createWork(parts: WorkParts) {
  const { database, platform, onError, concurrency } = parts
  const { clock = Date.now, random = Math.random, sleep = sleepUnlessAborted } = parts
  const { connections, refreshes, work } = database
  const common = {
    ...{ clock, random, sleep, concurrency },
    onError(error: unknown, failed?: ClaimedWork, nextRunInMs: number | null = null) {
      if (!failed) return onError(error)
      const { kind, accountId, attempts, failingSince } = failed
      const nextRun = nextRunInMs === null ? null : toIso(clock() + nextRunInMs)
      const since = failingSince === null ? null : toIso(failingSince)
      onError(error, { kind, accountId, attempt: attempts + 1, failingSince: since, nextRun })
    },
    onEnd: (kind: string, result: RunResult, milliseconds: number) =>
      parts.report('run', { kind, result, seconds: milliseconds / 1000 }),
  }
  const deliver = createDelivery(parts)
  const failing = new Map<Lane, Set<number>>()
  /** Delivers the messages of a lane, and collects the ids of those that failed since one was delivered. */
  function deliveryRunner(lane: Lane, concurrency: number) {
    const failed = new Set<number>()
    failing.set(lane, failed)
    const handler: Handler<ClaimedWork<MessageKind>> = async (message, signal) => {
      try {
        if ((await deliver(message, signal)) === 'delivered') failed.clear()
      } catch (error) {
        // An error about one recipient says nothing about the receiver.
        const isAboutMessage = error instanceof MailProblem && error.isAboutMessage
        if (!signal.aborted && !isAboutMessage) failed.add(message.id)
        throw error
      }
      return () => work.complete(message, null)
    }
    const handlers = Object.fromEntries(Object.keys(laneOf).map((kind) => [kind, handler]))
    return createWorkRunner<MessageKind>({
      ...{ ...common, concurrency, handlers: handlers as Record<MessageKind, typeof handler> },
      queue: { ...work, claim: (limit, leaseMs) => work.claim([lane], limit, leaseMs) },
    })
  }
  const runners = messageLanes.map((lane) =>
    deliveryRunner(lane, deliveriesPerRefresh[lane] * concurrency),
  )
  if (platform) {
    const refresh = { ...parts, platform, connections, refreshes, work, clock, random }
    runners.push(
      createWorkRunner({
        ...common,
        queue: { ...work, claim: (limit, leaseMs) => work.claim(jobLanes, limit, leaseMs) },
        handlers: {
          posts: createPostsRefresh(refresh),
          profile: createProfileRefresh(refresh),
          token: createTokenRefresh(refresh),
        },
        // Jobs that the app's limit would put off are not claimed.
        pausedUntil: platform.pausedUntil,
      }),
    )
  }
  return {
    start() {
      parts.media.sweepDrafts().catch(onError)
      for (const runner of runners) runner.start()
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
    /** Returns how many messages of each lane failed since the last that was delivered. */
    failingDeliveries: () =>
      Object.fromEntries([...failing].map(([lane, { size }]) => [lane, size])),
  }
}

const toIso = (time: number) => new Date(time).toISOString()

/** Creates the function that delivers a message. */
export function createDelivery({ database, media, purge, report, sendMail }: WorkParts): Deliver {
  return async (message, signal) => {
    switch (message.kind) {
      case 'clear_edge':
        await purge?.(message.payload, signal)
        return purge ? 'delivered' : 'skipped'
      case 'delete_account':
        // An account that was connected again keeps its media.
        return (await database.accounts.delete(message.accountId)) ? 'delivered' : 'skipped'
      case 'delete_files': {
        const { accountId, payload } = message
        await media.delete(payload.files, signal)
        const files = payload.files.length
        report('deletedMedia', { accountId, files, reason: 'not shown' })
        return 'delivered'
      }
      case 'delete_media': {
        const { accountId, payload } = message
        const { mediaId, isLast } = payload
        const files = await media.deleteAccount(mediaId, payload, signal)
        // An upload ended late, and others may.
        if (files > 0 && isLast)
          await database.work.enqueue(message.kind, accountId, payload, { inMs: longestUploadMs })
        if (files > 0 || !isLast)
          report('deletedMedia', { accountId, files, reason: 'account deleted' })
        // Caches may keep media for a year.
        const purged = { mediaId }
        if (purge) await database.work.enqueue('clear_edge', accountId, purged, { key: mediaId })
        return 'delivered'
      }
      default:
        return (await sendMail?.(message, signal)) ?? 'skipped'
    }
  }
}

async function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
}
