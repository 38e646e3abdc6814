import type { Transaction } from 'kysely'
import { batches } from './post-rows.ts'
import type { Tables } from './schema.ts'

export interface Removal {
  /** Posts that were deleted. */
  removed: number
  /** Posts that the listing lacks and that stay until another listing lacks them too. */
  missing: number
}

/** Accounts with fewer posts lose most of them in an ordinary way. */
const fewPosts = 10
/** A listing confirms an earlier one only after this time: a run that is repeated after a crash is no new evidence. */
const confirmationMs = 600_000

/**
 * Deletes the posts that a complete listing lacks. A platform that fails may list too little without an error, so a listing
 * that lacks all posts, or more than half of ten or more, deletes only those that an earlier listing lacked too.
 */
export async function deleteUnlisted(
  transaction: Transaction<Tables>,
  accountId: number,
  listed: ReadonlySet<string>,
  now: number,
): Promise<Removal> {
  const stored = await transaction
    .selectFrom('post')
    .select('platform_id as id')
    .where('account_id', '=', accountId)
    .execute()
  const unlisted = stored.map(({ id }) => id).filter((id) => !listed.has(id))
  const marks = await transaction
    .selectFrom('missing_post')
    .select(['platform_id as id', 'since'])
    .where('account_id', '=', accountId)
    .execute()
  const since = new Map(marks.map((mark) => [mark.id, mark.since]))
  const isConfirmed = (id: string) => Math.abs(now - (since.get(id) ?? now)) >= confirmationMs
  const gone = isPlausible(unlisted.length, stored.length) ? unlisted : unlisted.filter(isConfirmed)
  await deleteRows(transaction, 'post', accountId, gone)

  const isGone = new Set(gone)
  const missing = unlisted.filter((id) => !isGone.has(id))
  const isMissing = new Set(missing)
  const outdated = [...since.keys()].filter((id) => !isMissing.has(id))
  await deleteRows(transaction, 'missing_post', accountId, outdated)
  for (const ids of batches(missing.filter((id) => !since.has(id)))) {
    await transaction
      .insertInto('missing_post')
      .values(ids.map((id) => ({ account_id: accountId, platform_id: id, since: now })))
      .execute()
  }
  return { removed: gone.length, missing: missing.length }
}

function isPlausible(unlisted: number, stored: number): boolean {
  return unlisted < stored && (stored < fewPosts || unlisted <= stored / 2)
}

async function deleteRows(
  transaction: Transaction<Tables>,
  table: 'post' | 'missing_post',
  accountId: number,
  ids: readonly string[],
): Promise<void> {
  for (const batch of batches(ids)) {
    await transaction
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('platform_id', 'in', batch)
      .execute()
  }
}
