import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { postQuery } from '../../../../core/test/store/index.ts'
import { type Database, openDatabase } from '../../../src/stores/database.ts'
import { statements } from '../../../src/stores/engine/baseline.ts'
import { postgresEngine, sqliteEngine } from '../../../src/stores/engine/engine.ts'
import { describePending, migrations, readVersion } from '../../../src/stores/engine/migrations.ts'
import type { Migration } from '../../../src/stores/engine/schema.ts'
import { readStored } from '../../../src/stores/stored-data.ts'
import { onBothDatabases, readTables } from '../../support/databases.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import {
  createFirstRelease,
  readRelease,
  releaseSecret,
  useAsFirstRelease,
} from './first-release.ts'

const addNote: Migration = async (transaction) => {
  await sql`alter table account add column note text`.execute(transaction)
}
const next = [...migrations, addNote]
const newest = migrations.length

async function open(at: string, known = migrations): Promise<Database> {
  const database = await openDatabase({ at, secret: releaseSecret, migrations: known })
  onTestFinished(database.close)
  return database
}

/** Expects that a database serves the accounts of the first release. */
async function expectServes({ store, keys: ring, connections }: Database, keys: string[]) {
  for (const key of keys) {
    const found = await store.findAccountByKey(key)
    expect(found?.plan).toBe('premium')
    expect(await store.findPosts(found?.id ?? 0, postQuery({ limit: 10 }))).toHaveLength(3)
    expect(await connections.token(found?.id ?? 0)).not.toBeNull()
  }
  expect([...(await ring.findAll()).values()].toSorted()).toEqual(keys.toSorted())
}

it('never changes what the first release created: a change is a migration of its own', async () => {
  const { tables } = await readRelease()
  expect(statements(sqliteEngine)).toEqual(tables.sqlite)
  expect(statements(postgresEngine)).toEqual(tables.postgres)
})

const interrupted = fileURLToPath(new URL('interrupted.ts', import.meta.url))

onBothDatabases((databases) => {
  it('creates the tables of a new database', async () => {
    const at = await databases.bare()
    expect(await readStored(at, async () => 'tables')).toBeNull()
    expect(await (await open(at)).accounts.list()).toEqual([])
    expect(await readStored(at, async () => 'tables')).toBe('tables')
  })

  it('starts on the data of the first release, also after a start that was killed in a migration', async () => {
    const at = await databases.bare()
    const keys = await createFirstRelease(at)
    const child = spawn(process.execPath, [interrupted, at], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    await Promise.race([once(child.stdout, 'data'), exit])
    child.kill('SIGKILL')
    expect(await exit).toEqual([null, 'SIGKILL'])
    expect(await readTables(at, (db) => readVersion(db))).toBe(newest)
    const database = await open(at, next)
    await expectServes(database, keys)
    expect(await sql`select note from account`.execute(database.tables.db)).toMatchObject({
      rows: keys.map(() => ({ note: null })),
    })
    expect(await readTables(at, (db) => readVersion(db, next))).toBe(newest + 1)
  })

  it('serves in two versions during a rolling restart, and rejects the older one afterwards', async () => {
    const at = await databases.bare()
    const keys = await createFirstRelease(at)
    const older = await open(at)
    for (const database of [older, await open(at, next), await open(at, next), older]) {
      await expectServes(database, keys)
      const [{ accountId = 0 } = {}] = await database.accounts.list()
      keys[0] = await database.keys.issue(accountId)
    }
    const sentence = `The tables of the database are of version ${newest + 1}, and this photofeed-server knows versions up to ${newest}. Start a newer photofeed-server, or restore the backup from before its first start.`
    await expect(open(at)).rejects.toThrow(sentence)
    await expect(readStored(at, async () => 'tables')).rejects.toThrow(sentence)
  })

  it('only adds, so that the statements of the first release work on the newest tables', async () => {
    const { tables } = await open(await databases.bare())
    await useAsFirstRelease(tables.db)
    for (const change of [
      'alter table account drop column username',
      'alter table owner rename to person',
      'create unique index one_by_plan on account (plan)',
    ]) {
      const breaking: Migration = async (db) => void (await sql.raw(change).execute(db))
      const changed = await open(await databases.bare(), [...migrations, breaking])
      await expect(useAsFirstRelease(changed.tables.db)).rejects.toThrow()
    }
  })

  it('undoes a migration that fails, and keeps those before it', async () => {
    const at = await databases.bare()
    const failing: Migration = async (transaction) => {
      await sql`create table half (id integer)`.execute(transaction)
      throw new Error('Out of order.')
    }
    await expect(open(at, [...next, failing])).rejects.toThrow('Out of order.')
    expect(await readTables(at, (db) => readVersion(db, next))).toBe(newest + 1)
    await open(at, [
      ...next,
      async (db) => void (await sql`create table half (id integer)`.execute(db)),
    ])
  })
})

it('runs two services in two schemas of a PostgreSQL database', async () => {
  const at = await (await sharedPostgres()).create()
  const client = new pg.Client(at)
  await client.connect()
  onTestFinished(() => client.end())
  for (const schema of ['one', 'two']) {
    await client.query(`create schema ${schema}`)
    const url = new URL(at)
    url.searchParams.set('options', `-c search_path=${schema},one,public`)
    const keys = await createFirstRelease(url.href)
    await expectServes(await open(url.href), keys)
  }
})

it.each([
  [0, 'has no tables yet. The first start creates them.'],
  [
    newest,
    `has tables of version ${newest}. The next \`photofeed-server start\` updates them to version ${newest + 1}.`,
  ],
  [newest + 1, null],
])('says what a start changes of version %i', (version, sentence) => {
  expect(describePending(version, next)).toBe(sentence)
})
