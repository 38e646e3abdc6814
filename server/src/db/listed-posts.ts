import type { StoredPost } from '@photofeed/core'
import type { Transaction } from 'kysely'
import { batches, findPostRows, type WrittenPosts, writePosts } from './post-rows.ts'
import type { AccountRow, Db, Tables } from './schema.ts'
import { fromPostDocument, type ImportedPost } from './stored-documents.ts'

/** Returns the stored posts with these platform ids, by id. */
export async function findPosts(
  db: Db,
  accountId: number,
  postIds: readonly string[],
): Promise<Map<string, StoredPost>> {
  const found = new Map<string, StoredPost>()
  for await (const row of findPostRows(db, accountId, postIds)) {
    found.set(row.platform_id, fromPostDocument(row))
  }
  return found
}

/**
 * Stores posts that the platform listed: gives new ones their place in the stored order, and updates those that changed.
 * Rejects with FileTooOld. The transaction must have locked the account.
 */
export async function storeListedPosts(
  transaction: Transaction<Tables>,
  account: Pick<AccountRow, 'id' | 'highest_position'>,
  posts: readonly ImportedPost[],
  { now, olderFollow }: { now: number; olderFollow: boolean },
): Promise<WrittenPosts> {
  const accountId = account.id
  const bounds = await findBounds(transaction, accountId)
  const placed = placePosts(posts, { ...bounds, highest: account.highest_position, olderFollow })
  const counts = { added: 0, updated: 0, unchanged: 0 }
  for (const { posts, nextPosition } of [placed.older, placed.newer]) {
    const written = await writePosts(transaction, { accountId, now, nextPosition }, posts)
    counts.added += written.added
    counts.updated += written.updated
    counts.unchanged += written.unchanged
  }
  if (counts.added > 0) {
    await transaction
      .updateTable('account')
      .set({ highest_position: placed.highest() })
      .where('id', '=', accountId)
      .execute()
  }
  return counts
}

/** Two queries, so that each uses its own index; one query for both would read all posts. */
async function findBounds(transaction: Transaction<Tables>, accountId: number) {
  const posts = transaction.selectFrom('post').where('account_id', '=', accountId).limit(1)
  const lowest = await posts.select('position').orderBy('position').executeTakeFirst()
  const newest = await posts
    .select('published_at')
    .orderBy('published_at', 'desc')
    .executeTakeFirst()
  return { lowest: lowest?.position ?? null, newest: newest?.published_at ?? null }
}

/** The bounds of an account's stored order. */
export interface StoredOrder {
  /** The highest position that a post ever had. */
  highest: number
  /** The lowest position of a post; null without posts. */
  lowest: number | null
  /** When the newest post was published; null without posts. */
  newest: number | null
  /** Whether pages with older posts may follow, as in a first import that stores page by page. */
  olderFollow: boolean
}

/** New posts in the sequence in which they are stored, each at the next position. */
export interface Placement {
  posts: ImportedPost[]
  nextPosition(): number
}

// The platform lists at most 10,000 posts, so positions below this one never run out.
const firstPosition = 1_000_000

/**
 * Places posts in the stored order: oldest first within a listing, then in the order of listings. The platform lists the
 * newest first, and each page of a first import is served immediately, so its positions count down. Posts published
 * since it started, and all posts of later or whole listings, count up. The last of several versions of a post is stored.
 */
export function placePosts(
  posts: readonly ImportedPost[],
  { highest, lowest, newest, olderFollow }: StoredOrder,
): { older: Placement; newer: Placement; highest(): number } {
  const isOlder = (post: ImportedPost) =>
    olderFollow && (newest === null || post.publishedAt <= newest)
  const sorted = newestFirst([...new Map(posts.map((post) => [post.id, post])).values()])
  let low = lowest ?? firstPosition + 1
  let high = Math.max(highest, lowest === null && olderFollow ? firstPosition : 0)
  return {
    older: {
      posts: sorted.filter(isOlder),
      nextPosition: () => {
        low -= 1
        return low
      },
    },
    newer: {
      posts: sorted.filter((post) => !isOlder(post)).reverse(),
      nextPosition: () => {
        high += 1
        return high
      },
    },
    highest: () => high,
  }
}

/** Of two posts with the same time, the platform lists the newer one first. */
function newestFirst(posts: ImportedPost[]): ImportedPost[] {
  return posts.sort((one, other) => other.publishedAt - one.publishedAt)
}

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
