import { beforeAll, expect, test } from 'vitest'
import { mara, Visitor } from '../dashboard/visitor.ts'
import { type PostgresCluster, sharedPostgres } from '../support/postgres.ts'
import { platformLine, read, sharedGround } from './servers.ts'

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await sharedPostgres()
})

test('what one server stores the other serves, and a key that is replaced at one is rejected by the other', async () => {
  const ground = await sharedGround(cluster)
  const { database, emulator, grantOf, connect, settle, startWorker, startReader } = ground
  const worker = await startWorker(await platformLine(emulator.url))
  const reader = await startReader()
  const visitor = new Visitor(worker)
  expect((await visitor.post('/sign-up', mara)).status).toBe(303)
  const owner = await database.tables.db.selectFrom('owner').select('id').executeTakeFirstOrThrow()
  const { accountId, apiKey } = await connect(await grantOf('just.a.name'), owner.id)
  await settle()

  const { status, body } = await read(reader.url, apiKey)
  expect([status, body.status]).toEqual([200, 'ready'])
  const mediaUrls = body.posts.map(({ mediaUrl }) => mediaUrl)
  expect(mediaUrls.filter((url) => !url.startsWith(`${reader.url}/media/`))).toEqual([])
  for (const url of mediaUrls) {
    const [here, there] = await Promise.all(
      [url, url.replace(reader.url, worker.url)].map((each) => fetch(each)),
    )
    expect([here?.status, there?.status]).toEqual([200, 200])
    expect(await here?.bytes()).toEqual(await there?.bytes())
  }

  const page = await visitor.get(`/accounts/${accountId}/regenerate`)
  const fingerprint = /name="fingerprint" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  await visitor.post(`/accounts/${accountId}/regenerate`, { fingerprint })
  const newKey = (await database.keys.find(accountId)) ?? ''
  expect(newKey).not.toBe(apiKey)
  for (const { url } of [reader, worker]) {
    expect((await read(url, apiKey)).status).toBe(401)
    expect((await read(url, newKey)).status).toBe(200)
  }
})
