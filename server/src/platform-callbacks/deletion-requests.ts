import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isStorable } from '../db/engine.ts'
import type { Tables } from '../db/schema.ts'
import type { OutboxKind } from '../outbox/outbox.ts'

/** How far a deletion is. */
export type DeletionProgress =
  /** There was nothing of this owner. */
  | 'nothing kept'
  | 'under way'
  | 'done'
  /** The owner allowed access anew before everything was gone: then it stays. */
  | 'connected again'

/** What the platform asked us to delete, under codes that nobody can guess. */
export interface DeletionRequests {
  /** Keeps a request; its code. */
  add(accountIds: readonly number[], now: number): Promise<string>
  /** Null for a code that was never given. */
  progress(code: string): Promise<DeletionProgress | null>
}

const deletion: OutboxKind = 'delete_posts_and_media'

export function createDeletionRequests(
  db: Kysely<Tables>,
  random: () => Buffer = () => randomBytes(16),
): DeletionRequests {
  async function left(accountIds: readonly number[]): Promise<boolean> {
    const account = await db
      .selectFrom('account')
      .select('id')
      .where('id', 'in', accountIds)
      .executeTakeFirst()
    if (account) return true
    // The files go after the account does, by the same message.
    const message = await db
      .selectFrom('outbox')
      .select('id')
      .where('account_id', 'in', accountIds)
      .where('kind', '=', deletion)
      .executeTakeFirst()
    return message !== undefined
  }

  async function connectedAgain(accountIds: readonly number[]): Promise<boolean> {
    const row = await db
      .selectFrom('connection')
      .select('account_id')
      .where('account_id', 'in', accountIds)
      .where('state', '!=', 'disconnected')
      .executeTakeFirst()
    return row !== undefined
  }

  return {
    async add(accountIds, now) {
      const code = random().toString('hex')
      await db
        .insertInto('deletion_request')
        .values({ code, account_ids: accountIds.join(), asked_at: now })
        .execute()
      return code
    },

    async progress(code) {
      if (!isStorable(code)) return null
      const row = await db
        .selectFrom('deletion_request')
        .select('account_ids')
        .where('code', '=', code)
        .executeTakeFirst()
      if (!row) return null
      if (row.account_ids === '') return 'nothing kept'
      const accountIds = row.account_ids.split(',').map(Number)
      if (await connectedAgain(accountIds)) return 'connected again'
      return (await left(accountIds)) ? 'under way' : 'done'
    },
  }
}
