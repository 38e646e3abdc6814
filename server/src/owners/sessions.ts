import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isStorable } from '../stores/engine.ts'
import type { Db } from '../stores/schema.ts'
import {
  createCookie,
  networkOf,
  type OwnerParts,
  type OwnerSession,
  type SignedInVisitor,
  type Visitor,
} from './auth.ts'

/** How long a session lasts without use. */
const sessionMs = 7 * 86_400_000
/** How often the time of the last use is stored. */
const renewalMs = 3_600_000

/**
 * Creates the functions that start, find, list and end owners' sessions. The cookie has a random token, of which the
 * session's id is a keyed hash: no reader of the database can use it.
 */
export function createSessions({ db, baseUrl, digest, clock, onError }: OwnerParts) {
  const cookie = createCookie(baseUrl, 'session', sessionMs)
  const idOf = (token: string) => digest(`session ${token}`)

  /** Returns the session that a request's cookies name; null if they name none. */
  async function find(headers: Headers): Promise<OwnerSession | null> {
    const token = cookie.read(headers)
    if (token === null) return null
    const now = clock()
    const row = await db
      .selectFrom('owner_session')
      .innerJoin('owner', 'owner.id', 'owner_session.owner_id')
      .select(['owner_session.id', 'expires_at', 'owner_id', 'email', 'plan'])
      .where('owner_session.id', '=', idOf(token))
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (!row) return null
    const { id, owner_id: ownerId, email, plan } = row
    const session = { id, owner: { id: ownerId, email, plan } }
    if (row.expires_at > now + sessionMs - renewalMs) return { ...session, cookies: [] }
    try {
      await db
        .updateTable('owner_session')
        .set({ expires_at: now + sessionMs })
        .where('id', '=', id)
        .execute()
      return { ...session, cookies: [cookie.store(token)] }
    } catch (error) {
      // The session is valid, although its last use cannot be stored.
      onError(error)
      return { ...session, cookies: [] }
    }
  }

  return {
    find,

    /** Starts a session of an owner. Returns its cookie. */
    async start(transaction: Db, ownerId: string, visitor: Visitor): Promise<string> {
      const token = randomBytes(32).toString('hex')
      const now = clock()
      await transaction
        .insertInto('owner_session')
        .values({
          ...{ id: idOf(token), owner_id: ownerId, created_at: now, expires_at: now + sessionMs },
          address: await networkOf(visitor.address),
          user_agent: visitor.headers?.get('User-Agent') ?? '',
        })
        .execute()
      await deleteOldest(transaction, 'owner_session', 'created_at', ownerId)
      return cookie.store(token)
    },

    /** Returns the owner's sessions, last used first. `usedAt` is at most an hour earlier than the last use. */
    async list(ownerId: string) {
      const rows = await db
        .selectFrom('owner_session')
        .select(['id', 'created_at as createdAt', 'expires_at', 'address'])
        .select('user_agent as userAgent')
        .where('owner_id', '=', ownerId)
        .where('expires_at', '>', clock())
        .orderBy('expires_at', 'desc')
        .execute()
      return rows.map(({ expires_at, ...row }) => ({ ...row, usedAt: expires_at - sessionMs }))
    },

    async end({ session }: { session: string }, { owner }: SignedInVisitor): Promise<string[]> {
      if (isStorable(session)) await endSession(db, owner.id, session)
      return []
    },

    async endOthers(_: object, { owner, sessionId }: SignedInVisitor): Promise<string[]> {
      await endOtherSessions(db, owner.id, sessionId)
      return []
    },

    /**
     * Ends the session that a request's cookies name. Returns the cookie that ends it in the browser.
     *
     * @throws {Error} if the session goes on, because the database failed.
     */
    async signOut(headers: Headers): Promise<string[]> {
      const session = await find(headers)
      if (session) {
        await endSession(db, session.owner.id, session.id)
        if (await find(headers)) throw new Error('The database did not delete the session.')
      }
      return [cookie.clear()]
    },
  }
}

async function endSession(db: Db, ownerId: string, sessionId: string): Promise<void> {
  await db
    .deleteFrom('owner_session')
    .where('id', '=', sessionId)
    .where('owner_id', '=', ownerId)
    .execute()
}

/** Ends all sessions of an owner but one; null ends all. */
export async function endOtherSessions(
  db: Db,
  ownerId: string,
  sessionId: string | null,
): Promise<void> {
  await db
    .deleteFrom('owner_session')
    .where('owner_id', '=', ownerId)
    .where('id', '<>', sessionId ?? '')
    .execute()
}

/** Deletes all but the newest 50 rows of an owner: a script that signs in repeatedly must not fill the tables. */
export async function deleteOldest(
  db: Db,
  table: 'owner_session' | 'owner_place',
  time: string,
  ownerId: string,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where owner_id = ${ownerId} and ${sql.ref(time)} < (
    select min(newest.time) from (select ${sql.ref(time)} as time from ${sql.table(table)}
      where owner_id = ${ownerId} order by time desc limit 50) as newest)`.execute(db)
}
