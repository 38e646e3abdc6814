import { UserError } from '@photofeed/core/node'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/ports.ts'
import type { Tables } from '../db/schema.ts'
import type { OutboxKind } from '../outbox/outbox.ts'
import { revokeLinks } from './email-change.ts'

export interface FoundOwner {
  id: string
  email: string
  /** How many accounts are connected. */
  accounts: number
}

/** @throws {UserError} when nobody has that e-mail address. */
export async function findOwner(
  { tables: { db }, connections }: Pick<Database, 'tables' | 'connections'>,
  email: string,
): Promise<FoundOwner> {
  const owner = await db
    .selectFrom('owner')
    .select(['id', 'email'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  if (!owner) {
    throw new UserError(
      `No owner has the address ${email}. \`photofeed-server accounts\` shows those with an account.`,
    )
  }
  return { ...owner, accounts: (await connections.ofOwner(owner.id)).length }
}

/** Disconnects the owner's accounts, whose posts and media a running server then deletes, and deletes the owner with sessions and mails. */
export async function deleteOwner(
  { tables: { db }, connections }: Pick<Database, 'tables' | 'connections'>,
  ownerId: string,
): Promise<void> {
  let isDeleted = false
  while (!isDeleted) {
    for (const { accountId } of await connections.ofOwner(ownerId)) {
      await connections.apply(accountId, 'disconnected')
    }
    isDeleted = await db.transaction().execute(async (transaction) => {
      // Locks the owner: nothing is connected until the transaction ends.
      await transaction
        .updateTable('owner')
        .set((eb) => ({ plan: eb.ref('plan') }))
        .where('id', '=', ownerId)
        .execute()
      const left = await transaction
        .selectFrom('connection')
        .select('account_id')
        .where('owner_id', '=', ownerId)
        .execute()
      // Connected meanwhile, in another session.
      if (left.length > 0) return false
      await revokeLinks(transaction, ownerId)
      await deleteMails(transaction, ownerId)
      await transaction.deleteFrom('owner').where('id', '=', ownerId).execute()
      return true
    })
  }
}

/** Deletes the owner's pending mails. A note to a former address is still sent. */
async function deleteMails(transaction: Transaction<Tables>, ownerId: string): Promise<void> {
  const { email } = await transaction
    .selectFrom('owner')
    .select('email')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const byAddress: OutboxKind[] = ['sign_up_mail', 'reset_password_mail']
  const change = JSON.stringify({ ownerId }).slice(0, -1)
  await transaction
    .deleteFrom('outbox')
    .where(({ and, eb, fn, or }) =>
      or([
        and([eb('kind', 'in', byAddress), eb('payload', '=', JSON.stringify({ email }))]),
        and([
          eb('kind', '=', 'change_email_mail' satisfies OutboxKind),
          eb(fn<string>('substr', ['payload', sql.lit(1), sql.lit(change.length)]), '=', change),
        ]),
      ]),
    )
    .execute()
}
