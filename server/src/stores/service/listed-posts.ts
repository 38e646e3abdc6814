import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { engineOf, isOneOf } from '../engine/engine.ts'
import type { AccountRow, Tables } from '../engine/schema.ts'
import {
  batches,
  changeOf,
  findPosts,
  type ImportedPost,
  toPostDocument,
} from '../engine/stored-documents.ts'
import { countPosts } from './accounts.ts'
import { showFiles } from './media-files.ts'
import type { MissingPosts } from './work-kinds.ts'

/**
 * Stores posts that the platform listed: gives new ones their place in the stored order, updates those that differ, and
 * leaves all others alone. A platform that pages while posts arrive lists some twice; the last version is stored. Returns
 * how many are new, and how many differ in more than the signatures of URLs. Rejects with FileDeleted. The transaction must have locked the account.
 */
export async function storeListedPosts(
  transaction: Transaction<Tables>,
  { id: accountId, highest_position: highest }: Pick<AccountRow, 'id' | 'highest_position'>,
  posts: readonly ImportedPost[],
  { now, olderFollow }: { now: number; olderFollow: boolean },
): Promise<{ added: number; updated: number }> {
  const order = { ...(await findBounds(transaction, accountId)), highest, olderFollow }
  const listed = [...new Map(posts.map((post) => [post.id, post])).values()]
  const added: ImportedPost[] = []
  let updated = 0
  for (const batch of batches(listed)) {
    const ids = batch.map(({ id }) => id)
    const stored = await findPosts(transaction, accountId, ids)
    const shown = batch.map((post) => ({ before: stored.get(post.id) ?? null, after: post }))
    await showFiles(transaction, shown, now)
    const changed: ImportedPost[] = []
    for (const post of batch) {
      const before = stored.get(post.id)
      const change = changeOf(before, post)
      if (change === null) continue
      if (!before) {
        added.push(post)
        continue
      }
      if (change === 'updated') updated += 1
      changed.push(post)
    }
    await updatePosts(transaction, accountId, changed)
    await setImmediate()
  }
  await insertPosts(transaction, accountId, placePosts(added, order))
  return { added: added.length, updated }
}

/** In PostgreSQL one statement: each would be a round trip while the account is locked. */
async function updatePosts(
  transaction: Transaction<Tables>,
  accountId: number,
  posts: readonly ImportedPost[],
): Promise<void> {
  if (posts.length === 0) return
  const rows = posts.map(postColumns)
  const ids = posts.map(({ id }) => id)
  const update = transaction.updateTable('post').where('account_id', '=', accountId)
  if (engineOf(transaction).name === 'sqlite') {
    for (const [index, row] of rows.entries()) {
      await update
        .set(row)
        .where('platform_id', '=', ids[index] ?? '')
        .execute()
    }
    return
  }
  const ofPost = <Column extends keyof (typeof rows)[number]>(column: Column, type: string) =>
    sql<
      (typeof rows)[number][Column]
    >`(${sql.val(rows.map((row) => row[column]))}::${sql.raw(type)}[])
      [array_position(${sql.val(ids)}, platform_id)]`
  await update
    .set({
      published_at: ofPost('published_at', 'bigint'),
      media_type: ofPost('media_type', 'text'),
      doc: ofPost('doc', 'text'),
      comments: ofPost('comments', 'text'),
    })
    .where(isOneOf(transaction, 'platform_id', ids))
    .execute()
}

export async function insertPosts(
  transaction: Transaction<Tables>,
  accountId: number,
  placed: readonly PlacedPost[],
): Promise<void> {
  for (const batch of batches(placed)) {
    const rows = batch.map(({ post, position }) => {
      const place = { account_id: accountId, platform_id: post.id, position }
      return { ...place, ...postColumns(post) }
    })
    await transaction.insertInto('post').values(rows).execute()
    await setImmediate()
  }
  const highest = Math.max(0, ...placed.map(({ position }) => position))
  if (placed.length > 0) await countPosts(transaction, accountId, placed.length, highest)
}

function postColumns(post: ImportedPost) {
  const { publishedAt, mediaType } = post
  return { published_at: publishedAt, media_type: mediaType, ...toPostDocument(post) }
}

/** Two subqueries, so that each uses its own index. */
async function findBounds(transaction: Transaction<Tables>, accountId: number) {
  const posts = sql`from post where account_id = ${accountId}`
  const { rows } = await sql<Pick<StoredOrder, 'lowest' | 'newest'>>`
    select (select min(position) ${posts}) as lowest, (select max(published_at) ${posts}) as newest`.execute(
    transaction,
  )
  return rows[0] ?? { lowest: null, newest: null }
}

/** The bounds of an account's stored order; null without posts. */
interface StoredOrder {
  highest: number
  lowest: number | null
  newest: number | null
  /** Whether pages with older posts may follow, as in a first import that stores page by page. */
  olderFollow: boolean
}

interface PlacedPost {
  post: ImportedPost
  position: number
}

// The platform lists at most 10,000 posts, so positions below this one never run out.
const firstPosition = 1_000_000

/**
 * Places new posts in the stored order: oldest first within a listing, then in the order of listings. The platform lists
 * the newest first, and each page of a first import is served immediately, so its positions count down. Posts published
 * since it started, and all posts of later or whole listings, count up.
 */
export function placePosts(
  posts: readonly ImportedPost[],
  { highest, lowest, newest, olderFollow }: StoredOrder,
): PlacedPost[] {
  const isOlder = (post: ImportedPost) =>
    olderFollow && (newest === null || post.publishedAt <= newest)
  // Of two posts with the same time, the platform lists the newer one first.
  const sorted = posts.toSorted((one, other) => other.publishedAt - one.publishedAt)
  const newer = sorted.filter((post) => !isOlder(post)).reverse()
  const low = lowest ?? firstPosition + 1
  return [
    ...sorted.filter(isOlder).map((post, index) => ({ post, position: low - 1 - index })),
    ...newer.map((post, index) => ({ post, position: highest + 1 + index })),
  ]
}

/** Accounts with fewer posts lose most of them in an ordinary way. */
const fewPosts = 10
/** A listing confirms an earlier one only after this time: a run that is repeated after a crash is no new evidence. */
const confirmationMs = 600_000

/**
 * Deletes the posts that a complete listing lacks. A platform that fails may list too little without an error, so a listing
 * that lacks all posts, or more than half of ten or more, deletes only those that an earlier listing lacked too. Returns how
 * many it deleted, and which are missing but stay until another listing lacks them too.
 */
export async function deleteUnlisted(
  transaction: Transaction<Tables>,
  accountId: number,
  found: { unlisted: readonly string[]; missing: MissingPosts | null; now: number },
): Promise<{ removed: number; missing: MissingPosts | null }> {
  const { unlisted, now } = found
  if (unlisted.length === 0) return { removed: 0, missing: null }
  const account = transaction.selectFrom('account').select('posts').where('id', '=', accountId)
  const { posts } = await account.executeTakeFirstOrThrow()
  const isPlausible = unlisted.length < posts && (posts < fewPosts || unlisted.length <= posts / 2)
  const isRepeated = found.missing !== null && Math.abs(now - found.missing.since) < confirmationMs
  const confirmed = new Set(isPlausible ? unlisted : isRepeated ? [] : found.missing?.ids)
  const gone = unlisted.filter((id) => confirmed.has(id))
  for (const ids of batches(gone)) {
    const before = await findPosts(transaction, accountId, ids)
    const unshown = [...before.values()].map((post) => ({ before: post, after: null }))
    await showFiles(transaction, unshown, now)
    await transaction
      .deleteFrom('post')
      .where('account_id', '=', accountId)
      .where(isOneOf(transaction, 'platform_id', ids))
      .execute()
  }
  await countPosts(transaction, accountId, -gone.length)
  if (isPlausible || gone.length === unlisted.length) return { removed: gone.length, missing: null }
  if (isRepeated) return { removed: 0, missing: found.missing }
  const ids = unlisted.filter((id) => !confirmed.has(id))
  return { removed: gone.length, missing: { ids, since: now } }
}
