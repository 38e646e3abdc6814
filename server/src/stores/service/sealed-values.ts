import { UserError } from '@photofeed/core/node'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../engine/schema.ts'
import type { SecretBox } from '../engine/secret-box.ts'
import { batches } from '../engine/stored-documents.ts'
import { keyLabel } from './api-keys.ts'
import { tokenLabel } from './connections.ts'

export const sealedColumns = [
  { table: 'api_key', column: 'sealed', sealedAt: 'issued_at', label: keyLabel },
  { table: 'connection', column: 'token', sealedAt: 'token_issued_at', label: tokenLabel },
] as const

type SealedColumn = (typeof sealedColumns)[number]

interface SealedRow {
  account_id: number
  sealed: Uint8Array
}

async function readSealed(
  db: Db,
  { table, column, sealedAt }: SealedColumn,
  limit: RawBuilder<unknown> = sql``,
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select account_id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} is not null
    order by ${sql.ref(sealedAt)} desc, account_id desc ${limit}`.execute(db)
  return rows
}

/** Returns the key that was sealed last, or without keys the token; null without either. */
async function newestSealed(db: Db): Promise<{ sealed: Uint8Array; label: string } | null> {
  for (const column of sealedColumns) {
    const [row] = await readSealed(db, column, sql`limit 1`)
    if (row) return { sealed: row.sealed, label: column.label(row.account_id) }
  }
  return null
}

export async function hasSealedValues(db: Db): Promise<boolean> {
  return (await newestSealed(db)) !== null
}

/** Throws a UserError unless the secret opens what was sealed last: API keys work with a wrong one until one is shown. */
export async function assertSecretMatches(db: Db, secretBox: SecretBox): Promise<void> {
  const newest = await newestSealed(db)
  if (!newest || secretBox.open(newest.sealed, newest.label) !== null) return
  throw new UserError(
    'The secret is not the one that the stored API keys are encrypted with. ' +
      'Put that one back: PHOTOFEED_SECRET, or the file `secret` in the data folder. ' +
      'If you are changing it, set PHOTOFEED_PREVIOUS_SECRET to the one before and run `photofeed-server secret rotate`. ' +
      'If it is lost, issue a new key: `photofeed-server keys regenerate`.',
  )
}

/**
 * Encrypts with the current secret everything that only the previous one opens, one batch per transaction. It may be
 * interrupted and repeated at any time, while servers that know both secrets run. A dry run only counts.
 */
export async function rotateSecret(
  db: Db,
  { current, previous }: { current: SecretBox; previous: SecretBox | null },
  { isDryRun = false } = {},
) {
  const done = {
    /** Encrypted with the new secret. */
    renewed: 0,
    /** Encrypted with the new secret already. */
    upToDate: 0,
    /** Encrypted with neither secret, and left unchanged. */
    unreadable: 0,
  }

  async function renew(
    on: Db,
    { table, column, label }: SealedColumn,
    { account_id, sealed }: SealedRow,
  ): Promise<keyof typeof done> {
    const bound = label(account_id)
    if (current.open(sealed, bound) !== null) return 'upToDate'
    const text = previous?.open(sealed, bound) ?? null
    if (text === null) return 'unreadable'
    // A key that a server replaced since it was read is sealed with the new secret, and must stay.
    const renewing = sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${current.seal(text, bound)}
      where account_id = ${account_id} and ${sql.ref(column)} = ${sealed}`
    if (!isDryRun) await renewing.execute(on)
    return 'renewed'
  }

  for (const column of sealedColumns) {
    for (const rows of batches(await readSealed(db, column))) {
      const renewAll = async (on: Db) => {
        for (const row of rows) done[await renew(on, column, row)] += 1
      }
      await (isDryRun ? renewAll(db) : db.transaction().execute(renewAll))
    }
  }
  return done
}
