import { setTimeout } from 'node:timers/promises'
import type { DownloadFetch } from '@photofeed/core/node'
import type { Database } from './db/database.ts'
import { deleteAccount } from './db/deletions.ts'
import type { JobKind } from './db/jobs.ts'
import type { ClaimedSweep } from './db/media-sweeps.ts'
import type { ClaimedMessage, OutboxKind, OutboxPayloads } from './db/outbox.ts'
import { shownFiles } from './db/shown-files.ts'
import { createWorkRunner, type WorkRunner } from './jobs/work-runner.ts'
import { graceMs } from './media/media-keys.ts'
import { type MediaStore, sweepMedia } from './media/media-store.ts'
import type { PlatformClient } from './platform/platform-client.ts'
import {
  createProfileRefresh,
  createTokenRefresh,
  type RefreshHandler,
  type RefreshParts,
} from './refresh/account-refresh.ts'
import { createPostsRefresh } from './refresh/posts-refresh.ts'

export interface WorkParts extends OutboxParts, Pick<RefreshParts, 'onMissingPosts'> {
  /** Null when no app on the platform is set up: then nothing is refreshed. */
  platform: PlatformClient | null
  /** Downloads media; decides which addresses are allowed. */
  download: DownloadFetch
  /** How many refreshes run at the same time; 4 by default. */
  concurrency?: number | undefined
  onError(error: unknown): void
  clock?(): number
  random?(): number
  sleep?(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** The background jobs of this process: refreshes and the outbox. */
export function createWork(parts: WorkParts): WorkRunner {
  const { database, media, platform, onError } = parts
  const { clock = Date.now, random = Math.random, sleep = sleepUnlessAborted } = parts
  const { connections, refreshes, jobs, outbox, sweeps } = database
  const common = { clock, random, sleep, onError }
  const runners = [
    createWorkRunner({
      ...common,
      queue: outbox,
      handlers: outboxHandlers(parts),
    }),
    createWorkRunner({
      ...common,
      queue: sweeps,
      pollMs: 60_000,
      handlers: { sweep: mediaSweep(database, media, clock) },
    }),
  ]
  if (platform) {
    const refresh = { ...parts, platform, connections, refreshes, clock, random }
    const queue: typeof jobs = {
      ...jobs,
      claim: (limit, leaseMs) =>
        jobs.claim(limit, leaseMs, { urgentOnly: platform.pausedUntil('routine') !== null }),
    }
    const handlers = {
      posts: createPostsRefresh(refresh),
      profile: createProfileRefresh(refresh),
      token: createTokenRefresh(refresh),
    } satisfies Record<JobKind, RefreshHandler>
    // Jobs that the app's limit would put off are not claimed.
    const pausedUntil = () => platform.pausedUntil('urgent')
    const { concurrency } = parts
    runners.push(createWorkRunner({ ...common, queue, handlers, concurrency, pausedUntil }))
  }
  return {
    start() {
      for (const runner of runners) runner.start()
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}

interface OutboxParts {
  database: Database
  media: MediaStore
  /** Purges what a cache in front of the API stores under a key; null if there is no such cache. */
  purge: ((keyHash: string, signal: AbortSignal) => Promise<void>) | null
  /** Mails the owner of an account that its connection is broken. Without a mailer, such messages are dropped. */
  notifyOwner?: OutboxHandler | null
  /** Sends a mail about an owner's address or password. Without a mailer, such messages are dropped. */
  sendOwnerMail?: OutboxHandler | null
}

type OutboxHandler = (message: ClaimedMessage, signal: AbortSignal) => Promise<void>

/** Returns the handler of each kind of message. */
export function outboxHandlers(parts: OutboxParts): Record<OutboxKind, OutboxHandler> {
  const { database, media, purge } = parts
  const notifyOwner = parts.notifyOwner ?? drop
  const sendOwnerMail = parts.sendOwnerMail ?? drop
  return {
    broken_connection_mail: notifyOwner,
    sign_up_mail: sendOwnerMail,
    reset_password_mail: sendOwnerMail,
    change_email_mail: sendOwnerMail,
    email_changed_mail: sendOwnerMail,
    async clear_edge({ payload }, signal) {
      await purge?.((payload as OutboxPayloads['clear_edge']).keyHash, signal)
    },
    async delete_posts_and_media({ accountId, payload }, signal) {
      // An account that was connected again keeps its media.
      if (!(await deleteAccount(database.tables.db, accountId))) return
      const { mediaId } = payload as OutboxPayloads['delete_posts_and_media']
      await media.deleteAccount(mediaId, signal)
    },
  }
}

async function drop(): Promise<void> {}

/** Deletes the media that nothing shows, once in each grace period. */
export function mediaSweep({ tables, sweeps }: Database, media: MediaStore, clock: () => number) {
  const parts = { media, clock, shownFiles: (id: string) => shownFiles(tables.reader, id) }
  return async (sweep: ClaimedSweep, signal: AbortSignal) => {
    const startedAt = clock()
    await sweepMedia(parts, sweep.after, signal, (key) => sweeps.advance(sweep, key))
    return { nextRunAt: startedAt + graceMs }
  }
}

async function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {})
}
