import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/stores/database.ts'
import { postgresEngine } from '../../src/stores/engine/engine.ts'
import { openKysely } from '../../src/stores/engine/postgres.ts'
import { openPool } from '../../src/stores/engine/postgres-pool.ts'
import { preparingOn } from '../../src/stores/engine/shared-reads.ts'
import { createSqlStore } from '../../src/stores/sql-store.ts'
import { testSecret } from '../support/databases.ts'
import { feedServer } from '../support/feed-server.ts'
import { account, keys, posts } from '../support/feeds.ts'
import { listening } from '../support/ports.ts'
import { sharedPostgres } from '../support/postgres/postgres.ts'
import { saveAccount } from '../support/seed.ts'
import { failure } from './fault-world.ts'
import { gateTo } from './gate.ts'

// Statements of the dashboard and of jobs may take longer than a read that a client waits for.
const timeouts = {
  connect: 300,
  statement: 600_000,
  idle: 600_000,
  lock: 5000,
  socketIdle: 600_000,
  read: 300,
}

/** The read API on a database that is given up early. */
async function impatientServer(at: string) {
  const pool = openPool(at, timeouts)
  const db = openKysely(pool, postgresEngine)
  const close = () => db.destroy()
  onTestFinished(close)
  const connections = {
    ...{ engine: postgresEngine, db },
    ...{ dataVersion: null, close },
  }
  const store = createSqlStore({ ...connections, prepare: preparingOn(pool, timeouts) })
  return { ...(await feedServer([], { store })), store }
}

test('a PostgreSQL that takes what it is sent and says nothing is given up, and is found again when it speaks', async () => {
  const at = await (await sharedPostgres()).create()
  const database = await openDatabase({ at, secret: testSecret })
  const accountId = await saveAccount(database, account({ posts: posts(1) }))
  await database.close()

  const gate = await gateTo(at)
  const server = await impatientServer(gate.before(at))
  const read = () => server.send(`/api/v1/me?api_key=${keys.premium}`)
  // While the machine stands still, the database is as silent as it will be behind the gate.
  const isFound = async () => {
    const { status } = await read()
    server.errors.length = 0
    return status === 200
  }
  await expect.poll(isFound).toBe(true)

  // An idle connection does not time out.
  await setTimeout(timeouts.read * 2)
  gate.stall()
  // First on the connection that was there, then on one that does not come about.
  for (const reason of ['Query read timeout', 'connection timeout']) {
    expect(await read()).toMatchObject({ status: 500, json: failure })
    expect(String(server.errors.splice(0))).toContain(reason)
  }

  await gate.open()
  await expect.poll(isFound).toBe(true)

  gate.stall()
  await expect(server.store.findPost(accountId, '1')).rejects.toThrow('Query read timeout')
  await gate.open()
  await expect.poll(isFound).toBe(true)
})

// As PgBouncer does while PostgreSQL stands still.
test('a connection that is silent after the password times out as early as one that is never accepted', async () => {
  const at = new URL(await (await sharedPostgres()).create())
  const target = Number(at.port)
  const port = await listening((outer) => {
    const inner = connect(target, '127.0.0.1').on('error', () => {})
    outer.on('data', (chunk) => chunk.includes('set statement_timeout') || inner.write(chunk))
    inner.pipe(outer)
    outer.once('close', () => inner.destroy())
  })
  at.port = String(port)
  const pool = openPool(at.href, { ...timeouts, connect: 3000, read: 600_000 })
  onTestFinished(pool.end)
  await expect(pool.connect()).rejects.toThrow('Query read timeout')
})
