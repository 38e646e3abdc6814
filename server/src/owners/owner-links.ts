import { randomBytes } from 'node:crypto'
import { type OwnerParts, Rejected } from './auth.ts'
import { linkIdOf } from './owner-rows.ts'

const hourMs = 3_600_000

/** How long a link works: one that a visitor requested, and one that an operator hands over. */
export const linkLifetimes = { requested: hourMs, invitation: 7 * 24 * hourMs }

type LinkParts = Pick<OwnerParts, 'db' | 'digest' | 'baseUrl' | 'clock'>

interface NewLink {
  ownerId: string
  /** The address that the link confirms; null for a link to choose a password. */
  newEmail?: string | null
  lifetimeMs?: number
}

/** Creates a link for an owner, and returns its address. Earlier ones stay valid: a stranger may have requested this one. */
export async function createLink(
  { db, digest, baseUrl, clock }: LinkParts,
  { ownerId, newEmail = null, lifetimeMs = linkLifetimes.requested }: NewLink,
): Promise<string> {
  const token = randomBytes(32).toString('hex')
  const link = { id: linkIdOf(digest, token), owner_id: ownerId, new_email: newEmail }
  await db
    .insertInto('owner_link')
    .values({ ...link, expires_at: clock() + lifetimeMs })
    .execute()
  return `${baseUrl}/${newEmail === null ? 'reset-password' : 'confirm-email'}?token=${token}`
}

/** Returns the link with a token. Rejects one that was used, has expired, or is for another purpose. */
export async function findLink(
  { db, digest, clock }: LinkParts,
  token: string,
  purpose: 'password' | 'email',
) {
  const link = await db
    .selectFrom('owner_link')
    .innerJoin('owner', 'owner.id', 'owner_link.owner_id')
    .select(['owner_link.id as linkId', 'owner_id as ownerId'])
    .select(({ fn }) => fn.coalesce('new_email', 'owner.email').as('email'))
    .where('owner_link.id', '=', linkIdOf(digest, token))
    .where('new_email', purpose === 'email' ? 'is not' : 'is', null)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  if (!link) throw new Rejected('INVALID_TOKEN')
  return link
}
