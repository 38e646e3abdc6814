import { count, UserError } from '@photofeed/core/node'
import {
  type CompiledQuery,
  type DialectAdapter,
  type Kysely,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely'
import type { Db, Migration, Tables } from './schema.ts'

/** Where the two databases differ, and what a deployment sets. All other code is the same. */
export interface Engine {
  name: 'sqlite' | 'postgres'
  /** Whether a cache in front of the API has to be purged. A command does not know, so it enqueues purges. */
  purgesEdge: boolean
  /** The name of the post table in a query that should use an index. */
  postThrough(index: string): RawBuilder<unknown>
  /** The database's clock in milliseconds since the epoch. All processes share it; their own clocks may be wrong. */
  now(): RawBuilder<number>
}

export const sqliteEngine: Engine = {
  name: 'sqlite',
  purgesEdge: true,
  // With date filters, SQLite would otherwise read and sort all matching posts for each page.
  postThrough: (index) => sql`post indexed by ${sql.ref(index)}`,
  now: () => sql`cast(round(unixepoch('subsec') * 1000) as integer)`,
}

export const postgresEngine: Engine = {
  name: 'postgres',
  purgesEdge: true,
  postThrough: () => sql`post`,
  // Constant during a statement, so that an index can be searched by it.
  now: () => sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`,
}

export interface OpenOptions {
  engine: Engine
  /** How many connections to PostgreSQL are open at most; by default that of `databaseDefaults`. */
  connections: number | undefined
  /** Other migrations than ours, for tests. */
  migrations?: readonly Migration[] | undefined
}

export interface DatabaseHandles {
  engine: Engine
  db: Db
  /** Prepares a query that requests of the read API run again and again. */
  prepare(query: CompiledQuery): PreparedQuery
  /** Returns a number that changes with every commit to the database, of any process; null if only a query shows it. */
  dataVersion: (() => number) | null
  close(): Promise<void>
}

/** Runs a prepared query. A row is an array of the values of its columns. */
export type PreparedQuery = (parameters: readonly unknown[]) => Promise<readonly unknown[][]>

/** Returns the engine behind a Kysely instance or a transaction. */
// biome-ignore lint/suspicious/noExplicitAny: the tables do not matter
export function engineOf(db: Kysely<any>): Engine {
  return (db.getExecutor().adapter as DialectAdapter & { engine: Engine }).engine
}

/** Whether the text may be in the database: PostgreSQL has no NUL character. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** Locks the owner until the transaction ends, so that no account is connected before. Returns undefined if there is no such owner. */
export function lockOwner(transaction: Transaction<Tables>, ownerId: string) {
  return transaction
    .selectFrom('owner')
    .select(['email', 'password', 'plan'])
    .where('id', '=', ownerId)
    .$if(locksRows(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

/** Whether a column has one of these values. They are one parameter: as a list, PostgreSQL's plan for any values would read all posts of an account. */
// biome-ignore lint/suspicious/noExplicitAny: the tables do not matter
export function isOneOf(db: Kysely<any>, column: string, values: readonly (string | number)[]) {
  return engineOf(db).name === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(${sql.val(values)})`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
}

/** Whether rows are locked one by one: in SQLite every transaction of ours locks the whole database as it begins. */
export function locksRows(transaction: Transaction<Tables>): boolean {
  return engineOf(transaction).name === 'postgres'
}

const largestSkewMs = 60_000

/** Throws a UserError if the clock of this process, which writes some times, differs from the database's by over a minute. */
export async function assertSameClock(db: Db, clock: () => number): Promise<void> {
  const { rows } = await sql<{ now: number }>`select ${engineOf(db).now()} as now`.execute(db)
  const skew = clock() - (rows[0]?.now ?? 0)
  if (Math.abs(skew) <= largestSkewMs) return
  throw new UserError(
    `The clock of this machine is ${count(Math.round(Math.abs(skew) / 1000), 'second')} ${skew > 0 ? 'ahead of' : 'behind'} that of the database. Set both by NTP.`,
  )
}
