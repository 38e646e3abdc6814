import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { NodeSqliteDialect } from './sqlite.ts'

test('a transaction that SQLite itself has rolled back fails with its reason, and the next one works', async () => {
  const db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(new DatabaseSync(':memory:')) })
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
