import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { undocumented } from '@photofeed/contract'
import { createGuardedFetch } from '@photofeed/core/node'
import type { Schemas } from '@photofeed/openapi'
import { expect, onTestFinished, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openPort, startService } from '../../src/http/service.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import type { FileStore } from '../../src/media/file-store.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { createMediaHandler } from '../../src/media/media-handler.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { createResizer } from '../../src/media/resizer.ts'
import { createOwners } from '../../src/owners/owners.ts'
import { downloadRules } from '../../src/platform/download-rules.ts'
import type { PlatformClient } from '../../src/platform/platform-client.ts'
import { mapProfile } from '../../src/refresh/mapping.ts'
import { createWork, type WorkParts } from '../../src/start/background-work.ts'
import { openDatabase } from '../../src/stores/database.ts'
import { connect, platformWorld } from '../platform/platform-world.ts'
import { addOwner, testSecret } from '../support/databases.ts'
import { queuedJobs, queuedMessages } from '../support/queues.ts'

/** What a test breaks. */
export interface Breakable {
  /** By default a database in memory. */
  at?: string
  /** By default a folder. */
  files?: FileStore
  /** The platform as this service sees it. */
  platform?(client: PlatformClient): PlatformClient
  mailer?: Mailer
  purge?: WorkParts['purge']
  /** Where media may come from beside the emulated platform. */
  origins?: readonly string[]
}

/** The whole service on a port, on one clock that stands still, against the emulated platform. */
export async function faultWorld(broken: Breakable = {}) {
  const world = await platformWorld()
  const { emulator, client, time } = world
  const clock = () => time.now
  const folder = await tempFolder()
  const database = await openDatabase({
    at: broken.at ?? ':memory:',
    secret: testSecret,
    clock,
    databaseClock: clock,
  })
  const { db } = database.tables
  const media = createMediaStore(
    broken.files ?? createFolderFiles(join(folder, 'media')),
    database.files,
    clock,
  )
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const { mailer = null, origins = [], purge = null } = broken
  const reports: [event: string, details: unknown][] = []
  const owners = createOwners({
    ...{ ...database, mailer, secret: testSecret, supportEmail, onError, clock },
    report: (event, details) => reports.push([event, details]),
    baseUrl: 'https://feed.example',
  })
  const work = createWork({
    ...{ database, media, purge, clock, onError, random: () => 0 },
    report() {},
    platform: broken.platform?.(client) ?? client,
    download: createGuardedFetch(downloadRules({ mediaOrigins: [emulator.url, ...origins] })),
    sendMail: owners.byMail?.send ?? (async () => 'delivered'),
    // Pauses are short, and their lengths still differ.
    sleep: async (milliseconds, signal) => {
      await setTimeout(milliseconds / 200, undefined, { signal }).catch(() => {})
    },
  })
  const config = { host: '127.0.0.1', port: 0, supportEmail, production: false }
  const port = await openPort(config)
  startService(port, config, {
    store: database.store,
    media: createMediaHandler({
      store: media,
      resizer: createResizer(media),
      hasSizes: database.hasSizes,
      onError,
    }),
    onError,
  })
  work.start()
  onTestFinished(async () => {
    await Promise.all([port.listening.close(), work.stop()])
    await database.close()
  })

  return {
    ...world,
    ...{ database, db, folder, errors, reports, url: port.baseUrl },
    ...feedReader(port.baseUrl),

    /** Connects an account of the emulator to an owner of its own. */
    async connect(username = 'just.a.name') {
      const { userId, token, expiresAt, permissions } = await connect(world, username)
      await addOwner(database, username, 'premium')
      const { accountId, apiKey } = await database.connections.connect(username, {
        ...{ ...mapProfile(await client.profile(token)), token, permissions },
        ...{ tokenExpiresAt: expiresAt, platformOwnerId: userId },
      })
      return { accountId, apiKey, userId: emulator.users.get(username).userId }
    },

    /** Waits until everything that is due has been done. */
    async settle() {
      await vi.waitUntil(
        async () => {
          const jobs = await queuedJobs(database)
          const messages = await queuedMessages(database)
          return messages.length === 0 && jobs.every(({ runAt }) => runAt > time.now)
        },
        { timeout: 100_000, interval: 5 },
      )
    },

    /** Waits until the account's posts could not be fetched, and were put off; why. */
    async failure(accountId: number) {
      return vi.waitUntil(
        async () => {
          const jobs = await queuedJobs(database)
          const job = jobs.find((each) => each.accountId === accountId && each.kind === 'posts')
          return job && job.runAt > time.now && job.lastError
        },
        { timeout: 100_000, interval: 5 },
      )
    },
  }
}

export const supportEmail = 'help@photofeed.example'

/** The specified response to a failure of the service. */
export const failure = {
  errors: [
    {
      status: '500',
      code: 'INTERNAL_SERVER_ERROR',
      title: 'Internal Server Error',
      detail: `Something went wrong on our side. Please try again; if it keeps happening, contact ${supportEmail}.`,
    },
  ],
}

/** What clients see of the service at an address. */
export function feedReader(url: string) {
  /** Sends a request; the response must be one that openapi.yaml documents. */
  async function request(path: string, apiKey: string, query = '') {
    const response = await fetch(`${url}${path}?api_key=${apiKey}${query}`)
    const { status, headers } = response
    const text = await response.text()
    expect(undocumented(path, 'GET', { status, headers, body: text })).toEqual([])
    return { status, headers, text }
  }

  return {
    request,
    async read(apiKey: string, query?: string) {
      const { status, headers, text } = await request('/api/v1/me', apiKey, query)
      return { status, headers, body: JSON.parse(text) as Schemas['AccountWithPosts'] }
    },
    /** The status and the text of the response to a URL of the server. */
    async load(mediaUrl: string) {
      const response = await fetch(mediaUrl)
      const isText = response.headers.get('content-type')?.startsWith('text/')
      const body = await response.arrayBuffer()
      return [response.status, isText ? Buffer.from(body).toString() : body.byteLength > 0]
    },
  }
}
