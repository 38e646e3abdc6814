import { beforeAll, expect, test, vi } from 'vitest'
import { type PostgresCluster, sharedPostgres } from '../support/postgres.ts'
import { type PlatformLine, platformLine } from './platform-line.ts'
import { read, sharedGround } from './servers.ts'

const timeout = 120_000
const pageSize = 50

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await sharedPostgres()
})

const never = new Promise(() => {})
/** Also when it is asked for again, since no answer came. */
const holdSecond = async (page: number) => page > 1 && (await never)
const oldestFirst = (posts: readonly { id: string }[]) => posts.map(({ id }) => id).reverse()

test('two servers share the first imports of many accounts, and no page is asked for twice', {
  timeout,
}, async () => {
  const ground = await sharedGround(cluster)
  const { emulator, grantOf, connect, settle, startWorker } = ground
  const { graph } = emulator.hosts
  // Pages are held until both servers have begun, so that both have to.
  const lines: PlatformLine[] = []
  const bothHaveBegun = () =>
    vi.waitUntil(() => lines.every(({ pages }) => pages.length > 0), { timeout })
  lines.push(await platformLine(graph, bothHaveBegun), await platformLine(graph, bothHaveBegun))
  const servers = await Promise.all(lines.map(startWorker))
  const users = emulator.users.list()
  const grants = await Promise.all(users.map(({ profile }) => grantOf(profile.username)))
  // One right after the other: a page that is held for long is asked for again.
  const keys: string[] = []
  for (const grant of grants) keys.push((await connect(grant)).apiKey)
  await settle()

  const asked = lines.flatMap(({ pages }) => pages)
  expect(new Set(asked).size).toBe(asked.length)
  const expected = users.map(({ posts }) => Math.max(1, Math.ceil(posts.length / pageSize)))
  expect(asked).toHaveLength(expected.reduce((sum, pages) => sum + pages))
  for (const [index, { posts }] of users.entries()) {
    for (const { url } of servers) {
      const { status, body } = await read(url, keys[index] ?? '')
      expect([status, body.status]).toEqual([200, 'ready'])
      expect(body.posts.map(({ id }) => id)).toEqual(oldestFirst(posts).slice(0, 100))
    }
  }
  expect(await Promise.all(servers.map(({ stop }) => stop()))).toEqual([0, 0])
})

test('a server that is killed in the middle of an import is replaced by the other, which completes it', {
  timeout,
}, async () => {
  const ground = await sharedGround(cluster)
  const { emulator, grantOf, connect, settle, startWorker, endLeases } = ground
  const { graph } = emulator.hosts
  const [first, second] = [await platformLine(graph, holdSecond), await platformLine(graph)]
  const killed = await startWorker(first)
  const { apiKey } = await connect(await grantOf('hundred.hills'))
  await vi.waitUntil(() => first.pages.length > 1, { timeout })
  const other = await startWorker(second)
  await killed.stop('SIGKILL')
  const { status, body } = await read(other.url, apiKey)
  expect([status, body.status, body.posts.length]).toEqual([200, 'importing', pageSize])
  expect(second.pages).toEqual([])

  await endLeases()
  await settle()
  expect(second.pages).toEqual([...new Set(first.pages)])
  const complete = await read(other.url, apiKey)
  expect(complete.body.status).toBe('ready')
  expect(complete.body.posts.map(({ id }) => id)).toEqual(
    oldestFirst(emulator.users.get('hundred.hills').posts),
  )
})

test('a server that is told to stop in the middle of an import ends well, and its work is due at once', {
  timeout,
}, async () => {
  const { database, emulator, grantOf, connect, startWorker } = await sharedGround(cluster)
  const line = await platformLine(emulator.hosts.graph, holdSecond)
  const server = await startWorker(line)
  const { accountId } = await connect(await grantOf('hundred.hills'))
  await vi.waitUntil(() => line.pages.length > 1, { timeout })
  expect(await server.stop('SIGTERM')).toBe(0)
  const [job] = await database.tables.db
    .selectFrom('job')
    .select(['run_at', 'lease_until', 'attempts'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'posts')
    .execute()
  expect(job).toMatchObject({ lease_until: 0, attempts: 1 })
  expect(job?.run_at).toBeLessThanOrEqual(Date.now())
  expect(server.stderr()).toBe('')
})
