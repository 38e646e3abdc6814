import { sql } from 'kysely'
import { lockOwner } from '../engine/engine.ts'
import type { Db } from '../engine/schema.ts'
import type { StoreParts } from './store-parts.ts'

const dayMs = 86_400_000

/** A session, and the browser that is known from then on. Ids are keyed hashes. */
export interface NewSession {
  id: string
  browser: string
  at: number
}

/** A link that is mailed to an owner, or handed over by an operator. */
interface NewLink {
  id: string
  ownerId: string
  email: string
  expiresAt: number
}

export function createSessionStore({ db }: StoreParts) {
  /** How long after its last use a session ends, and how long after the sign-in at the latest. */
  const idleMs = 7 * dayMs
  const totalMs = 90 * dayMs
  /** How long a browser is known after the owner's last sign-in there. */
  const knownMs = 180 * dayMs
  /** The times after which sessions that have not ended were used and began, and known browsers were seen. */
  const since = (now: number) => ({
    used: now - idleMs,
    begun: now - totalMs,
    seen: now - knownMs,
  })
  return {
    ...{ idleMs, knownMs },

    /** Returns a session that has not ended, with its owner. */
    find: (id: string, now: number) =>
      db
        .selectFrom('owner_session')
        .innerJoin('owner', 'owner.id', 'owner_session.owner_id')
        .select(['owner_session.id', 'used_at as usedAt', 'owner_id as ownerId', 'email', 'plan'])
        .where('owner_session.id', '=', id)
        .where('used_at', '>', since(now).used)
        .where('owner_session.created_at', '>', since(now).begun)
        // A clock that was ahead must not extend a session.
        .where('used_at', '<', now + dayMs)
        .executeTakeFirst(),

    async use(id: string, now: number): Promise<void> {
      await db.updateTable('owner_session').set({ used_at: now }).where('id', '=', id).execute()
    },

    /** Returns when the owner signed in and when each session ends, last used first, without those that have ended. */
    async list(ownerId: string, now: number) {
      const rows = await db
        .selectFrom('owner_session')
        .select(['created_at as signedInAt', 'used_at as usedAt'])
        .where('owner_id', '=', ownerId)
        .orderBy('used_at', 'desc')
        .execute()
      return rows
        .map(({ signedInAt, usedAt }) => ({
          signedInAt,
          endsAt: Math.min(usedAt + idleMs, signedInAt + totalMs),
        }))
        .filter(({ endsAt }) => endsAt > now)
    },

    async end(id: string): Promise<void> {
      await db.deleteFrom('owner_session').where('id', '=', id).execute()
    },

    /** Ends the other sessions of an owner. Their browsers are not known any more: somebody else may have signed in there. */
    async endOthers(ownerId: string, { id, browser }: { id: string; browser: string }) {
      await endSessions(db, ownerId, id)
      await db
        .deleteFrom('owner_browser')
        .where('owner_id', '=', ownerId)
        .where('browser', '<>', browser)
        .execute()
    },

    /** Returns whether a browser is known as the owner's. */
    async knowsBrowser(ownerId: string, browser: string, now: number): Promise<boolean> {
      const known = await db
        .selectFrom('owner_browser')
        .select('browser')
        .where('owner_id', '=', ownerId)
        .where('browser', '=', browser)
        .where('seen_at', '>', since(now).seen)
        .executeTakeFirst()
      return known !== undefined
    },

    /** Earlier links stay valid: a stranger may have requested this one. Returns false if the owner was deleted. */
    addLink: ({ id, ownerId, email, expiresAt }: NewLink): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const owner = await lockOwner(transaction, ownerId)
        if (owner?.email !== email) return false
        const link = { id, owner_id: ownerId, expires_at: expiresAt }
        await transaction.insertInto('owner_link').values(link).execute()
        return true
      }),

    /** Returns a link that works, with the owner's address. No link works for longer than `longest`: a later end is from a clock that was ahead. */
    findLink: (id: string, now: number, longest: number) =>
      db
        .selectFrom('owner_link')
        .innerJoin('owner', 'owner.id', 'owner_link.owner_id')
        .select(['owner_link.id as linkId', 'owner_id as ownerId', 'email'])
        .select((eb) => eb('password', 'is not', null).as('hasPassword'))
        .where('owner_link.id', '=', id)
        .where('expires_at', '>', now)
        .where('expires_at', '<=', now + longest)
        .executeTakeFirst(),

    /** Deletes sessions and links that have ended, and browsers that are no longer known. */
    async prune(now: number): Promise<void> {
      const { used, begun, seen } = since(now)
      await db
        .deleteFrom('owner_session')
        .where(({ eb, or }) => or([eb('used_at', '<=', used), eb('created_at', '<=', begun)]))
        .execute()
      await db.deleteFrom('owner_link').where('expires_at', '<=', now).execute()
      await db.deleteFrom('owner_browser').where('seen_at', '<=', seen).execute()
    },
  }
}

export async function startSession(
  transaction: Db,
  ownerId: string,
  { id, browser, at }: NewSession,
): Promise<void> {
  await transaction
    .insertInto('owner_session')
    .values({ id, owner_id: ownerId, created_at: at, used_at: at })
    .execute()
  await transaction
    .insertInto('owner_browser')
    .values({ owner_id: ownerId, browser, seen_at: at })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'browser']).doUpdateSet({ seen_at: at }),
    )
    .execute()
  await deleteOldest(transaction, 'owner_session', 'created_at', ownerId)
  await deleteOldest(transaction, 'owner_browser', 'seen_at', ownerId)
}

/** Ends all sessions of an owner but one; null ends all. */
export async function endSessions(db: Db, ownerId: string, exceptId: string | null): Promise<void> {
  await db
    .deleteFrom('owner_session')
    .where('owner_id', '=', ownerId)
    .where('id', '<>', exceptId ?? '')
    .execute()
}

/** Deletes all but the newest 50 rows of an owner: a script that signs in repeatedly must not fill the tables. */
async function deleteOldest(
  db: Db,
  table: 'owner_session' | 'owner_browser',
  time: string,
  ownerId: string,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where owner_id = ${ownerId} and ${sql.ref(time)} < (
    select min(newest.time) from (select ${sql.ref(time)} as time from ${sql.table(table)}
      where owner_id = ${ownerId} order by time desc limit 50) as newest)`.execute(db)
}
