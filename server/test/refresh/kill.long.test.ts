import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRandom, type ScenarioName } from '@photofeed/core/scenarios'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startEmulator } from '../../emulator/emulator.ts'
import type { Grant } from '../../src/connections/lifecycle.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import { type Database, openDatabase } from '../../src/stores/database.ts'
import type { Connection } from '../../src/stores/service/connections.ts'
import { app, grantOf, hour, pictureWidth, withComments } from '../platform/platform-world.ts'
import { addOwner, testSecret } from '../support/databases.ts'
import { feedReaderOf } from '../support/feed-reader.ts'
import { fileIdOf, folderFiles, keysIn, s3Files, s3Server } from '../support/media/s3.ts'
import { sharedPostgres } from '../support/postgres/postgres.ts'
import { queuedJobs, queuedMessages } from '../support/queues.ts'
import type { MediaPlace, OwnerRequest, WorkerSettings } from './worker.ts'

const kills = 100
/** One for each kill, one that ends the work, one for each of four later times, and one that is never killed. */
const workersOfTest = kills + 6
const names: ScenarioName[] = [
  'page-boundary',
  'withheld-video',
  'null-profile',
  'empty',
  'importing-partial',
]
/** Of a file in a document. */
const fileId = /(?<="id":")[0-9a-f]{16}\/[0-9a-f]{32}(?=")/g
const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url))

/** Starting takes longer than a round, so the next processes start while one works. */
const waiting: ReturnType<typeof spawnWorker>[] = []
const compileCache = await mkdtemp(join(tmpdir(), 'photofeed-compiled-'))
let workersLeft = 0
afterAll(() => {
  for (const worker of waiting.splice(0)) worker.child.kill('SIGKILL')
  return rm(compileCache, { recursive: true, force: true })
})

function spawnWorker() {
  workersLeft -= 1
  const child = spawn(process.execPath, [workerFile], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  return { child, lines, ready: once(lines, 'line') }
}

async function startWorker(settings: WorkerSettings) {
  while (waiting.length < 3 && workersLeft > 0) waiting.push(spawnWorker())
  const { child, lines, ready } = waiting.shift() as ReturnType<typeof spawnWorker>
  await ready
  const working = once(lines, 'line')
  const send = (line: unknown) => child.stdin.write(`${JSON.stringify(line)}\n`)
  send(settings)
  await working
  return {
    request: (request: OwnerRequest) => void send(request),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

type Emulator = Awaited<ReturnType<typeof startEmulator>>

/** Where a service stores what it has. */
interface Place {
  at: string
  media: MediaPlace
  /** The folder of files that are being written. */
  drafts: string
}

async function sqliteAndFolder(): Promise<Place> {
  const folder = await tempFolder()
  const media = join(folder, 'media')
  return { at: join(folder, 'feed.sqlite'), media, drafts: join(media, 'drafts') }
}

async function postgresAndBucket(): Promise<Place> {
  const { stop: _, ...media } = await s3Server()
  return { at: await (await sharedPostgres()).create(), media, drafts: media.drafts }
}

/** A database with its media, and processes that share a platform and work on both. */
async function service(emulator: Emulator, { at, media, drafts }: Place) {
  const database = await openDatabase({ at, secret: testSecret })
  onTestFinished(() => database.close())
  const platform = { ...app, hosts: emulator.hosts }
  const client = createPlatformClient(platform, { settings: withComments })
  const files = typeof media === 'string' ? folderFiles(media) : s3Files(media)

  async function isDue(aheadMs: number): Promise<boolean> {
    const jobs = await queuedJobs(database)
    const messages = await queuedMessages(database)
    // Read last: a job may have ended meanwhile, and what it has enqueued is due.
    const now = Date.now() + aheadMs
    return jobs.some(({ runAt }) => runAt <= now) || messages.some(({ runAt }) => runAt <= now)
  }

  return {
    database,
    settings: { at, secret: testSecret, media, platform, origin: emulator.url },
    /** What the owner gives who allows access. */
    async grant(username: string): Promise<Grant> {
      await addOwner(database, username, 'premium').catch(() => {})
      return grantOf({ client, emulator }, username)
    },
    /** The connection of a user; null if there is none, or it has ended. */
    async connection(username: string): Promise<Connection | null> {
      const [found] = await database.connections.ofOwner(username)
      return found && found.state !== 'disconnected' ? found : null
    },
    /** The keys of the connected accounts, by username. */
    async keys(): Promise<Map<string, string>> {
      const keys = await database.keys.findAll()
      const accounts = await database.accounts.list()
      return new Map(
        accounts.flatMap(({ accountId, username }) => {
          const apiKey = keys.get(accountId)
          return apiKey ? [[username, apiKey]] : []
        }),
      )
    },
    /** Waits until everything is done that a clock so far ahead makes due. */
    async settle(aheadMs: number, signal?: AbortSignal) {
      while (!signal?.aborted && (await isDue(aheadMs))) await setTimeout(20)
    },
    /** The ids of the stored files and of those that are shown, the contents of the stored ones, and what is only half stored. */
    async files() {
      const stored = (await keysIn(files)).map(fileIdOf)
      const { db } = database.tables
      const posts = await db.selectFrom('post').select('doc as text').execute()
      const profiles = await db.selectFrom('account').select('profile as text').execute()
      const shown = [...posts, ...profiles].flatMap(({ text }) => text.match(fileId) ?? [])
      const listed = await db.selectFrom('media_file').select(['id', 'shown']).execute()
      return {
        stored: stored.sort(),
        shown: [...new Set(shown)].sort(),
        listed: listed.map((row) => row.id).sort(),
        unshown: listed.filter((row) => !row.shown),
        contents: new Set(stored.map((id) => id.slice(-24))),
        drafts: await readdir(drafts).catch(() => []),
      }
    },
    /** The accounts that rows of posts, keys and jobs belong to. */
    async owningAccounts() {
      const { db } = database.tables
      const tables = ['post', 'api_key', 'connection', 'media_file'] as const
      const found = tables.map((table) => db.selectFrom(table).select('account_id').execute())
      return new Set((await Promise.all(found)).flat().map((row) => row.account_id))
    },
  }
}

/** Resolves when the platform has received so many more requests. */
function requestsTo({ faults }: Emulator, count: number) {
  const { take } = faults
  return new Promise<void>((resolve) => {
    let left = count
    faults.take = (...request) => {
      left -= 1
      if (left === 0) resolve()
      return take(...request)
    }
  })
}

/** Everything that clients can read, in both orders. */
async function everything(database: Database, keys: readonly string[]) {
  const read = feedReaderOf(database.store, () => expect.unreachable())
  const responses = keys.flatMap((key) =>
    ['sort=id', 'sort=-publishedAt'].map(async (sort) => {
      const { body } = await read(
        key,
        `&include[]=children&include[]=comments&${sort}&page[size]=100`,
      )
      // A cursor names positions, which show how often an import was begun.
      const { lastFetchAt, pagination, ...rest } = JSON.parse(withoutStorage(JSON.stringify(body)))
      expect(lastFetchAt).not.toBeNull()
      return { ...rest, hasMore: pagination.hasMore }
    }),
  )
  return Promise.all(responses)
}

test.each([
  ['SQLite and a folder', sqliteAndFolder],
  ['PostgreSQL and a bucket', postgresAndBucket],
] as const)(
  `on %s, killed ${kills} times in the middle of imports, deletions and requests of owners, the work ends as if nothing had happened`,
  {
    timeout: 3_600_000,
  },
  async (_, place) => {
    workersLeft = workersOfTest
    const seed = Date.now()
    const random = createRandom(seed)
    const emulator = await startEmulator({ accounts: names, pictureWidth })
    onTestFinished(() => emulator.close())
    emulator.register({ ...app, redirectUris: [app.redirectUri] })
    const users = emulator.users.list()
    const [leaving, ...staying] = users.map(({ profile }) => profile.username)

    const killed = await service(emulator, await place())
    let aheadMs = 0
    let active = new Map<string, string>()
    const retired = new Set<string>()
    const requests: Record<string, number> = {}

    /** What the owner of a random account may request. */
    async function ownerRequest(username: string): Promise<OwnerRequest> {
      const connection = await killed.connection(username)
      const grant = await killed.grant(username)
      if (!connection) return { kind: 'connect', owner: username, grant }
      const { accountId } = connection
      const kind = random.pick(['regenerate', 'regenerate', 'reconnect', 'disconnect'] as const)
      return kind === 'reconnect'
        ? { kind, owner: username, accountId, grant }
        : { kind, accountId }
    }

    /** A key that was replaced or dropped stays so. */
    async function assertNoKeyRevived() {
      const now = await killed.keys()
      for (const [username, key] of active) if (now.get(username) !== key) retired.add(key)
      active = now
      for (const key of active.values()) expect(retired.has(key), `${seed}`).toBe(false)
      for (const key of retired) {
        expect(await killed.database.store.findAccountByKey(key), `${seed}`).toBeNull()
      }
    }

    // Every account is connected while processes are killed.
    const every = Math.max(1, Math.floor(kills / 2 / users.length))
    for (let round = 0; round < kills; round += 1) {
      const known = users.slice(0, Math.floor(round / every) + 1)
      const stop = new AbortController()
      const username = random.pick(known).profile.username
      const newcomer = known.at(-1)?.profile.username ?? username
      const isNew = !active.has(newcomer) && round % every === 0
      const request = await ownerRequest(isNew ? newcomer : username)
      const worker = await startWorker({ ...killed.settings, aheadMs })
      requests[request.kind] = (requests[request.kind] ?? 0) + 1
      const enough = requestsTo(emulator, random.between(1, 60))
      worker.request(request)
      await setTimeout(random.between(0, 60))
      await Promise.race([enough, killed.settle(aheadMs, stop.signal)])
      await worker.kill()
      stop.abort()
      await assertNoKeyRevived()
      // Leases have run out, and every account is due again.
      aheadMs += hour
      const owner = random.pick(known)
      emulator.users.addPost(owner.userId)
      if (round % 2 === 1) emulator.users.deletePost(owner.userId, random.pick(owner.posts).id)
    }

    const last = await startWorker({ ...killed.settings, aheadMs })
    const gone = await killed.connection(leaving ?? '')
    if (gone) last.request({ kind: 'disconnect', accountId: gone.accountId })
    for (const username of staying) {
      if (await killed.connection(username)) continue
      last.request({ kind: 'connect', owner: username, grant: await killed.grant(username) })
    }
    await expect
      .poll(async () => [...(await killed.keys()).keys()].sort())
      .toEqual(staying.toSorted())
    await killed.settle(aheadMs)
    await last.kill()
    await assertNoKeyRevived()
    // A day later profiles are due as well. What one listing lacks is deleted after the next one, and its files a day later,
    // as are those that killed runs left.
    for (const later of [24 * hour, hour, hour, 25 * hour]) {
      aheadMs += later
      const worker = await startWorker({ ...killed.settings, aheadMs })
      await killed.settle(aheadMs)
      await worker.kill()
    }
    const calm = await service(emulator, await place())
    for (const username of staying) {
      await calm.database.connections.connect(username, await calm.grant(username))
    }
    const worker = await startWorker({ ...calm.settings, aheadMs: 0 })
    await calm.settle(0)
    await worker.kill()

    const calmKeys = await calm.keys()
    const [after, expected] = [
      await everything(
        killed.database,
        staying.map((name) => active.get(name) ?? ''),
      ),
      await everything(
        calm.database,
        staying.map((name) => calmKeys.get(name) ?? ''),
      ),
    ]
    for (const [index, response] of expected.entries()) {
      const isStoredOrder = index % 2 === 0
      // Posts that appeared between two imports stand behind the others; one import has them in their order of time.
      if (isStoredOrder)
        expect(idsOf(after[index]).sort(), `${seed}`).toEqual(idsOf(response).sort())
      else expect(after[index], `${seed}`).toEqual(response)
    }
    const files = await killed.files()
    expect(files.stored, `${seed}`).toEqual(files.shown)
    expect(files.listed, `${seed}`).toEqual(files.shown)
    expect(files.unshown, `${seed}`).toEqual([])
    expect(files.contents, `${seed}`).toEqual((await calm.files()).contents)
    expect(files.drafts, `${seed}`).toEqual([])
    expect((await killed.owningAccounts()).size, `${seed}`).toBe(staying.length)
    const messages = await queuedMessages(killed.database)
    expect(
      messages.filter(({ payload }) => !payload.isRepeated),
      `${seed}`,
    ).toEqual([])
    console.info({
      seed,
      kills,
      requests,
      retiredKeys: retired.size,
      files: files.stored.length,
    })
  },
)

/** URLs without the account and the time of storing, which differ between two services. */
function withoutStorage(body: string): string {
  return body.replaceAll(/(?<=https:\/\/cdn\.example\/(?:\d+\/)?)[0-9a-f]{16}\/[0-9a-f]{8}/g, '')
}

function idsOf(response: { posts: { id: string }[] } | undefined): string[] {
  return response?.posts.map(({ id }) => id) ?? []
}
