import { setTimeout } from 'node:timers/promises'
import type { Database } from './db/database.ts'
import type { JobKind } from './db/jobs.ts'
import type { ClaimedSweep } from './db/media-sweeps.ts'
import { shownFiles } from './db/shown-files.ts'
import type { Fetch } from './import/download.ts'
import { type OutboxParts, outboxHandlers } from './jobs/outbox-handlers.ts'
import { createWorkRunner, type WorkRunner } from './jobs/work-runner.ts'
import { graceMs } from './media/media-keys.ts'
import type { MediaStore } from './media/media-store.ts'
import { sweepMedia } from './media/media-store.ts'
import type { PlatformClient } from './platform/platform-client.ts'
import type { RefreshHandler, RefreshParts } from './refresh/account-refresh.ts'
import { createProfileRefresh, createTokenRefresh } from './refresh/account-refresh.ts'
import { createPostsRefresh } from './refresh/posts-refresh.ts'

export interface WorkParts
  extends Pick<OutboxParts, 'purge' | 'notifyOwner' | 'sendOwnerMail'>,
    Pick<RefreshParts, 'onMissingPosts'> {
  database: Database
  media: MediaStore
  /** Null when no app on the platform is set up: then nothing is refreshed. */
  platform: PlatformClient | null
  /** Downloads media; decides which addresses are allowed. */
  download: Fetch
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
  const { connections, refreshes, jobs, outbox, sweeps, tables } = database
  const common = { clock, random, sleep, onError }
  const runners = [
    createWorkRunner({
      ...{ ...common, queue: outbox },
      handlers: outboxHandlers({ ...parts, db: tables.db }),
    }),
    createWorkRunner({
      ...{ ...common, queue: sweeps, pollMs: 60_000 },
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
