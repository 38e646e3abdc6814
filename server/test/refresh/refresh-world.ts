import { join } from 'node:path'
import { setTimeout as startTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { createGuardedFetch } from '@photofeed/core/node'
import type { PlanName } from '@photofeed/openapi'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import type { FailedJob } from '../../src/log.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import type { FileStore } from '../../src/media/file-store.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { createOwners } from '../../src/owners/owners.ts'
import { downloadRules } from '../../src/platform/download-rules.ts'
import type { PlatformClient } from '../../src/platform/platform-client.ts'
import { createWork, type WorkParts } from '../../src/start/background-work.ts'
import { openDatabase } from '../../src/stores/database.ts'
import type { ClaimedWork, MailKind } from '../../src/stores/service/work-kinds.ts'
import { grantOf, platformWorld } from '../platform/platform-world.ts'
import { addOwner, testSecret } from '../support/databases.ts'
import { feedReaderOf } from '../support/feed-reader.ts'
import { queuedJobs, queuedMessages } from '../support/queues.ts'
import { testSettings } from '../support/settings.ts'

/** What a test watches, changes or breaks. */
export interface Hooks {
  /** The database; by default one in memory. */
  at?: string
  /** Before each file that is downloaded. */
  beforeDownload?(): Promise<void>
  /** Decides how early a job runs again, up to a tenth; by default not at all. */
  random?(): number
  /** Changes the posts of each page that the platform lists. */
  editListing?(posts: Record<string, unknown>[]): unknown[]
  /** By default a folder. */
  files?: FileStore
  /** The platform as this service sees it. */
  platform?(client: PlatformClient): PlatformClient
  /** Sends mails; by default they are only recorded. */
  mailer?: Mailer
  purge?: WorkParts['purge']
  /** Where media may come from beside the emulated platform. */
  origins?: readonly string[]
}

/** The whole service on one clock that stands still, against the emulated platform; the read API in front of it. */
export async function refreshWorld({
  at = ':memory:',
  beforeDownload,
  random = () => 0,
  editListing,
  origins = [],
  ...broken
}: Hooks = {}) {
  const world = await platformWorld(editListing && { edit: editListing })
  const { emulator, client, time } = world
  const clock = () => time.now
  const folder = await tempFolder()
  const database = await openDatabase({ at, secret: testSecret, clock, databaseClock: clock })
  const files = broken.files ?? createFolderFiles(join(folder, 'media'))
  const media = createMediaStore(files, database.files, clock)
  const errors: unknown[] = []
  const failures: FailedJob[] = []
  const mails: ClaimedWork<MailKind>[] = []
  const purged: string[] = []
  const reports: [event: string, details: unknown][] = []
  const owners = createOwners({
    ...{ ...database, mailer: broken.mailer ?? null, secret: testSecret, clock },
    settings: testSettings,
    report: (event, details) => reports.push([event, details]),
    onError: (error) => errors.push(error),
    baseUrl: 'https://feed.example',
  })
  const pauses = createPauses()
  const download = createGuardedFetch(downloadRules({ mediaOrigins: [emulator.url, ...origins] }))
  let claims = 0
  /** Counts the claims that are under way. */
  async function claim(...options: Parameters<typeof database.work.claim>) {
    claims += 1
    try {
      return await database.work.claim(...options)
    } finally {
      claims -= 1
    }
  }
  const work = createWork({
    ...{ media, platform: broken.platform?.(client) ?? client, concurrency: 4, clock, random },
    database: { ...database, work: { ...database.work, claim } },
    async download(url, init) {
      await beforeDownload?.()
      return download(url, init)
    },
    onError(error, job) {
      errors.push(error)
      if (job) failures.push(job)
    },
    report: (event, details) => reports.push([event, details]),
    purge:
      broken.purge ??
      (async (target) => {
        if ('keyHash' in target && !target.isRepeated) purged.push(target.keyHash)
      }),
    async sendMail(message) {
      mails.push(message)
      return owners.byMail?.send(message) ?? 'delivered'
    },
    sleep: pauses.sleep,
  })
  onTestFinished(async () => {
    await work.stop()
    await database.close()
  })
  work.start()

  /** Waits until everything that is due has been done. */
  async function settle() {
    pauses.end()
    for (;;) {
      const jobs = await queuedJobs(database)
      const messages = await queuedMessages(database)
      const due = jobs.filter(({ runAt, leaseUntil }) => runAt <= time.now || leaseUntil > 0)
      const isQuiet = messages.every(({ runAt }) => runAt > time.now)
      if (due.length === 0 && isQuiet) return
      await setTimeout(5)
    }
  }

  return {
    ...world,
    ...{ database, media, folder, errors, failures, mails, purged, reports, work },

    /** Connects an account of the emulator to an owner of its own. */
    async connect(username = 'harbour.and.hearth', plan: PlanName = 'premium') {
      await addOwner(database, username, plan).catch(() => {})
      const grant = await grantOf(world, username)
      const connected = await database.connections.connect(username, grant)
      return { ...connected, owner: username, userId: grant.platformId }
    },

    /** Allows access again. */
    async reconnect(owner: string, accountId: number, username: string) {
      await database.connections.reconnect(owner, accountId, await grantOf(world, username))
    },

    settle,

    /** Lets so many milliseconds pass, and waits until everything that is due has been done. */
    async pass(milliseconds: number) {
      // The lease of a claim begins when the claim is sent: it would have expired when the work starts.
      while (claims > 0) await setTimeout(1)
      time.now += milliseconds
      await settle()
    },

    /** The ids of a user's posts in the stored order of a first import. */
    oldestFirst: (userId: string) =>
      emulator.users
        .get(userId)
        .posts.map(({ id }) => id)
        .toReversed(),

    /** Lets a fault begin with the second page of a listing. Returns a function that ends it. */
    failSecondPage(...fault: Parameters<typeof emulator.faults.set>) {
      let pages = 0
      const { take } = emulator.faults
      emulator.faults.take = (user, endpoint, token) => {
        if (endpoint === 'media') pages += 1
        if (pages === 2) emulator.faults.set(...fault)
        return take(user, endpoint, token)
      }
      return () => {
        emulator.faults.take = take
        emulator.faults.clear(fault[0])
      }
    },

    /** What a client sees. */
    read: feedReaderOf(database.store, (error) => errors.push(error)),
  }
}

/** Pauses of runners: real time passes fifty times faster, and `end` ends them all. Leases outlast every test. */
function createPauses() {
  const running = new Set<() => void>()
  return {
    sleep: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const end = () => {
          running.delete(end)
          signal.removeEventListener('abort', end)
          clearTimeout(timer)
          resolve()
        }
        const timer = startTimer(end, milliseconds / 50)
        running.add(end)
        signal.addEventListener('abort', end)
        if (signal.aborted) end()
      }),
    end() {
      for (const end of [...running]) end()
    },
  }
}
