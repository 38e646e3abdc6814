import { setTimeout } from 'node:timers/promises'
import { StoreOverloaded } from '@photofeed/core'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { accountFeed, onlyAccountOf, postQuery } from '../../../core/test/store/index.ts'
import { openDatabase } from '../../src/stores/database.ts'
import {
  type DatabaseSettings,
  databaseDefaults,
} from '../../src/stores/engine/database-settings.ts'
import { postgresEngine } from '../../src/stores/engine/engine.ts'
import { openPostgres, tablesLock, waitForPostgres } from '../../src/stores/engine/postgres.ts'
import { defaultTimeouts, openPool } from '../../src/stores/engine/postgres-pool.ts'
import { preparingOn } from '../../src/stores/engine/shared-reads.ts'
import { lockAccount } from '../../src/stores/service/accounts.ts'
import { createHealth } from '../../src/stores/service/health.ts'
import { createSqlStore } from '../../src/stores/sql-store.ts'
import { gateTo } from '../faults/gate.ts'
import { fill, imported, postgres, testDatabases, testSecret } from '../support/databases.ts'
import {
  type PostgresCluster,
  sharedPostgres,
  startPostgres,
} from '../support/postgres/postgres.ts'
import { saveFeed } from '../support/seed.ts'

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await sharedPostgres()
})

const databases = testDatabases(postgres)

it('is made by several processes at once', async () => {
  const at = await cluster.create()
  const open = () => databases.open({ at })
  const [first, second, third] = await Promise.all([open(), open(), open()])
  await fill(first, [accountFeed(1, [])])
  expect((await onlyAccountOf(second.store)).id).toBe(1)
  expect(await third.accounts.list()).toHaveLength(1)
})

it('serves again after its connections broke', async () => {
  const at = await cluster.create()
  const database = await databases.open({ at })
  await fill(database, [accountFeed(1, [])])
  await cluster.disconnect(at)
  // A request that is quicker than the news may still be given a connection that is about to end.
  await expect.poll(() => onlyAccountOf(database.store)).toMatchObject({ id: 1 })
})

it('replaces a connection that breaks during a prepared query', async () => {
  const pool = openPool(await cluster.create(), defaultTimeouts, 1)
  onTestFinished(pool.end)
  const prepare = preparingOn(pool)
  const read = prepare(CompiledQuery.raw('select $1::integer'))
  const breakConnection = prepare(
    CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid())'),
  )
  const results = await Promise.allSettled([read([1]), breakConnection([])])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(await read([2])).toEqual([[2]])
})

it('holds up no read for long that another one was sent before', async () => {
  const pool = openPool(await cluster.create(), defaultTimeouts, 3)
  onTestFinished(pool.end)
  const prepare = preparingOn(pool, { ...defaultTimeouts, read: 2000 })
  const fast = prepare(CompiledQuery.raw('select $1::integer'))
  const slow = prepare(CompiledQuery.raw('select pg_sleep(60)'))
  const order: string[] = []
  const note = (name: string, read: Promise<unknown>) =>
    read.then(
      () => order.push(name),
      (error: unknown) => order.push(`${name}: ${error}`),
    )
  await Promise.all([
    note('slow', slow([])),
    ...Array.from({ length: 12 }, (_, index) => note('fast', fast([index]))),
  ])
  expect(order).toEqual([
    ...Array.from({ length: 12 }, () => 'fast'),
    'slow: Error: The database took too long.',
  ])
})

it('reads again what failed only because its shared connection broke', async () => {
  const pool = openPool(await cluster.create(), defaultTimeouts, 1)
  onTestFinished(pool.end)
  const prepare = preparingOn(pool)
  const breakConnection = prepare(
    CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid())'),
  )
  const read = prepare(CompiledQuery.raw('select $1::integer'))
  const results = await Promise.allSettled([breakConnection([]), read([1]), read([2])])
  expect(results).toMatchObject([{ status: 'rejected' }, { value: [[1]] }, { value: [[2]] }])
})

it('opens no more connections than it may while a table is locked, and says that it is overloaded', async () => {
  const at = await databases.place()
  const database = await databases.open({ at })
  await fill(database, [accountFeed(1, [])])
  const timeouts = { ...defaultTimeouts, connect: 1000, read: 300 }
  const handles = await openPostgres(at, { engine: postgresEngine, connections: 3 }, timeouts)
  onTestFinished(handles.close)
  const { findPosts } = createSqlStore(handles)
  const { testRead } = createHealth(handles)
  const other = new pg.Client(at)
  await other.connect()
  onTestFinished(() => other.end())
  const backends = `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and query like '%from post%' and pid <> pg_backend_pid()`
  await other.query('begin; lock table post in access exclusive mode')
  const reads: Promise<unknown>[] = []
  const counts: number[] = []
  for (let burst = 0; burst < 20; burst += 1) {
    for (let read = 0; read < 5; read += 1) reads.push(findPosts(1, postQuery({ limit: 1 + read })))
    for (const read of reads) read.catch(() => {})
    await setTimeout(100)
    counts.push((await other.query(backends)).rows[0].count)
  }
  await expect(testRead()).rejects.toThrow(StoreOverloaded)
  const results = await Promise.allSettled(reads)
  expect([1, 2, 3]).toContain(Math.max(...counts))
  const reasons = results.map((result) => result.status === 'rejected' && result.reason)
  expect(new Set(reasons.map(String))).toEqual(new Set(['Error: The database took too long.']))
  await other.query('commit')
  expect(await findPosts(1, postQuery({ limit: 1 }))).toEqual([])
  await testRead()
})

it('opens as many connections as the setting says; beside background jobs, half of them', async () => {
  const at = await databases.place()
  type Role = NonNullable<DatabaseSettings['role']>
  async function opened(role: Role): Promise<number> {
    const settings = { ...databaseDefaults, role, databaseConnections: 4 }
    const { tables, close } = await openDatabase({ at, secret: testSecret, settings })
    const query = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.1)`
    const queries = Array.from({ length: 8 }, () => query.execute(tables.db))
    const results = await Promise.all(queries).finally(close)
    return new Set(results.flatMap(({ rows }) => rows.map(({ pid }) => pid))).size
  }
  const expected: Record<Role, number> = { all: 2, api: 4, worker: 4 }
  const found: Record<string, number> = {}
  for (const role of Object.keys(expected) as Role[]) found[role] = await opened(role)
  expect(found).toEqual(expected)
})

it('uses the server that accepts writes, and waits for one', async () => {
  const at = await cluster.create()
  const gate = await gateTo(at)
  const readOnly = await startPostgres(['default_transaction_read_only=on'])
  onTestFinished(readOnly.stop)
  const url = new URL(at)
  const hosts = `${new URL(readOnly.url).host},127.0.0.1:${gate.port}`
  const several = `postgres://${url.username}:${url.password}@${hosts}/postgres`
  const pool = openPool(several)
  onTestFinished(pool.end)
  const read = preparingOn(pool)(CompiledQuery.raw("select current_setting('port')"))
  const together = await Promise.all(Array.from({ length: 5 }, () => read([])))
  expect(new Set(together.flat(2))).toEqual(new Set([url.port]))
  await gate.shut()
  const sentences: string[] = []
  const isThere = waitForPostgres(several, (sentence) => sentences.push(sentence))
  await expect
    .poll(() => sentences)
    .toEqual([
      `The database ${hosts}/postgres cannot be used: connect ECONNREFUSED 127.0.0.1:${gate.port}. Check its address, user and password, and that it runs. The server starts as soon as it responds.`,
    ])
  await gate.open()
  await isThere
  await expect.poll(() => read([]).catch(() => null)).toEqual([[url.port]])
})

it('plans a prepared query once', async () => {
  const pool = openPool(await cluster.create())
  onTestFinished(pool.end)
  const prepare = preparingOn(pool)
  const read = prepare(CompiledQuery.raw('select oid from pg_class where oid = any($1) limit $2'))
  for (let time = 0; time < 20; time++) await read([[time], time])
  const plans = prepare(
    CompiledQuery.raw(
      "select custom_plans from pg_prepared_statements where statement like 'select oid%'",
    ),
  )
  expect(await plans([])).toEqual([[0]])
})

it.each([
  [
    'a wrong password',
    (at: string) => at.replace(':photofeed@', ':wrong@'),
    () => 'password authentication failed for user "photofeed"',
  ],
  [
    'no such database',
    (at: string) => `${at}_other`,
    ({ pathname }: URL) => `database "${pathname.slice(1)}" does not exist`,
  ],
  [
    'no server',
    (at: string) => at.replace(/:\d+\//, ':1/'),
    ({ host }: URL) => `connect ECONNREFUSED ${host}`,
  ],
])('explains %s without the password', async (_, change, explanation) => {
  const at = new URL(change(await cluster.create()))
  await expect(databases.open({ at: at.href })).rejects.toThrow(
    `The database ${at.host}${at.pathname} cannot be used: ${explanation(at)}. Check its address, user and password, and that it runs.`,
  )
})

it('waits for another process that creates the tables longer than a statement may take', async () => {
  const at = await cluster.create()
  const other = new pg.Client(at)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query(`select pg_advisory_xact_lock(${tablesLock})`)
  const timeouts = { ...defaultTimeouts, statement: 500, socketIdle: 1000 }
  const opening = openPostgres(at, { connections: undefined, engine: postgresEngine }, timeouts)
  opening.catch(() => {})
  await expect
    .poll(async () => {
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      return (await other.query(waiting)).rowCount
    })
    .toBe(1)
  await setTimeout(1500)
  await other.query('commit')
  const { close } = await opening
  await close()
})

it('ends the transaction of a process that stands still, so that another gets the row', async () => {
  const at = await databases.place()
  const { tables } = await databases.open({ at })
  await saveFeed({ tables }, imported(accountFeed(1, [])))
  const pool = openPool(at, { ...defaultTimeouts, idle: 100 })
  onTestFinished(pool.end)
  const frozen = await pool.connect()
  await frozen.query('begin')
  await frozen.query("update account set plan = 'free'")
  await tables.db.updateTable('account').set({ status: 'importing' }).execute()
  frozen.release(true)
  expect(await tables.db.selectFrom('account').select('plan').execute()).toEqual([
    { plan: 'premium' },
  ])
})

it('locks an account without rewriting its row', async () => {
  const { tables } = await databases.open()
  const { accountId } = await saveFeed({ tables }, imported(accountFeed(1, [])))
  const version = () =>
    sql<{ xmin: string }>`select xmin::text from account`
      .execute(tables.db)
      .then(({ rows }) => rows)
  const before = await version()
  await tables.db.transaction().execute((transaction) => lockAccount(transaction, 'id', accountId))
  expect(await version()).toEqual(before)
})
