import { beforeAll, expect, test, vi } from 'vitest'
import { type PostgresCluster, sharedPostgres } from '../support/postgres.ts'
import { platformLine, read, sharedGround } from './servers.ts'

const timeout = 120_000
const pageSize = 50

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await sharedPostgres()
})

const never = new Promise(() => {})
/** Also when it is requested again, because no response came. */
const holdSecond = async (page: number) => page > 1 && (await never)
const oldestFirst = (posts: readonly { id: string }[]) => posts.map(({ id }) => id).reverse()

test('a server that is killed in the middle of an import is replaced by the other, which goes on where it stopped', {
  timeout,
}, async () => {
  const ground = await sharedGround(cluster)
  const { emulator, grantOf, connect, settle, startWorker, spawnWorker, endLeases } = ground
  const [first, second] = [
    await platformLine(emulator.url, holdSecond),
    await platformLine(emulator.url),
  ]
  const killed = await spawnWorker(first)
  const { apiKey } = await connect(await grantOf('hundred.hills'))
  await vi.waitUntil(() => first.pages.length > 1, { timeout })
  const other = await startWorker(second)
  await killed.stop('SIGKILL')
  const { status, body } = await read(other.url, apiKey)
  expect([status, body.status, body.posts.length]).toEqual([200, 'importing', pageSize])
  expect(second.pages).toEqual([])

  await endLeases()
  await settle()
  // It goes on behind the page that was stored.
  expect(second.pages).toEqual([first.pages[1]])
  const complete = await read(other.url, apiKey)
  expect(complete.body.status).toBe('ready')
  expect(complete.body.posts.map(({ id }) => id)).toEqual(
    oldestFirst(emulator.users.get('hundred.hills').posts),
  )
})
