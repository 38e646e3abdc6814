import { setTimeout } from 'node:timers/promises'
import type { DownloadFetch } from '@photofeed/core/node'
import type { ImageFormat } from '@photofeed/openapi'
import { deleteAccount } from './connections/deletions.ts'
import type { Database } from './database.ts'
import type { Report } from './events.ts'
import { createBreaker, type Delivery } from './jobs/breaker.ts'
import type { EdgePurge } from './jobs/edge-purge.ts'
import type { JobKind } from './jobs/jobs.ts'
import type { ClaimedWork } from './jobs/leases.ts'
import {
  type ClaimedMessage,
  enqueue,
  type MessageOf,
  type OutboxKind,
  outboxKinds,
} from './jobs/outbox.ts'
import {
  createWorkRunner,
  type RunResult,
  type WorkRunner,
  type WorkRunnerParts,
} from './jobs/work-runner.ts'
import type { FailedJob } from './log.ts'
import type { MediaStore } from './media/media-store.ts'
import { mediaSweep } from './media/media-sweep.ts'
import { type NewPictures, resizeNewPictures } from './media/new-pictures.ts'
import type { OwnerMailKind } from './owners/owner-mail.ts'
import type { PlatformClient } from './platform/platform-client.ts'
import { createProfileRefresh, createTokenRefresh } from './refresh/account-refresh.ts'
import { createPostsRefresh, type RefreshHandler } from './refresh/posts-refresh.ts'
import type { OutboxQueue } from './stores/schema.ts'

export interface WorkParts extends OutboxParts {
  /** Null when no app on the platform is set up: then nothing is refreshed. */
  platform: PlatformClient | null
  /** Downloads media; decides which addresses are allowed. */
  download: DownloadFetch
  /** How many refreshes run at the same time, and as many mails and deletions; 4 by default. */
  concurrency?: number | undefined
  /** The format in which new pictures of posts are resized in the background; by default they are not. */
  resizeNewPictures?: ImageFormat | undefined
  onError(error: unknown, job?: FailedJob): void
  clock?(): number
  random?(): number
  sleep?(milliseconds: number, signal: AbortSignal): Promise<void>
}

function describe(work: ClaimedWork, nextRunAt: number | null = null): FailedJob {
  const { kind, attempts: attempt, failingSince = null } = work
  const accountId = 'accountId' in work ? Number(work.accountId) || null : null
  const dated = { failingSince: toIso(failingSince), nextRun: toIso(nextRunAt) }
  return { kind, accountId, attempt, ...dated }
}

const toIso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** The background jobs of this process: refreshes and the outbox. */
export function createWork(parts: WorkParts): WorkRunner {
  const { database, platform, onError } = parts
  const { clock = Date.now, random = Math.random, sleep = sleepUnlessAborted } = parts
  const { connections, refreshes, jobs, sweeps } = database
  const common = {
    ...{ clock, random, sleep },
    onError: (error: unknown, work?: ClaimedWork, nextRunAt?: number | null) =>
      onError(error, work && describe(work, nextRunAt)),
    onEnd: (kind: string, result: RunResult, milliseconds: number) =>
      parts.report('run', { kind, result, seconds: milliseconds / 1000 }),
  }
  const { concurrency = 4 } = parts
  const outbox = { ...parts, ...common, concurrency }
  const runners = [
    createOutboxRunner('mail', outbox),
    createOutboxRunner('deletion', outbox),
    // A purge only waits.
    createOutboxRunner('purge', { ...outbox, concurrency: 8 * concurrency }),
    createWorkRunner({
      ...common,
      queue: sweeps,
      pollMs: 60_000,
      handlers: { sweep: mediaSweep({ ...parts, clock }) },
    }),
  ]
  let newPictures: NewPictures | null = null
  if (platform) {
    const { media, resizeNewPictures: format } = parts
    newPictures = format ? resizeNewPictures({ store: media, format, onError }) : null
    const refresh = { ...parts, platform, connections, refreshes, clock, random }
    const queue: typeof jobs = {
      ...jobs,
      claim: (limit, leaseMs) =>
        jobs.claim(limit, leaseMs, { urgentOnly: platform.pausedUntil('routine') !== null }),
    }
    const handlers = {
      posts: createPostsRefresh({ ...refresh, media: { ...media, ...newPictures } }),
      profile: createProfileRefresh(refresh),
      token: createTokenRefresh(refresh),
    } satisfies Record<JobKind, RefreshHandler>
    // Jobs that the app's limit would put off are not claimed.
    const pausedUntil = () => platform.pausedUntil('urgent')
    runners.push(createWorkRunner({ ...common, queue, handlers, concurrency, pausedUntil }))
  }
  return {
    start() {
      for (const runner of runners) runner.start()
    },
    async stop() {
      await Promise.all([...runners.map((runner) => runner.stop()), newPictures?.stop()])
    },
  }
}

interface OutboxParts {
  database: Database
  media: MediaStore
  report: Report
  /** Purges what a cache in front of the API stores under a key; null if there is no such cache. */
  purge: EdgePurge | null
  /** Sends a mail to an owner. Without a mailer, such messages are dropped. */
  sendMail?: OutboxHandler<OwnerMailKind> | null
}

/** Delivers the messages of a queue. While its receiver fails, they all wait. */
function createOutboxRunner(
  queue: OutboxQueue,
  parts: OutboxParts & Omit<WorkRunnerParts<ClaimedMessage, void>, 'queue' | 'handlers'>,
): WorkRunner {
  const { database, report, clock } = parts
  const { outbox } = database
  const breaker = createBreaker(clock, (error, until) =>
    report('pausedQueue', {
      ...{ queue, error: error instanceof Error ? error.message : String(error) },
      until: new Date(until).toISOString(),
    }),
  )
  const deliver = createDelivery(parts)
  const handler = (message: ClaimedMessage, signal: AbortSignal) =>
    breaker.call(message.id, () => deliver(message, signal), signal)
  return createWorkRunner<ClaimedMessage, void>({
    ...parts,
    handlers: Object.fromEntries(outboxKinds.map((kind) => [kind, handler])),
    pausedUntil: breaker.pausedUntil,
    queue: {
      ...outbox,
      claim: (limit, leaseMs) => outbox.claim(breaker.allowed(limit), leaseMs, queue),
    },
  })
}

type OutboxHandler<Kind extends OutboxKind = OutboxKind> = (
  message: MessageOf<Kind>,
  signal: AbortSignal,
) => Promise<Delivery>

export function createDelivery(parts: OutboxParts): OutboxHandler {
  const { database, media, purge } = parts
  const sendMail = parts.sendMail ?? (async (): Promise<Delivery> => 'skipped')
  const handlers: { [Kind in OutboxKind]: OutboxHandler<Kind> } = {
    broken_connection_mail: sendMail,
    sign_up_mail: sendMail,
    reset_password_mail: sendMail,
    change_email_mail: sendMail,
    email_changed_mail: sendMail,
    async clear_edge({ payload }, signal) {
      if (!purge) return 'skipped'
      await purge(payload, signal)
      return 'delivered'
    },
    async log_command({ payload: { event, details } }) {
      parts.report(event, details)
      return 'skipped'
    },
    async delete_posts_and_media({ accountId, payload }, signal) {
      // An account that was connected again keeps its media.
      if (!(await deleteAccount(database.tables.db, accountId))) return 'skipped'
      const { mediaId } = payload
      const files = await media.deleteAccount(mediaId, signal)
      parts.report('deletedMedia', { accountId, mediaId, files, reason: 'account deleted' })
      // Caches may keep media for a year.
      if (purge) await enqueue(database.tables.db, 'clear_edge', accountId, { mediaId })
      return 'delivered'
    },
  }
  // TypeScript does not see that both kinds are the same.
  return (message, signal) => (handlers[message.kind] as OutboxHandler)(message, signal)
}

async function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
}
