import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { lockOwner } from '../engine/engine.ts'
import type { Db, Tables } from '../engine/schema.ts'
import { disconnectAll } from './connection-steps.ts'
import { endSessions, type NewSession, startSession } from './sessions.ts'
import type { StoreParts } from './store-parts.ts'
import { enqueue, enqueueNotice } from './work.ts'

/** Another owner has the address. */
export class EmailTaken extends Error {}

/** What an owner proves the right to a change with: the hash of the password that was verified, or a link. */
export type Proof = { verified: string } | { linkId: string }

/** Creates the functions that find and change owners. A change and its effects are one transaction. Email addresses are in lower case. */
export function createOwnerStore({ db }: StoreParts) {
  const findSignIn = (by: 'id' | 'email', value: string) =>
    db.selectFrom('owner').select(['id', 'password']).where(by, '=', value).executeTakeFirst()

  /** Runs a change while the owner is locked. Returns false if the proof is outdated; a change by an operator needs none. */
  const changeProven = (
    ownerId: string,
    proof: Proof | null,
    change: (transaction: Transaction<Tables>, owner: { email: string }) => Promise<unknown>,
  ): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const owner = await lockOwner(transaction, ownerId)
      const isProven =
        proof === null ||
        ('verified' in proof
          ? owner?.password === proof.verified
          : await hasLink(transaction, ownerId, proof.linkId))
      if (!owner || !isProven) return false
      await change(transaction, owner)
      return true
    })

  return {
    findSignIn,

    read: (ownerId: string) =>
      db
        .selectFrom('owner')
        .select(['email', 'plan', 'created_at as signedUpAt'])
        .where('id', '=', ownerId)
        .executeTakeFirstOrThrow(),

    /** Returns the id; null if the address is taken. The password is a hash, or null until one is chosen. */
    add: (
      { email, password, at }: { email: string; password: string | null; at: number },
      session: NewSession | null,
    ): Promise<string | null> =>
      db.transaction().execute(async (transaction) => {
        const owner = await transaction
          .insertInto('owner')
          .values({ id: randomUUID(), email, password, plan: 'free', created_at: at })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (owner && session) await startSession(transaction, owner.id, session)
        return owner?.id ?? null
      }),

    /** Starts a session. Returns false if the password was replaced after it was verified. */
    enter: (ownerId: string, verified: string, session: NewSession): Promise<boolean> =>
      changeProven(ownerId, { verified }, (transaction) =>
        startSession(transaction, ownerId, session),
      ),

    /**
     * Stores the hash of a new password and starts a session. Revokes the owner's links, since one that somebody else
     * requested must not undo the change, ends all other sessions, and makes all other browsers unknown: somebody else may
     * have signed in there. Returns false if the proof is outdated.
     */
    setPassword: (
      ownerId: string,
      password: string,
      proof: Proof,
      session: NewSession,
    ): Promise<boolean> =>
      changeProven(ownerId, proof, async (transaction) => {
        await transaction.deleteFrom('owner_link').where('owner_id', '=', ownerId).execute()
        await transaction.updateTable('owner').set({ password }).where('id', '=', ownerId).execute()
        await endSessions(transaction, ownerId, null)
        await transaction.deleteFrom('owner_browser').where('owner_id', '=', ownerId).execute()
        await startSession(transaction, ownerId, session)
      }),

    /** Enqueues a mail to an address, which may be nobody's. */
    requestMail: (kind: 'sign_up_mail' | 'reset_password_mail', email: string): Promise<void> =>
      enqueue(db, kind, null, { email }, { key: email }),

    /** Enqueues a mail with a link to the new address of an owner, and a notice to the old one. */
    requestNewEmail: (owner: { id: string; email: string }, newEmail: string): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const { id: ownerId, email } = owner
        const link = { ownerId, email, newEmail }
        await enqueue(transaction, 'change_email_mail', null, link, { key: email })
        await enqueueNotice(transaction, null, { email, notice: 'changingEmail', about: newEmail })
      }),

    /**
     * Changes the address of an owner, revokes links that were mailed to the old one, and enqueues a notice to it. Throws
     * EmailTaken if another owner has the new one. Returns false if the proof is outdated.
     */
    changeEmail: (ownerId: string, newEmail: string, proof: Proof | null): Promise<boolean> =>
      changeProven(ownerId, proof, async (transaction, { email }) => {
        const other = await transaction
          .selectFrom('owner')
          .select('id')
          .where('email', '=', newEmail)
          .executeTakeFirst()
        if (other) throw new EmailTaken()
        await transaction.deleteFrom('owner_link').where('owner_id', '=', ownerId).execute()
        await transaction
          .updateTable('owner')
          .set({ email: newEmail })
          .where('id', '=', ownerId)
          .execute()
        await enqueueNotice(transaction, null, { email, notice: 'changedEmail', about: newEmail })
      }),

    /** Deletes owners who signed up before a time, never chose a password, and have no link to choose one, such as an invitation. */
    async deleteAbandoned(before: number, now: number): Promise<void> {
      await db
        .deleteFrom('owner')
        .where(isUnconfirmed)
        .where('created_at', '<', before)
        .where(hasNoLink(now))
        .execute()
    },

    /**
     * Disconnects the owner's accounts, whose posts and media a running server then deletes, and deletes the owner with
     * sessions and mails. Returns the ids of the accounts; null, and deletes nothing, if the proof is outdated.
     */
    async delete(ownerId: string, proof: Proof | null): Promise<number[] | null> {
      let accountIds: number[] = []
      const isDeleted = await changeProven(ownerId, proof, async (transaction, { email }) => {
        accountIds = await disconnectAll(transaction, ownerId)
        await transaction
          .deleteFrom('work')
          .where('kind', 'in', ['sign_up_mail', 'reset_password_mail', 'change_email_mail'])
          .where('key', '=', email)
          .execute()
        await sql`
          delete from work where kind = 'notice_mail'
            and substr(key, 1, ${email.length + 1}) = ${`${email} `}`.execute(transaction)
        await transaction.deleteFrom('owner').where('id', '=', ownerId).execute()
      })
      return isDeleted ? accountIds : null
    },
  }
}

async function hasLink(transaction: Db, ownerId: string, linkId: string): Promise<boolean> {
  const link = await transaction
    .selectFrom('owner_link')
    .select('id')
    .where('id', '=', linkId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return link !== undefined
}

/** Whether an owner never chose a password and connected nothing. */
const isUnconfirmed = sql<boolean>`password is null
  and not exists (select 1 from connection where owner_id = owner.id)`

const hasNoLink = (now: number) =>
  sql<boolean>`not exists (select 1 from owner_link where owner_id = owner.id and expires_at > ${now})`
