import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** How long a place is known after the owner's last sign-in there. */
export const knownMs = 180 * 86_400_000

/**
 * Ends a session of an owner.
 *
 * @throws {Error} if the session is still there. better-auth only logs that.
 */
export async function endSession(db: Db, ownerId: string, sessionId: string): Promise<void> {
  await db
    .deleteFrom('owner_session')
    .where('id', '=', sessionId)
    .where('owner_id', '=', ownerId)
    .execute()
  const left = await db
    .selectFrom('owner_session')
    .select('id')
    .where('id', '=', sessionId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (left) throw new Error('The database did not delete the session.')
}

/** Ends all sessions of an owner but one. */
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

/** Returns those of the places where the owner with an e-mail address signed in before. */
export async function knownPlaces(
  db: Db,
  email: string,
  places: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('owner_place')
    .innerJoin('owner', 'owner.id', 'owner_place.owner_id')
    .select('place')
    .where('owner.email', '=', email)
    .where('place', 'in', places)
    .execute()
  return rows.map(({ place }) => place)
}

/** The most places, and the most sessions, of an owner; the newest. */
const mostPlaces = 50

/** Stores that the owner with an e-mail address signed in at a place, whose session is stored already. */
export async function rememberPlace(
  db: Db,
  email: string,
  { place, now }: { place: string; now: number },
): Promise<void> {
  await sql`insert into owner_place (owner_id, place, seen_at)
    select id, ${place}, ${sql.lit(now)} from owner where email = ${email}
    on conflict (owner_id, place) do update set seen_at = excluded.seen_at`.execute(db)
  const ofOwner = sql`owner_id = (select id from owner where email = ${email})`
  // A script that signs in again and again must not fill the tables.
  await sql`delete from owner_place where ${ofOwner} and place not in (
    select place from owner_place where ${ofOwner} order by seen_at desc, place limit ${sql.lit(mostPlaces)})`.execute(
    db,
  )
  await sql`delete from owner_session where ${ofOwner} and id not in (
    select id from owner_session where ${ofOwner} order by created_at desc, id limit ${sql.lit(mostPlaces)})`.execute(
    db,
  )
}

/** Makes an owner's places unknown: somebody else may have signed in at one of them. */
export async function forgetPlaces(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('owner_place').where('owner_id', '=', ownerId).execute()
}

/** Deletes sessions that have expired, and places where nobody signed in for half a year. */
export async function pruneSessions(db: Db, now: number): Promise<void> {
  const end = new Date(now).toISOString()
  await db.deleteFrom('owner_session').where(sql<boolean>`expires_at < ${end}`).execute()
  await db
    .deleteFrom('owner_place')
    .where('seen_at', '<=', now - knownMs)
    .execute()
}
