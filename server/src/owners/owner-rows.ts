import { randomUUID } from 'node:crypto'
import { UserError } from '@photofeed/core/node'
import type { PlanName } from '@photofeed/openapi'
import { sql, type Transaction } from 'kysely'
import { clearCachedResponses } from '../connections/api-keys.ts'
import { lockOwner } from '../db/account-lock.ts'
import { engineOf } from '../db/engine.ts'
import type { Db, Tables } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { enqueue, noAccount, type OutboxKind } from '../jobs/outbox.ts'
import type { RejectionReason } from './auth.ts'
import { endOtherSessions } from './sessions.ts'

/** Adds an owner and returns the id; null if the address is taken. The password is a hash, or null until one is chosen. */
export async function addOwner(
  db: Db,
  { email, password, now }: { email: string; password: string | null; now: number },
): Promise<string | null> {
  const owner = await db
    .insertInto('owner')
    .values({ id: randomUUID(), email, password, plan: 'free', created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return owner?.id ?? null
}

/** Returns what signs in with an e-mail address in lower case. */
export function findSignIn(db: Db, email: string) {
  return db
    .selectFrom('owner')
    .select(['id', 'password'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Returns the id of the link with a token: a keyed hash. */
export function linkIdOf(digest: (text: string) => string, token: string): string {
  return digest(`link ${token}`)
}

/** Revokes every link that was mailed to the owner, for any purpose. Returns whether one of them is among these. */
async function revokeLinks(db: Db, ownerId: string, linkId: string | null): Promise<boolean> {
  const revoked = await db
    .deleteFrom('owner_link')
    .where('owner_id', '=', ownerId)
    .returning('id')
    .execute()
  return revoked.some(({ id }) => id === linkId)
}

interface ChangeOptions {
  /** The link that the owner used; null if the owner is signed in. */
  linkId: string | null
}

/**
 * Stores the hash of a new password. Revokes the owner's links, since one that somebody else requested must not undo the
 * change, ends all sessions, and makes all places unknown: somebody else may have signed in there.
 *
 * Returns why it did not, or null.
 */
export async function storePassword(
  transaction: Transaction<Tables>,
  ownerId: string,
  password: string,
  { linkId }: ChangeOptions,
): Promise<RejectionReason | null> {
  await lockOwner(transaction, ownerId)
  const isValid = await revokeLinks(transaction, ownerId, linkId)
  if (linkId !== null && !isValid) return 'INVALID_TOKEN'
  await transaction.updateTable('owner').set({ password }).where('id', '=', ownerId).execute()
  await endOtherSessions(transaction, ownerId, null)
  await transaction.deleteFrom('owner_place').where('owner_id', '=', ownerId).execute()
  return null
}

/**
 * Gives an owner another address in one transaction: it revokes the owner's links, ends the sessions but one, deletes a
 * sign-up with this address that nobody confirmed, and with a link enqueues a note to the address before.
 *
 * Returns why it did not, or null.
 */
export function storeEmail(
  db: Db,
  { ownerId, email }: { ownerId: string; email: string },
  { linkId, sessionId }: ChangeOptions & { sessionId: string | null },
): Promise<RejectionReason | null> {
  const changed = db.transaction().execute(async (transaction): Promise<RejectionReason | null> => {
    const before = await lockOwner(transaction, ownerId)
    const isValid = await revokeLinks(transaction, ownerId, linkId)
    if (!before || (linkId !== null && !isValid)) return 'INVALID_TOKEN'
    await transaction
      .deleteFrom('owner')
      .where('email', '=', email)
      .where('id', '<>', ownerId)
      .where(isUnconfirmed)
      .execute()
    if (await isTaken(transaction, email, ownerId)) return 'EMAIL_TAKEN'
    await transaction.updateTable('owner').set({ email }).where('id', '=', ownerId).execute()
    await endOtherSessions(transaction, ownerId, sessionId)
    if (linkId !== null) {
      await enqueue(transaction, 'email_changed_mail', noAccount, { email: before.email })
    }
    return null
  })
  return changed.catch(async (error: unknown): Promise<RejectionReason> => {
    // PostgreSQL rejects the second of two owners who change to the same address at the same time.
    if (await isTaken(db, email, ownerId)) return 'EMAIL_TAKEN'
    throw error
  })
}

/** Whether another owner has an e-mail address. */
async function isTaken(db: Db, email: string, ownerId: string): Promise<boolean> {
  const owner = await findSignIn(db, email)
  return owner !== undefined && owner.id !== ownerId
}

/** Whether an owner never chose a password and connected nothing. */
const isUnconfirmed = sql<boolean>`password is null
  and not exists (select 1 from connection where owner_id = owner.id)`

/** Deletes owners who signed up before a time and never chose a password. */
export async function deleteAbandonedOwners(db: Db, before: number): Promise<void> {
  await db.deleteFrom('owner').where(isUnconfirmed).where('created_at', '<', before).execute()
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

export type PlanChange = Awaited<ReturnType<typeof changePlan>>

/**
 * Sets the plan of an owner and the owner's accounts in one transaction. All accounts stay connected, even above the plan's
 * limit; they are returned with the plans that they had. The new plan may refresh more often, so posts of accounts whose
 * plan changes are fetched now.
 *
 * @throws {UserError} if no owner has that e-mail address.
 */
export function changePlan(db: Db, { email, plan }: { email: string; plan: PlanName }) {
  return db.transaction().execute(async (transaction) => {
    const owner = await findOwner(transaction, email)
    const dueNow = engineOf(transaction).now()
    await transaction.updateTable('owner').set({ plan }).where('id', '=', owner.id).execute()
    const accounts = await transaction
      .selectFrom('connection')
      .innerJoin('account', 'account.id', 'connection.account_id')
      .select(['account.id', 'account.profile', 'account.plan as before'])
      .where('connection.owner_id', '=', owner.id)
      .orderBy('account.id')
      .execute()
    for (const { id } of accounts.filter(({ before }) => before !== plan)) {
      // Also locks the account.
      await clearCachedResponses(transaction, id)
      await transaction.updateTable('account').set({ plan }).where('id', '=', id).execute()
      await transaction
        .updateTable('job')
        .set({ run_at: dueNow })
        .where('account_id', '=', id)
        .where('kind', '=', 'posts' satisfies JobKind)
        .where('run_at', '>', dueNow)
        .execute()
    }
    const named = accounts.map(({ profile, before }) => {
      return { username: fromProfileDocument(profile).username, before }
    })
    return { email: owner.email, before: owner.plan, plan, accounts: named }
  })
}
