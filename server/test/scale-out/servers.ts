import { listen } from '@photofeed/core/node'
import type { Schemas } from '@photofeed/openapi'
import { onTestFinished, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startEmulator } from '../../emulator/emulator.ts'
import type { Grant } from '../../src/connections/connection.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import { mapProfile } from '../../src/refresh/mapping.ts'
import { openDatabase } from '../../src/stores/database.ts'
import { app, connect, pictureWidth } from '../platform/platform-world.ts'
import { start, startProcess } from '../support/commands.ts'
import { addOwner } from '../support/databases.ts'
import type { PostgresCluster } from '../support/postgres.ts'
import { queuedJobs, queuedMessages } from '../support/queues.ts'
import { s3Server, testBucket, testCredentials } from '../support/s3.ts'

const secret = 'one secret for all'

/** What servers on many machines share: one database, one media store, one platform. */
export async function sharedGround(cluster: PostgresCluster) {
  const s3 = await s3Server()
  vi.stubEnv('AWS_ACCESS_KEY_ID', testCredentials.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', testCredentials.secretAccessKey)
  onTestFinished(() => void vi.unstubAllEnvs())
  const emulator = await startEmulator({ pictureWidth })
  onTestFinished(() => emulator.close())
  emulator.register({ ...app, redirectUris: [app.redirectUri] })
  const client = createPlatformClient(
    { ...app, hosts: emulator.hosts, comments: true },
    { fetch, clock: Date.now },
  )
  const at = await cluster.create()
  const database = await openDatabase({ at, secret })
  onTestFinished(() => database.close())
  const { db } = database.tables

  const shared = async () => [
    ...['--database', at, '--secret', secret, '--data', await tempFolder()],
    ...['--media', `s3://${testBucket}`, '--s3-endpoint', s3.endpoint, '--s3-path-style'],
  ]
  const working = async (line: PlatformLine) => [
    ...(await shared()),
    ...['--platform-client-id', app.clientId, '--platform-client-secret', app.clientSecret],
    ...['--platform-url', line.url],
    ...['--media-origins', emulator.url, '--platform-comments'],
  ]

  return {
    ...{ at, database, emulator },

    /** Starts a server that runs jobs over its own line to the platform. */
    startWorker: async (line: PlatformLine, ...more: string[]) =>
      start(...(await working(line)), ...more),

    /** Starts such a server in a process of its own; it ends with the test. */
    async spawnWorker(line: PlatformLine) {
      const server = await startProcess(...(await working(line)))
      onTestFinished(async () => void (await server.stop('SIGKILL')))
      return { url: server.ready.url, stop: server.stop }
    },

    /** What an owner gives who allows access. */
    async grantOf(username: string): Promise<Grant> {
      const { userId, token, expiresAt, permissions } = await connect(
        { client, emulator },
        username,
      )
      return {
        ...{ ...mapProfile(await client.profile(token)), token, permissions },
        ...{ tokenExpiresAt: expiresAt, platformOwnerId: userId },
      }
    },

    /** Connects an account, to an owner of its own unless there is one. */
    async connect(grant: Grant, owner?: string) {
      const { username } = grant.profile
      if (owner === undefined) await addOwner(database, username, 'premium')
      return database.connections.connect(owner ?? username, grant)
    },

    /** Waits until nothing is due any more. */
    async settle() {
      const isQuiet = async () => {
        const jobs = await queuedJobs(database)
        const messages = await queuedMessages(database)
        return messages.length === 0 && jobs.every(({ runAt }) => runAt > Date.now())
      }
      await vi.waitUntil(isQuiet, { timeout: 100_000 })
    },

    /** Replaces the minute that passes until the lease of a killed server ends. */
    async endLeases() {
      await db.updateTable('work').set({ lease_until: 0 }).execute()
    },
  }
}

/** What a client sees of an account at a server. */
export async function read(url: string, apiKey: string) {
  const response = await fetch(`${url}/api/v1/me?api_key=${apiKey}&sort=id`)
  return { status: response.status, body: (await response.json()) as Schemas['AccountWithPosts'] }
}

/** One server's line to the platform: every page of a listing that it requests is recorded. */
export interface PlatformLine {
  url: string
  /** Each with the token and the cursor of its request. */
  pages: string[]
}

/** A line that a test may stop: a requested page waits for `before`, which gets its number in the listing. */
export async function platformLine(
  platform: string,
  before: (page: number) => Promise<unknown> = async () => {},
): Promise<PlatformLine> {
  const pages: string[] = []
  const { server, url, close } = await listen('127.0.0.1', 0)
  const pagesOf = new Map<string, number>()
  server.on('request', async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '', url)
    if (pathname.endsWith('/media')) {
      const token = searchParams.get('access_token') ?? ''
      const number = searchParams.has('after') ? (pagesOf.get(token) ?? 0) + 1 : 1
      pagesOf.set(token, number)
      pages.push(`${token} ${searchParams.get('after')}`)
      await before(number)
    }
    const reply = await fetch(`${platform}${pathname}${search}`)
    response.writeHead(reply.status, {
      'Content-Type': reply.headers.get('Content-Type') ?? '',
    })
    response.end(await reply.text())
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await close()
  })
  return { url, pages }
}
