import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { UserError } from '@photofeed/core/node'
import { Kysely, sql } from 'kysely'
import { postgresEngine, sqliteEngine } from './engine/engine.ts'
import { describePending, migrate, readVersion } from './engine/migrations.ts'
import { explainOpening, markAsMoved } from './engine/open-sqlite.ts'
import { changeAlone } from './engine/postgres.ts'
import { explainConnecting, named } from './engine/postgres-address.ts'
import { defaultTimeouts } from './engine/postgres-pool.ts'
import type { Db, Tables } from './engine/schema.ts'
import { lockedCode, resultCode, sqliteDialect } from './engine/sqlite.ts'

/** The columns of a unique key of each table; referenced tables come first. The compiler names a table that is missing. */
const keys: { [Table in keyof Tables]: readonly (keyof Tables[Table] & string)[] } = {
  owner: ['id'],
  account: ['id'],
  api_key: ['account_id'],
  feed: ['account_id'],
  post: ['account_id', 'platform_id'],
  media_file: ['id'],
  work: ['id'],
  connection: ['account_id'],
  owner_session: ['id'],
  owner_link: ['id'],
  owner_browser: ['owner_id', 'browser'],
  rate_limit: ['key'],
  deletion_request: ['code'],
}
export const copiedTables = Object.keys(keys) as (keyof Tables)[]

export class OpenElsewhere extends UserError {}

/** Opens a SQLite database that no other process can open until it is closed. Throws OpenElsewhere if one has it open. */
export async function openAlone(file: string) {
  if (!existsSync(file)) {
    throw new UserError(`There is no database at ${file}. Name the data folder with --data.`)
  }
  const opened = new DatabaseSync(file, { timeout: 1000 })
  try {
    // Before the first read: then SQLite locks the whole file, which fails while any other process has it open.
    opened.exec('pragma locking_mode = exclusive; begin immediate; commit')
    const db = new Kysely<Tables>({ dialect: sqliteDialect(sqliteEngine, opened) })
    const pending = describePending(await readVersion(db))
    if (pending !== null)
      throw new UserError(`The database ${file} cannot be copied: it ${pending}`)
    return {
      db,
      copyTo: (to: string) => copyToPostgres(db, file, to),
      [Symbol.asyncDispose]: async () => opened.close(),
    }
  } catch (error) {
    opened.close()
    if (resultCode(error) !== lockedCode) throw explainOpening(file, error)
    throw new OpenElsewhere(
      `The database ${file} is open in another process. Stop the server that uses it, and run the command again.`,
    )
  }
}

/**
 * Copies all rows into an empty PostgreSQL database in one transaction, so that an interrupted copy leaves nothing there.
 * Compares each table by the number of its rows and their hashes, and marks the file of the source before the commit.
 * Returns the number of rows by table.
 */
async function copyToPostgres(source: Db, file: string, to: string) {
  const counts: Record<string, number> = {}
  let isConnected = false

  async function copy(transaction: Db): Promise<void> {
    isConnected = true
    if ((await readVersion(transaction)) > 0) {
      throw new UserError(
        `The target ${named(to)} has the tables of photofeed already. Create an empty PostgreSQL database, and name it with --to.`,
      )
    }
    await migrate((change) => change(transaction))
    for (const table of copiedTables) {
      for await (const rows of rowsOf(source, table)) await insertRows(transaction, table, rows)
      const [before, after] = [await digestOf(source, table), await digestOf(transaction, table)]
      if (!isDeepStrictEqual(before, after)) {
        throw new Error(`the rows of ${table} are not those of the source`)
      }
      counts[table] = before.rows
    }
    // No id that the source ever had may be used again.
    const { rows } = await sql<{ name: string; seq: number }>`
      select name, seq from sqlite_sequence where seq > 0`.execute(source)
    for (const { name, seq } of rows) {
      await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${seq}::bigint)`.execute(
        transaction,
      )
    }
    // The planner would know nothing about the tables until the next autovacuum.
    await sql`analyze`.execute(transaction)
    await markAsMoved(file, named(to))
  }

  try {
    // A server may start with the empty database at the same time.
    await changeAlone(to, postgresEngine, defaultTimeouts, copy)
    return counts
  } catch (error) {
    if (!isConnected || error instanceof UserError) throw explainConnecting(to, error)
    const { message } = error as Error
    throw new UserError(
      `The copy stopped: ${message}. Remove the cause, and run the command again: it starts from the beginning.`,
      { cause: error },
    )
  }
}

type Row = Record<string, unknown>
// A post has at most some 100 KB of comments.
const batchSize = 500

/** Yields the rows of a table in the order of its keys, in batches. */
async function* rowsOf(db: Db, table: keyof Tables): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(keys[table].map((column) => sql.ref(column)))
  for (let last: Row | undefined; ; ) {
    const after = last && sql.join(keys[table].map((column) => last?.[column]))
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} ${after ? sql`where (${columns}) > (${after})` : sql``}
      order by ${columns} limit ${batchSize}`.execute(db)
    last = rows.at(-1)
    if (!last) return
    yield rows
  }
}

async function insertRows(db: Db, table: keyof Tables, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    overriding system value values ${sql.join(values)}`.execute(db)
}

/** Counts and hashes the rows of a table. The sum does not depend on their order: databases sort texts differently. */
export async function digestOf(db: Db, table: keyof Tables) {
  const digest = { rows: 0, sum: 0n }
  for await (const rows of rowsOf(db, table)) {
    for (const row of rows) digest.sum += BigInt(`0x${hash('sha256', canonical(row))}`)
    digest.rows += rows.length
  }
  return digest
}

/** The same text for the same row of both databases. */
function canonical(row: Row): string {
  const text = (value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
  const columns = Object.keys(row).sort()
  return JSON.stringify(columns.map((column) => text(row[column])))
}
