import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { accountFeed, onlyAccountOf, postQuery, postsAt } from '../../../core/test/store/index.ts'
import { lockAccount } from '../../src/stores/accounts.ts'
import {
  defaultTimeouts,
  migrationLock,
  openPool,
  openPostgres,
  preparingOn,
} from '../../src/stores/postgres.ts'
import { explainMissingSettings } from '../../src/stores/postgres-settings.ts'
import { fill, imported, postgres, testDatabases } from '../support/databases.ts'
import { type PostgresCluster, sharedPostgres } from '../support/postgres.ts'
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
  expect(await third.keys.list()).toHaveLength(1)
})

it('serves again after its connections broke', async () => {
  const at = await cluster.create()
  const database = await databases.open({ at })
  await fill(database, [accountFeed(1, [])])
  await cluster.disconnect(at)
  // A request that is quicker than the news may still be given a connection that is about to end.
  await expect.poll(() => onlyAccountOf(database.store)).toMatchObject({ id: 1 })
})

// A proxy that gives each transaction another connection has the same effect.
it('reads on when a connection does not know a prepared statement or knows one of that name already', async () => {
  const at = await cluster.create()
  const forgetful = await databases.open({ at })
  await fill(forgetful, [accountFeed(1, postsAt(1))])
  const { id } = await onlyAccountOf(forgetful.store)
  const [post] = await forgetful.store.findPosts(id, postQuery())
  const findPost = () => forgetful.store.findPost(id, post?.id ?? '')
  expect(await findPost()).toMatchObject({ id: post?.id })
  await sql`deallocate all`.execute(forgetful.tables.db)
  expect(await findPost()).toMatchObject({ id: post?.id })
  expect((await onlyAccountOf(forgetful.store)).id).toBe(id)
  expect(await forgetful.store.findPosts(id, postQuery())).toHaveLength(1)

  const pool = openPool(at)
  onTestFinished(() => pool.end())
  let now = 0
  const prepare = preparingOn(pool, defaultTimeouts, () => now)
  const named = prepare(CompiledQuery.raw('select name from pg_prepared_statements'))
  const names = async () => (await named([])).length
  expect(await names()).toBe(1)
  await pool.query('deallocate all')
  expect([await names(), await names()]).toEqual([0, 0])
  now = 60_000
  expect(await names()).toBe(1)

  const one = CompiledQuery.raw('select $1::integer')
  const name = `photofeed_${hash('sha256', one.sql).slice(0, 16)}`
  await pool.query(`prepare ${name} as select 2`)
  expect(await preparingOn(pool)(one)([1])).toEqual([[1]])
})

it('sends queries that arrive together on one connection, and each fails alone', async () => {
  const pool = openPool(await cluster.create())
  onTestFinished(() => pool.end())
  const divide = preparingOn(pool)(
    CompiledQuery.raw('select pg_backend_pid(), 6 / $1::integer as quotient'),
  )
  const results = await Promise.allSettled([divide([1]), divide([0]), divide([3])])
  const pid = expect.any(Number)
  expect(results).toMatchObject([
    { status: 'fulfilled', value: [[pid, 6]] },
    { status: 'rejected', reason: { code: '22012' } },
    { status: 'fulfilled', value: [[pid, 2]] },
  ])
  expect(pool).toMatchObject({ totalCount: 1, idleCount: 1 })
})

it('rejects all queries of a connection that breaks, and replaces it', async () => {
  const pool = openPool(await cluster.create())
  onTestFinished(() => pool.end())
  const prepare = preparingOn(pool)
  const read = prepare(CompiledQuery.raw('select $1::integer'))
  const breakConnection = prepare(
    CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid())'),
  )
  const results = await Promise.allSettled([read([1]), breakConnection([]), read([2])])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await read([3])).toEqual([[3]])
  expect(pool).toMatchObject({ totalCount: 1, idleCount: 1 })
})

it('makes its settings the defaults of the user in the database, and says how if they are missing', async () => {
  const at = await cluster.create()
  const name = new URL(at).pathname.slice(1)
  const { close } = await openPostgres(at, { mayMigrate: true })
  await close()
  expect(await explainMissingSettings(at)).toBe(null)
  const client = new pg.Client(at)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`alter role photofeed in database ${name} reset enable_sort`)
  await client.query(`alter role photofeed in database ${name} set statement_timeout = 0`)
  const explanation = await explainMissingSettings(at)
  const lines = /(ALTER ROLE .*;)/.exec(explanation ?? '')?.[1] ?? ''
  expect(lines).toBe(
    `ALTER ROLE photofeed IN DATABASE ${name} SET statement_timeout = '30000'; ALTER ROLE photofeed IN DATABASE ${name} SET enable_sort = 'off';`,
  )
  await client.query(lines)
  expect(await explainMissingSettings(at)).toBe(null)
})

it('plans a prepared query once', async () => {
  const pool = openPool(await cluster.create())
  onTestFinished(() => pool.end())
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
    'rejects the password; check user and password',
  ],
  ['no such database', (at: string) => `${at}_other`, 'does not exist; create it first'],
  [
    'no server',
    (at: string) => at.replace(/:\d+\//, ':1/'),
    'does not respond; check host and port, and that it is started',
  ],
])('explains %s without the password', async (_, change, explanation) => {
  const at = change(await cluster.create())
  const { host, pathname } = new URL(at)
  await expect(databases.open({ at })).rejects.toThrow(
    `The database ${host}${pathname} ${explanation}.`,
  )
})

it('waits for the migrations of another process longer than a statement may take', async () => {
  const at = await cluster.create()
  const other = new pg.Client(at)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query(`select pg_advisory_xact_lock(${migrationLock})`)
  const timeouts = { ...defaultTimeouts, statement: 50, socketIdle: 100 }
  const opening = openPostgres(at, { mayMigrate: true }, timeouts)
  opening.catch(() => {})
  await expect
    .poll(async () => {
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      return (await other.query(waiting)).rowCount
    })
    .toBe(1)
  await setTimeout(300)
  await other.query('commit')
  const { close } = await opening
  await close()
})

it('ends the transaction of a process that stands still, so that another gets the row', async () => {
  const at = await databases.place()
  const { tables } = await databases.open({ at })
  await saveFeed({ tables }, imported(accountFeed(1, [])))
  const pool = openPool(at, { ...defaultTimeouts, idle: 100 })
  onTestFinished(() => pool.end())
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
