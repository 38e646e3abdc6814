import { randomUUID } from 'node:crypto'
import { UserError } from '@photofeed/core/node'
import type { PlanName } from '@photofeed/openapi'
import { sql, type Transaction } from 'kysely'
import { clearCachedResponses, setAccount } from '../stores/accounts.ts'
import type { AccountConnections } from '../stores/connections.ts'
import { lockOwner } from '../stores/engine.ts'
import type { Db, Tables } from '../stores/schema.ts'
import { fromProfileDocument } from '../stores/stored-documents.ts'
import { enqueue, type MailKind, scheduleJob } from '../stores/work.ts'
import { Rejected } from './auth.ts'
import { endOtherSessions } from './sessions.ts'

/** Adds an owner and returns the id. The password is a hash, or null until one is chosen. */
export async function addOwner(
  db: Db,
  { email, password, now }: { email: string; password: string | null; now: number },
): Promise<string> {
  const owner = await db
    .insertInto('owner')
    .values({ id: randomUUID(), email, password, plan: 'free', created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!owner) throw new Rejected('EMAIL_TAKEN')
  return owner.id
}

/** Returns the addresses of all owners. */
export async function ownerEmails(db: Db): Promise<string[]> {
  const owners = await db.selectFrom('owner').select('email').execute()
  return owners.map(({ email }) => email)
}

/** Returns the plans that owners have. */
export async function ownerPlans(db: Db): Promise<PlanName[]> {
  const owners = await db.selectFrom('owner').select('plan').distinct().execute()
  return owners.map(({ plan }) => plan)
}

/** Returns an owner's id and password hash. An e-mail address is in lower case. */
export function findSignIn(db: Db, by: 'id' | 'email', value: string) {
  return db.selectFrom('owner').select(['id', 'password']).where(by, '=', value).executeTakeFirst()
}

/** Returns the id of the link with a token: a keyed hash. */
export function linkIdOf(digest: (text: string) => string, token: string): string {
  return digest(`link ${token}`)
}

/**
 * Locks the owner until the transaction ends. Rejects if the password was replaced after it was verified.
 *
 * @param verified - Its hash.
 */
export async function lockVerified(
  transaction: Transaction<Tables>,
  ownerId: string,
  verified: string,
): Promise<void> {
  const owner = await lockOwner(transaction, ownerId)
  if (owner?.password !== verified) throw new Rejected('INVALID_PASSWORD')
}

/** Deletes a mail that is not sent yet. */
const cancelMail = (transaction: Transaction<Tables>, kinds: MailKind[], key: string) =>
  transaction.deleteFrom('work').where('kind', 'in', kinds).where('key', '=', key).execute()

/**
 * Locks the owner until the transaction ends, and revokes every link of the owner, for any purpose, mailed or not yet.
 *
 * @param linkId - The link that the owner uses; null if the owner is signed in.
 */
async function useLink(transaction: Transaction<Tables>, ownerId: string, linkId: string | null) {
  const owner = await lockOwner(transaction, ownerId)
  const revoked = await transaction
    .deleteFrom('owner_link')
    .where('owner_id', '=', ownerId)
    .returning('id')
    .execute()
  await cancelMail(transaction, ['change_email_mail'], ownerId)
  const isValid = linkId === null || revoked.some(({ id }) => id === linkId)
  if (!owner || !isValid) throw new Rejected('INVALID_TOKEN')
  return owner
}

/**
 * Stores the hash of a new password. Revokes the owner's links, since one that somebody else requested must not undo the
 * change, ends all sessions, and makes all places unknown: somebody else may have signed in there.
 */
export async function storePassword(
  transaction: Transaction<Tables>,
  { ownerId, password, linkId }: { ownerId: string; password: string; linkId: string | null },
): Promise<void> {
  await useLink(transaction, ownerId, linkId)
  await transaction.updateTable('owner').set({ password }).where('id', '=', ownerId).execute()
  await endOtherSessions(transaction, ownerId, null)
  await transaction.deleteFrom('owner_place').where('owner_id', '=', ownerId).execute()
}

interface EmailChange {
  ownerId: string
  email: string
  /** The link that the owner used; null if the owner is signed in. */
  linkId: string | null
  /** The session that stays; null ends all of the owner's. */
  sessionId: string | null
}

/**
 * Gives an owner another address in one transaction: it revokes the owner's links, ends the other sessions, deletes a
 * sign-up with this address that nobody confirmed, and with a link enqueues a note to the address before.
 */
export async function storeEmail(
  db: Db,
  { ownerId, email, linkId, sessionId }: EmailChange,
): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      const before = await useLink(transaction, ownerId, linkId)
      await transaction
        .deleteFrom('owner')
        .where('email', '=', email)
        .where('id', '<>', ownerId)
        .where(isUnconfirmed)
        .execute()
      await transaction.updateTable('owner').set({ email }).where('id', '=', ownerId).execute()
      await endOtherSessions(transaction, ownerId, sessionId)
      if (linkId !== null) {
        await enqueue(transaction, 'email_changed_mail', null, { email: before.email })
      }
    })
  } catch (error) {
    const other = await findSignIn(db, 'email', email)
    throw other && other.id !== ownerId ? new Rejected('EMAIL_TAKEN') : error
  }
}

/** Whether an owner never chose a password and connected nothing. */
const isUnconfirmed = sql<boolean>`password is null
  and not exists (select 1 from connection where owner_id = owner.id)`

/** Deletes owners who signed up before a time, never chose a password, and have no link to choose one, such as an invitation. */
export async function deleteAbandonedOwners(db: Db, before: number, now: number): Promise<void> {
  await db
    .deleteFrom('owner')
    .where(isUnconfirmed)
    .where('created_at', '<', before)
    .where(
      sql<boolean>`not exists (select 1 from owner_link where owner_id = owner.id and expires_at > ${now})`,
    )
    .execute()
}

export type OwnerOverview = Awaited<ReturnType<typeof readOwners>>[number]

/** Returns all owners by address, with the number of their accounts. Times are milliseconds since the epoch. */
export async function readOwners(db: Db, limit?: number) {
  const owners = await db
    .selectFrom('owner')
    .leftJoin('connection', 'connection.owner_id', 'owner.id')
    .select(['owner.id', 'email', 'plan', 'created_at as createdAt'])
    .select(({ fn, eb }) => [
      fn.count<number>('connection.account_id').as('accounts'),
      eb('password', 'is not', null).as('hasPassword'),
    ])
    .groupBy('owner.id')
    .orderBy('email')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()
  return owners.map(({ accounts, hasPassword, ...owner }) => ({
    ...owner,
    accounts: Number(accounts),
    hasPassword: Boolean(hasPassword),
  }))
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
    `No owner has the address ${email}. \`photofeed-server owners list\` shows all.`,
  )
}

/**
 * Disconnects the owner's accounts, whose posts and media a running server then deletes, and deletes the owner with
 * sessions and mails. Returns the ids of the accounts.
 */
export async function deleteOwner(
  db: Db,
  connections: Pick<AccountConnections, 'apply' | 'ofOwner'>,
  ownerId: string,
  onDisconnect: () => void = () => {},
): Promise<number[]> {
  const accountIds: number[] = []
  let isDeleted = false
  while (!isDeleted) {
    for (const { accountId } of await connections.ofOwner(ownerId)) {
      await connections.apply(accountId, 'disconnected')
      accountIds.push(accountId)
      onDisconnect()
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
      // A note to a former address is still sent.
      await cancelMail(transaction, ['sign_up_mail', 'reset_password_mail'], owner.email)
      await cancelMail(transaction, ['change_email_mail'], ownerId)
      await transaction.deleteFrom('owner').where('id', '=', ownerId).execute()
      return true
    })
  }
  return accountIds
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
      await setAccount(transaction, id, { plan })
      await scheduleJob(transaction, 'posts', id)
    }
    const named = accounts.map(({ profile, before }) => {
      return { username: fromProfileDocument(profile).username, before }
    })
    return { ownerId: owner.id, email: owner.email, before: owner.plan, plan, accounts: named }
  })
}
