import { UserError } from '@photofeed/core/node'
import type { PlanName } from '@photofeed/openapi'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { OutboxKind } from '../db/outbox.ts'
import { enqueue } from '../db/outbox.ts'
import type { Tables } from '../db/schema.ts'
import type { RejectionReason } from './auth.ts'

interface EmailChange {
  ownerId: string
  /** In lower case. */
  email: string
}

const taken: RejectionReason = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'

// Owner ids contain no space.
const separator = ' '

/** The value that a link to confirm an address has in `owner_verification`; that of a password link is the owner's id alone. */
export function toLinkValue({ ownerId, email }: EmailChange): string {
  return `${ownerId}${separator}${email}`
}

export function fromLinkValue(value: string): EmailChange {
  const [ownerId = '', email = ''] = value.split(separator)
  return { ownerId, email }
}

/** Revokes every link that was mailed to the owner. Returns how many there were. */
export async function revokeLinks(db: Kysely<Tables>, ownerId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('owner_verification')
    .where(({ eb, fn, or }) =>
      or([
        eb('value', '=', ownerId),
        eb(
          fn<string>('substr', ['value', sql.lit(1), sql.lit(ownerId.length + 1)]),
          '=',
          `${ownerId}${separator}`,
        ),
      ]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Gives an owner another address in one transaction: it revokes the owner's links, deletes a sign-up with this address
 * that nobody confirmed, and with `byLink` enqueues a note to the address before.
 *
 * Returns why it did not, or null.
 */
export function storeEmail(
  db: Kysely<Tables>,
  change: EmailChange,
  { byLink, now }: { byLink: boolean; now: number },
): Promise<RejectionReason | null> {
  const { ownerId, email } = change
  const changed = db.transaction().execute(async (transaction): Promise<RejectionReason | null> => {
    // Locks the owner.
    const before = await transaction
      .updateTable('owner')
      .set((eb) => ({ plan: eb.ref('plan') }))
      .where('id', '=', ownerId)
      .returning('email')
      .executeTakeFirst()
    const revoked = await revokeLinks(transaction, ownerId)
    if (!before || (byLink && revoked === 0)) return 'INVALID_TOKEN'
    await sql`delete from owner where email = ${email} and id <> ${ownerId}
      and not exists (select 1 from owner_login where owner_id = owner.id)
      and not exists (select 1 from connection where owner_id = owner.id)`.execute(transaction)
    if (await isTaken(transaction, change)) return taken
    await sql`update owner set email = ${email}, email_verified = ${sql.lit(byLink)},
      updated_at = ${new Date(now).toISOString()} where id = ${ownerId}`.execute(transaction)
    if (byLink) {
      await enqueue(transaction, 'email_changed_mail', 0, { email: before.email }, now)
    }
    return null
  })
  return changed.catch(async (error: unknown) => {
    // PostgreSQL rejects the second of two owners who change to the same address at the same time.
    if (await isTaken(db, change)) return taken
    throw error
  })
}

async function isTaken(db: Kysely<Tables>, { ownerId, email }: EmailChange): Promise<boolean> {
  const other = await db
    .selectFrom('owner')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', ownerId)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Returns the owner with an e-mail address.
 *
 * @throws {UserError} if there is none.
 */
export async function findOwner(
  db: Kysely<Tables>,
  email: string,
): Promise<{ id: string; email: string; plan: PlanName }> {
  const owner = await db
    .selectFrom('owner')
    .select(['id', 'email', 'plan'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  if (owner) return owner
  throw new UserError(
    `No owner has the address ${email}. \`photofeed-server accounts\` shows those with an account.`,
  )
}

/**
 * Disconnects the owner's accounts, whose posts and media a running server then deletes, and deletes the owner with
 * sessions and mails.
 */
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
