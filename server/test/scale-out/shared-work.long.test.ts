import { beforeAll, expect, test, vi } from 'vitest'
import { type PostgresCluster, sharedPostgres } from '../support/postgres.ts'
import { type PlatformLine, platformLine, read, sharedGround } from './servers.ts'

const timeout = 120_000
const pageSize = 50

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await sharedPostgres()
})

const oldestFirst = (posts: readonly { id: string }[]) => posts.map(({ id }) => id).reverse()

test('two servers share the first imports of many accounts, and no page is requested twice', {
  timeout,
}, async () => {
  const ground = await sharedGround(cluster)
  const { emulator, grantOf, connect, settle, spawnWorker } = ground
  // Pages are held until both servers have begun, so that both have to.
  const lines: PlatformLine[] = []
  const bothHaveBegun = () =>
    vi.waitUntil(() => lines.every(({ pages }) => pages.length > 0), { timeout })
  lines.push(
    await platformLine(emulator.url, bothHaveBegun),
    await platformLine(emulator.url, bothHaveBegun),
  )
  const servers = await Promise.all(lines.map(spawnWorker))
  const users = emulator.users.list()
  const grants = await Promise.all(users.map(({ profile }) => grantOf(profile.username)))
  // One right after the other: a page that is held for long is requested again.
  const keys: string[] = []
  for (const grant of grants) keys.push((await connect(grant)).apiKey)
  await settle()

  const requestCount = lines.flatMap(({ pages }) => pages)
  expect(new Set(requestCount).size).toBe(requestCount.length)
  const expected = users.map(({ posts }) => Math.max(1, Math.ceil(posts.length / pageSize)))
  expect(requestCount).toHaveLength(expected.reduce((sum, pages) => sum + pages))
  for (const [index, { posts }] of users.entries()) {
    for (const { url } of servers) {
      const { status, body } = await read(url, keys[index] ?? '')
      expect([status, body.status]).toEqual([200, 'ready'])
      expect(body.posts.map(({ id }) => id)).toEqual(oldestFirst(posts).slice(0, 100))
    }
  }
  expect(await Promise.all(servers.map(({ stop }) => stop()))).toEqual([0, 0])
})
