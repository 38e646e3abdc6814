import { UserError } from '@photofeed/core/node'
import type { PlanName } from '@photofeed/openapi'
import { sql, type Transaction } from 'kysely'
import { lockOwner } from '../db/engine.ts'
import type { Db, Tables } from '../db/schema.ts'
import { enqueue, noAccount, type OutboxKind } from '../jobs/outbox.ts'
import { endOtherSessions } from './owner-sessions.ts'

interface EmailChange {
  ownerId: string
  /** In lower case. */
  email: string
}

/** Why an address was not stored, by better-auth's names. */
type EmailRejection = 'INVALID_TOKEN' | 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'

const taken: EmailRejection = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'

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

/** Revokes every link that was mailed to the owner, for any purpose. Returns how many there were. */
export async function revokeLinks(db: Db, ownerId: string): Promise<number> {
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

interface StoreEmailOptions {
  /** Whether the owner used a link that was mailed to the address. */
  byLink: boolean
  /** The session that made the change and stays; null ends all of the owner's. */
  sessionId: string | null
  now: number
}

/**
 * Gives an owner another address in one transaction: it revokes the owner's links, ends the other sessions, deletes a
 * sign-up with this address that nobody confirmed, and with `byLink` enqueues a note to the address before.
 *
 * Returns why it did not, or null.
 */
export function storeEmail(
  db: Db,
  change: EmailChange,
  { byLink, sessionId, now }: StoreEmailOptions,
): Promise<EmailRejection | null> {
  const { ownerId, email } = change
  const changed = db.transaction().execute(async (transaction): Promise<EmailRejection | null> => {
    const before = await lockOwner(transaction, ownerId)
    const revoked = await revokeLinks(transaction, ownerId)
    if (!before || (byLink && revoked === 0)) return 'INVALID_TOKEN'
    await transaction
      .deleteFrom('owner')
      .where('email', '=', email)
      .where('id', '<>', ownerId)
      .where(isUnconfirmed)
      .execute()
    if (await ownerExists(transaction, email, ownerId)) return taken
    await sql`update owner set email = ${email}, email_verified = ${sql.lit(byLink)},
      updated_at = ${new Date(now).toISOString()} where id = ${ownerId}`.execute(transaction)
    await endOtherSessions(transaction, ownerId, sessionId)
    if (byLink) {
      await enqueue(transaction, 'email_changed_mail', noAccount, { email: before.email })
    }
    return null
  })
  return changed.catch(async (error: unknown) => {
    // PostgreSQL rejects the second of two owners who change to the same address at the same time.
    if (await ownerExists(db, email, ownerId)) return taken
    throw error
  })
}

/** Whether an owner, other than one, has an e-mail address. */
export async function ownerExists(db: Db, email: string, otherThan = ''): Promise<boolean> {
  const owner = await db
    .selectFrom('owner')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', otherThan)
    .executeTakeFirst()
  return owner !== undefined
}

/** Whether an owner never chose a password and connected nothing. */
const isUnconfirmed = sql<boolean>`not exists (select 1 from owner_login where owner_id = owner.id)
  and not exists (select 1 from connection where owner_id = owner.id)`

/** Deletes owners who signed up before a time and never chose a password. */
export async function deleteAbandonedOwners(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('owner')
    .where(isUnconfirmed)
    .where(sql<boolean>`created_at < ${before.toISOString()}`)
    .execute()
}

/** Returns the addresses of all owners. */
export async function ownerEmails(db: Db): Promise<string[]> {
  const owners = await db.selectFrom('owner').select('email').execute()
  return owners.map(({ email }) => email)
}

/**
 * Returns the owner with an e-mail address.
 *
 * @throws {UserError} if there is none.
 */
export async function findOwner(
  db: Db,
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
  db: Db,
  connections: {
    ofOwner(ownerId: string): Promise<readonly { accountId: number }[]>
    apply(accountId: number, event: 'disconnected'): Promise<unknown>
  },
  ownerId: string,
): Promise<void> {
  let isDeleted = false
  while (!isDeleted) {
    for (const { accountId } of await connections.ofOwner(ownerId)) {
      await connections.apply(accountId, 'disconnected')
    }
    isDeleted = await db.transaction().execute(async (transaction) => {
      const owner = await lockOwner(transaction, ownerId)
      if (!owner) return true
      const left = await transaction
        .selectFrom('connection')
        .select('account_id')
        .where('owner_id', '=', ownerId)
        .execute()
      // Connected meanwhile, in another session.
      if (left.length > 0) return false
      await revokeLinks(transaction, ownerId)
      await deleteMails(transaction, ownerId, owner.email)
      await transaction.deleteFrom('owner').where('id', '=', ownerId).execute()
      return true
    })
  }
}

/** Deletes the owner's pending mails. A note to a former address is still sent. */
async function deleteMails(
  transaction: Transaction<Tables>,
  ownerId: string,
  email: string,
): Promise<void> {
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
