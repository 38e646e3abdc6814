import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { openPostgres } from '../../src/db/postgres-connections.ts'
import { createSqlStore } from '../../src/db/sql-store.ts'
import { testSecret } from '../../src/db/test-databases.ts'
import { feedServer } from '../feed-server.ts'
import { account, keys, posts } from '../fixtures.ts'
import { failure } from './feed-reader.ts'
import { gateTo } from './gate.ts'
import { restartablePostgres } from './restartable-postgres.ts'

const patience = { connect: 300, statement: 300, silence: 500 }

test('a PostgreSQL that takes what it is sent and says nothing is given up, and is found again when it speaks', async () => {
  const postgres = await restartablePostgres()
  const database = await openDatabase({ at: postgres.url, secret: testSecret })
  const { accountId } = await database.feeds.save(account({ posts: posts(1) }))
  await database.keys.issue(accountId, keys.premium)
  await database.close()

  const gate = await gateTo(postgres.url)
  const connections = await openPostgres(gate.before(postgres.url), patience)
  onTestFinished(connections.close)
  const server = await feedServer([], { store: createSqlStore(connections) })
  const read = () => server.send(`/api/v1/me?api_key=${keys.premium}`)
  expect((await read()).status).toBe(200)

  gate.stall()
  // First on the connection that was there, then on one that does not come about.
  for (const reason of ['The database does not answer any more.', 'connection timeout']) {
    expect(await read()).toMatchObject({ status: 500, json: failure })
    expect(String(server.errors.splice(0))).toContain(reason)
  }

  await gate.open()
  expect((await read()).status).toBe(200)
})
