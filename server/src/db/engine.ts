import { type DialectAdapter, type Kysely, type RawBuilder, sql } from 'kysely'

/** Where the two databases differ, and what a deployment sets. All other code is the same. */
export interface Engine {
  name: 'sqlite' | 'postgres'
  /** Whether a cache in front of the API has to be purged. A command does not know, so it enqueues purges. */
  purgesEdge: boolean
  /** The type of a column of bytes. */
  bytes: 'blob' | 'bytea'
  /** The type of a generated id, which is never reused: pages are cached by id and version. */
  id: { primary: string; reference: 'integer' | 'bigint' }
  /** The name of the post table in a query that should use an index. */
  postThrough(index: string): RawBuilder<unknown>
  /** The database's clock in milliseconds since the epoch. All processes share it; their own clocks may be wrong. */
  now(): RawBuilder<number>
}

export const sqliteEngine: Engine = {
  name: 'sqlite',
  purgesEdge: true,
  bytes: 'blob',
  id: { primary: 'integer primary key autoincrement', reference: 'integer' },
  // With date filters, SQLite would otherwise read and sort all matching posts for each page.
  postThrough: (index) => sql`post indexed by ${sql.ref(index)}`,
  now: () => sql`cast(round(unixepoch('subsec') * 1000) as integer)`,
}

export const postgresEngine: Engine = {
  name: 'postgres',
  purgesEdge: true,
  bytes: 'bytea',
  id: { primary: 'bigint generated always as identity primary key', reference: 'bigint' },
  postThrough: () => sql`post`,
  // Constant during a statement, so that an index can be searched by it.
  now: () => sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`,
}

/** The adapter of a dialect that knows its engine. */
export interface EngineAdapter extends DialectAdapter {
  readonly engine: Engine
}

/** Returns the engine behind a Kysely instance or a transaction. */
// biome-ignore lint/suspicious/noExplicitAny: the tables do not matter
export function engineOf(db: Kysely<any>): Engine {
  return (db.getExecutor().adapter as EngineAdapter).engine
}

/** Whether the text may be in the database: PostgreSQL has no NUL character. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** Converts a time of this process's clock to the same moment by the database's clock. */
export function databaseTime(
  // biome-ignore lint/suspicious/noExplicitAny: the tables do not matter
  db: Kysely<any>,
  time: number,
  clock: () => number,
): RawBuilder<number> {
  return sql`${engineOf(db).now()} + ${sql.lit(Math.round(time - clock()))}`
}
