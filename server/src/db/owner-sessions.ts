import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** How long a network is known after the owner's last sign-in from it. */
const knownMs = 180 * 86_400_000

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

/** Whether the owner with an e-mail address signed in from a network before. */
export async function isKnownNetwork(db: Db, email: string, network: string): Promise<boolean> {
  const known = await db
    .selectFrom('owner_network')
    .innerJoin('owner', 'owner.id', 'owner_network.owner_id')
    .select('network')
    .where('owner.email', '=', email)
    .where('network', '=', network)
    .executeTakeFirst()
  return known !== undefined
}

/** Stores that the owner with an e-mail address signed in from a network. */
export async function rememberNetwork(
  db: Db,
  email: string,
  { network, now }: { network: string; now: number },
): Promise<void> {
  await sql`insert into owner_network (owner_id, network, seen_at)
    select id, ${network}, ${sql.lit(now)} from owner where email = ${email}
    on conflict (owner_id, network) do update set seen_at = excluded.seen_at`.execute(db)
}

/** Makes an owner's networks unknown: somebody else may have signed in from one of them. */
export async function forgetNetworks(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('owner_network').where('owner_id', '=', ownerId).execute()
}

/** Deletes sessions that have expired, and networks from which nobody signed in for half a year. */
export async function pruneSessions(db: Db, now: number): Promise<void> {
  const end = new Date(now).toISOString()
  await db.deleteFrom('owner_session').where(sql<boolean>`expires_at < ${end}`).execute()
  await db
    .deleteFrom('owner_network')
    .where('seen_at', '<=', now - knownMs)
    .execute()
}
