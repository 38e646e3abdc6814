import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tables } from '../stores/schema.ts'

/** The columns of a unique key of each table; referenced tables come first. The compiler names a table that is missing. */
const keys: { [Table in keyof Tables]: readonly (keyof Tables[Table] & string)[] } = {
  owner: ['id'],
  account: ['id'],
  api_key: ['account_id'],
  post: ['account_id', 'platform_id'],
  missing_post: ['account_id', 'platform_id'],
  job: ['id'],
  outbox: ['id'],
  connection: ['account_id'],
  owner_session: ['id'],
  owner_link: ['id'],
  owner_place: ['owner_id', 'place'],
  rate_limit: ['key'],
  deletion_request: ['code'],
  media_sweep: ['id'],
  media_store: ['id'],
  unknown_media: ['media_id'],
}

export type TableName = keyof Tables

/** All tables but `media_store`: a copy has an identity of its own. */
export const copiedTables = (Object.keys(keys) as TableName[]).filter(
  (table) => table !== 'media_store',
)

/** The tables whose ids the database generates. */
export const generatedIds = ['account', 'job', 'outbox'] as const

export type Row = Record<string, unknown>

// A post has at most some 100 KB of comments.
const batchSize = 500

/** Yields the rows of a table after a key, in the order of the keys, in batches. */
export async function* rowsOf(
  db: Db,
  table: TableName,
  lastKey: readonly unknown[] | null = null,
): AsyncGenerator<{ rows: readonly Row[]; lastKey: readonly unknown[] }> {
  const columns = sql.join(keys[table].map((column) => sql.ref(column)))
  for (let after = lastKey; ; ) {
    const where = after ? sql`where (${columns}) > (${sql.join(after)})` : sql``
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} ${where} order by ${columns} limit ${batchSize}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = keys[table].map((column) => last[column])
    yield { rows, lastKey: after }
  }
}

export interface TableDigest {
  rows: number
  /** The sum of the SHA-256 of all rows, which does not depend on their order: databases sort texts differently. */
  sum: bigint
}

const sumBits = 256

/** Counts and hashes the rows of a table. */
export async function digestOf(db: Db, table: TableName): Promise<TableDigest> {
  const digest = { rows: 0, sum: 0n }
  for await (const { rows } of rowsOf(db, table)) {
    for (const row of rows) digest.sum += BigInt(`0x${hash('sha256', canonical(row))}`)
    digest.sum = BigInt.asUintN(sumBits, digest.sum)
    digest.rows += rows.length
  }
  return digest
}

/** The same text for the same row of both databases. */
function canonical(row: Row): string {
  const values = Object.keys(row)
    .sort()
    .map((column) => {
      const value = row[column]
      return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
    })
  return JSON.stringify(values)
}
