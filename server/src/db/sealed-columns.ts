import { type Kysely, sql } from 'kysely'
import { tokenLabel } from '../accounts/connection-tokens.ts'
import { keyLabel } from './api-key-rows.ts'
import type { Tables } from './schema.ts'

/** Where the database keeps what the secret box sealed. */
export const sealedColumns = [
  { table: 'api_key', column: 'sealed', label: keyLabel },
  { table: 'connection', column: 'token', label: tokenLabel },
] as const

export type SealedColumn = (typeof sealedColumns)[number]

export interface SealedRow {
  account_id: number
  sealed: Uint8Array
}

/** All rows of a column, some at a time, in the order of their accounts. */
export async function* sealedRows(
  db: Kysely<Tables>,
  { table, column }: SealedColumn,
  atOnce = 200,
): AsyncGenerator<SealedRow[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<SealedRow>`
      select account_id, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null and account_id > ${after}
      order by account_id limit ${atOnce}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.account_id
  }
}
