import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../../test-support/temp-folder.ts'
import { sqliteEngine } from './engine.ts'
import { sqliteDialect, whenUnlocked } from './sqlite.ts'

test('a transaction that SQLite itself has rolled back fails with its reason, and the next one works', async () => {
  const db = new Kysely<unknown>({
    dialect: sqliteDialect(sqliteEngine, new DatabaseSync(':memory:')),
  })
  await sql`create table thing (id integer primary key)`.execute(db)
  const twice = db.transaction().execute(async (transaction) => {
    await sql`insert into thing values (1)`.execute(transaction)
    // As an I/O error does, whatever the statement.
    await sql`insert or rollback into thing values (1)`.execute(transaction)
  })
  await expect(twice).rejects.toThrow('UNIQUE constraint failed: thing.id')
  await db
    .transaction()
    .execute((transaction) => sql`insert into thing values (1)`.execute(transaction))
  expect((await sql`select id from thing`.execute(db)).rows).toEqual([{ id: 1 }])
  await db.destroy()
})

test('a process that stood still has not waited for a lock', async () => {
  const file = join(await tempFolder(), 'test.sqlite')
  const [holder, waiter] = [1, 2].map(() => new DatabaseSync(file, { timeout: 0 })) as [
    DatabaseSync,
    DatabaseSync,
  ]
  onTestFinished(() => {
    holder.close()
    waiter.close()
  })
  holder.exec('create table thing (id integer); begin immediate')
  const waiting = whenUnlocked(() => waiter.exec('insert into thing values (1)'), 200)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  await setTimeout(40)
  holder.exec('rollback')
  await waiting
  expect(waiter.prepare('select id from thing').all()).toEqual([{ id: 1 }])
})

test('a lock that stays is waited for no longer than a while', async () => {
  const locked = Object.assign(new Error('database is locked'), { errcode: 5 })
  let turns = 0
  const work = () => {
    turns += 1
    throw locked
  }
  await expect(whenUnlocked(work, 100)).rejects.toBe(locked)
  expect(turns).toBe(6)
})

test('a select sees what is committed and waits for no transaction, which sees its own writes; transactions wait for each other', async () => {
  const file = join(await tempFolder(), 'test.sqlite')
  const [writing, reading] = [1, 2].map(() => new DatabaseSync(file)) as [
    DatabaseSync,
    DatabaseSync,
  ]
  writing.exec('pragma journal_mode = wal; create table thing (id integer primary key)')
  const db = new Kysely<{ thing: { id: number } }>({
    dialect: sqliteDialect(sqliteEngine, writing, reading),
  })
  onTestFinished(() => db.destroy())
  const ids = (source: typeof db) => source.selectFrom('thing').select('id').execute()
  const insert = (source: typeof db, id: number) =>
    source.insertInto('thing').values({ id }).execute()

  let second: Promise<unknown> | undefined
  await db.transaction().execute(async (transaction) => {
    await insert(transaction, 1)
    second = db.transaction().execute(async (other) => {
      expect(await ids(other)).toEqual([{ id: 1 }])
      await insert(other, 2)
    })
    expect(await ids(transaction)).toEqual([{ id: 1 }])
    expect(await ids(db)).toEqual([])
  })
  expect(await ids(db)).toContainEqual({ id: 1 })
  await second
  expect(await ids(db)).toEqual([{ id: 1 }, { id: 2 }])
})
