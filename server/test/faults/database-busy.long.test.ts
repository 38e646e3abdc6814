import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startAdminServer } from '../../src/operations/admin-server.ts'
import { createMetrics } from '../../src/operations/metrics.ts'
import { createReadiness } from '../../src/operations/readiness.ts'
import { dashboardWorld } from '../dashboard/dashboard-world.ts'
import { cardsOf, connectBy, finn, signedUp } from '../dashboard/visitor.ts'
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

test('while another process holds the write lock, owners see their pages and the server stays ready; once writes fail it is degraded', async () => {
  const file = join(await tempFolder(), 'feed.sqlite')
  const world = await dashboardWorld({ at: file })
  const { database, time, errors } = world
  const readiness = createReadiness({
    health: database.health,
    media: { async check() {} },
    onError: (error) => errors.push(error),
    clock: () => time.now,
  })
  const metrics = createMetrics({ clock: () => time.now })
  metrics.watchDatabase(database.health)
  const admin = await startAdminServer({
    ...{ host: '127.0.0.1', port: 0, readiness, onError() {} },
    metrics,
  })
  onTestFinished(admin.close)
  const visitor = await signedUp(world)
  await connectBy(visitor, world)
  const idle = await signedUp(world, finn)
  await sql`update owner_session set used_at = ${time.now - 2 * hour}
    where owner_id = (select id from owner where email = ${finn.email})`.execute(database.tables.db)
  const report = async () => {
    const response = await fetch(`${admin.url}/readyz`)
    const { status, checks } = (await response.json()) as Awaited<
      ReturnType<typeof readiness.report>
    >
    return [response.status, status, checks.database, checks.writes]
  }
  const usernames = async () => (await cardsOf(visitor)).map(({ username }) => username)

  const { release } = await holdWriteLock(file)
  // The first write is still waiting, and a lock that is short fails nothing.
  expect(await report()).toEqual([200, 'ready', 'ok', 'ok'])
  expect(await usernames()).toEqual(['harbour.and.hearth'])
  expect((await visitor.get('/settings')).status).toBe(200)
  expect(errors).toEqual([])
  await vi.waitUntil(() => errors.length > 0, { timeout: 60_000 })
  expect(await report()).toEqual([200, 'degraded', 'ok', 'failing'])
  expect(await usernames()).toEqual(['harbour.and.hearth'])
  // The use of this session would be stored; the page comes without.
  expect((await idle.get('/accounts')).text).toContain('Connect your first account')
  time.now += 10_000
  expect(await report()).toEqual([200, 'degraded', 'ok', 'failing'])

  await release()
  await vi.waitUntil(async () => (await report())[1] === 'ready', { timeout: 60_000 })
  for (const error of errors) expect(String(error)).toContain('database is locked')
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
