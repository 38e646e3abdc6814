import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { hour } from '../platform/platform-world.ts'
import { faultWorld } from './fault-world.ts'
import { paging } from './paging.ts'

test('while another process holds the write lock for longer than we wait, reads have responses; the refresh fails, and succeeds afterwards', async () => {
  let lock: Awaited<ReturnType<typeof holdWriteLock>> | null = null
  let refreshes = 0
  const file = join(await tempFolder(), 'feed.sqlite')
  const world = await faultWorld({
    at: file,
    platform: paging({
      async before() {
        refreshes += 1
        if (refreshes === 2) lock = await holdWriteLock(file)
      },
    }),
  })
  const { connect, settle, read, emulator, time, failure, database } = world
  let failed = 0
  const { add } = database.files
  database.files.add = (...file) =>
    add(...file).catch((error: unknown) => {
      failed += 1
      throw error
    })
  const { accountId, apiKey, userId } = await connect()
  await settle()
  const before = await read(apiKey)

  const fresh = emulator.users.addPost(userId, { publishedAt: time.now })
  time.now += hour
  const { release } = await vi.waitUntil(() => lock, { timeout: 60_000 })
  for (let turn = 0; turn < 3; turn += 1) {
    const { status, body } = await read(apiKey)
    expect([status, body]).toEqual([200, before.body])
  }
  // The refresh is still waiting, so these responses came before its end.
  expect(failed).toBe(0)
  await vi.waitUntil(() => failed > 0, { timeout: 60_000 })
  expect((await read(apiKey)).body).toEqual(before.body)
  await release()

  expect(await failure(accountId)).toBe('database is locked')
  time.now += hour
  await settle()
  expect((await read(apiKey)).body.posts[0]?.id).toBe(fresh.id)
})

const holder = fileURLToPath(new URL('lock-holder.ts', import.meta.url))

/** Lets another process hold the write lock of an SQLite file; resolves when it does. */
async function holdWriteLock(file: string) {
  const child = spawn(process.execPath, [holder, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const release = () => {
    child.stdin.end()
    return exit
  }
  onTestFinished(async () => void (await release()))
  await once(child.stdout, 'data')
  return { release }
}
