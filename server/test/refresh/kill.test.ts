import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type FeedContext, handle } from '@photofeed/core'
import { createPageCache } from '@photofeed/core/node'
import { createRandom, type ScenarioName } from '@photofeed/core/scenarios'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { runs } from '../../../testing/scope.ts'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { startEmulator } from '../../emulator/start-emulator.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { Database } from '../../src/db/ports.ts'
import { mapProfile } from '../../src/import/mapping.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import { mediaSweep } from '../../src/work.ts'
import { app, connect, hour, pictureWidth } from '../platform/platform-world.ts'
import { addOwner, testSecret } from '../support/databases.ts'
import type { WorkerSettings } from './worker.ts'

const kills = runs(6, 50)
const names: ScenarioName[] = [
  'page-boundary',
  'withheld-video',
  'null-profile',
  'empty',
  'importing-partial',
]
const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url))

/** One for each kill, one that completes the work, and one for the run without kills. */
let unspawned = kills + 2
/** Starting takes longer than a round, so the next processes start while one works. */
const waiting = [spawnWorker(), spawnWorker()]
afterAll(() => {
  for (const worker of waiting) worker.child.kill('SIGKILL')
})

function spawnWorker() {
  unspawned -= 1
  const child = spawn(process.execPath, [workerFile], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  return { child, lines, ready: once(lines, 'line') }
}

async function startWorker(settings: WorkerSettings) {
  if (unspawned > 0) waiting.push(spawnWorker())
  const { child, lines, ready } = waiting.shift() as ReturnType<typeof spawnWorker>
  await ready
  const working = once(lines, 'line')
  child.stdin.write(`${JSON.stringify(settings)}\n`)
  await working
  return {
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** A database with its media, worked on by processes that share a platform. */
async function service(emulator: Awaited<ReturnType<typeof startEmulator>>) {
  const folder = await tempFolder()
  const at = join(folder, 'feed.sqlite')
  const database = await openDatabase({ at, secret: testSecret })
  onTestFinished(() => database.close())
  const platform = { ...app, hosts: emulator.hosts }
  const client = createPlatformClient(platform, {
    ...{ fetch, clock: Date.now, random: Math.random, sleep: setTimeout },
  })
  const keys: string[] = []
  return {
    database,
    settings: {
      ...{ at, secret: testSecret, media: join(folder, 'media') },
      ...{ platform, origin: emulator.url },
    },
    keys,
    async connect(username: string) {
      await addOwner(database, username, 'premium')
      const { userId, token, expiresAt, permissions } = await connect(
        { client, emulator },
        username,
      )
      const mapped = mapProfile(await client.profile(token))
      const access = { token, tokenExpiresAt: expiresAt, permissions }
      const grant = { ...mapped, ...access, platformOwnerId: userId }
      keys.push((await database.connections.connect(username, grant)).apiKey)
    },
    /** Waits until everything is done that a clock so far ahead makes due. */
    async settle(aheadMs: number, signal?: AbortSignal) {
      while (!signal?.aborted) {
        const now = Date.now() + aheadMs
        const due = (await database.jobs.list()).filter(({ runAt }) => runAt <= now)
        const isSwept = (await database.sweeps.nextRunAt()) > now
        if (due.length === 0 && (await database.outbox.list()).length === 0 && isSwept) return
        await setTimeout(20)
      }
    },
    /** Deletes what nothing shows, by a clock so far ahead. */
    async sweep(aheadMs: number) {
      const clock = () => Date.now() + aheadMs
      const store = createMediaStore(createFolderFiles(this.settings.media), clock)
      const later = await openDatabase({ at, secret: testSecret, clock, databaseClock: clock })
      for (const sweep of await later.sweeps.claim(1, 60_000)) {
        await mediaSweep(later, store, clock)(sweep, new AbortController().signal)
      }
      await later.close()
    },
    /** The stored files, by their contents. */
    async files() {
      const { media } = this.settings
      const entries = await readdir(media, { recursive: true, withFileTypes: true })
      return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name.slice(8)))
    },
  }
}

/** Resolves when the platform has received so many more requests. */
function requestsTo({ faults }: Awaited<ReturnType<typeof startEmulator>>, count: number) {
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
  const context: FeedContext = {
    store: database.store,
    ...{
      baseUrl: 'https://feed.example',
      cdnUrl: 'https://cdn.example',
      supportEmail: 'help@feed.example',
    },
    ...{ production: false, pages: createPageCache(), onError: expect.unreachable },
  }
  const answers = keys.flatMap((key) =>
    ['sort=id', 'sort=-publishedAt'].map(async (sort) => {
      const query = `api_key=${key}&include[]=children&include[]=comments&${sort}`
      const request = { header: () => undefined, readBody: async () => null }
      const { body } = await handle(
        { method: 'GET', path: '/api/v1/me', query, ...request },
        context,
      )
      // A cursor names positions, which tell how often an import was begun.
      const { lastFetchAt, pagination, ...rest } = JSON.parse(withoutStorage(String(body)))
      expect(lastFetchAt).not.toBeNull()
      return { ...rest, hasMore: pagination.hasMore }
    }),
  )
  return Promise.all(answers)
}

test(`killed ${kills} times in the middle of imports, the work ends as if nobody had touched it`, {
  timeout: 300_000,
}, async () => {
  const seed = Date.now()
  const random = createRandom(seed)
  const emulator = await startEmulator({ accounts: names, pictureWidth })
  onTestFinished(() => emulator.close())
  emulator.register({ ...app, redirectUris: [app.redirectUri] })
  const users = emulator.users.list()

  const killed = await service(emulator)
  let aheadMs = 0
  // Every account is connected while processes are killed.
  const every = Math.floor(kills / users.length)
  for (let round = 0; round < kills; round += 1) {
    const newcomer = users[round / every]
    if (newcomer) await killed.connect(newcomer.profile.username)
    const stop = new AbortController()
    const worker = await startWorker({ ...killed.settings, aheadMs })
    await Promise.race([
      requestsTo(emulator, random.between(1, 60)),
      killed.settle(aheadMs, stop.signal),
    ])
    await worker.kill()
    stop.abort()
    // Leases have run out, and every account is due again.
    aheadMs += hour
    const owner = random.pick(users.slice(0, killed.keys.length))
    emulator.users.addPost(owner.userId)
    if (round % 2 === 1) emulator.users.deletePost(owner.userId, random.pick(owner.posts).id)
  }
  // A day later, so that profiles are due as well.
  aheadMs += 24 * hour
  const last = await startWorker({ ...killed.settings, aheadMs })
  await killed.settle(aheadMs)
  await last.kill()
  // Two days later what died runs left is old enough to be deleted.
  await killed.sweep(aheadMs + 48 * hour)

  const calm = await service(emulator)
  for (const { profile } of users) await calm.connect(profile.username)
  const worker = await startWorker({ ...calm.settings, aheadMs: 0 })
  await calm.settle(0)
  await worker.kill()

  const [after, expected] = [
    await everything(killed.database, killed.keys),
    await everything(calm.database, calm.keys),
  ]
  for (const [index, answer] of expected.entries()) {
    const isStoredOrder = index % 2 === 0
    // Posts that appeared between two imports stand behind the others; one import has them in their order of time.
    if (isStoredOrder) expect(idsOf(after[index]).sort(), `${seed}`).toEqual(idsOf(answer).sort())
    else expect(after[index], `${seed}`).toEqual(answer)
  }
  expect(await killed.files(), `${seed}`).toEqual(await calm.files())
})

/** URLs without the account and the time of storing, which differ between two services. */
function withoutStorage(body: string): string {
  return body.replaceAll(/(?<=https:\/\/cdn\.example\/(?:\d+\/)?)[0-9a-f]{16}\/[0-9a-f]{8}/g, '')
}

function idsOf(answer: { posts: { id: string }[] } | undefined): string[] {
  return answer?.posts.map(({ id }) => id) ?? []
}
