import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Db, PostRow, Tables } from './schema.ts'
import { assertMayBeShown } from './shown-files.ts'
import { fromPostDocument, type ImportedPost, toPostDocument } from './stored-documents.ts'

// Far below the number of parameters that a statement may have, and short enough to serve requests in between.
const batchSize = 200

type FoundRow = Pick<PostRow, 'platform_id' | 'position' | 'doc' | 'comments'>

/** The account's rows of these posts, in any sequence. */
export async function* findPostRows(
  db: Db,
  accountId: number,
  postIds: readonly string[],
): AsyncGenerator<FoundRow> {
  for (const ids of batches(postIds)) {
    yield* await db
      .selectFrom('post')
      .select(['platform_id', 'position', 'doc', 'comments'])
      .where('account_id', '=', accountId)
      .where('platform_id', 'in', ids)
      .execute()
  }
}

export interface PostsPlace {
  accountId: number
  /** Milliseconds since the epoch. */
  now: number
  nextPosition(): number
}

/**
 * Adds the posts that the account does not have, each at the next position; updates those that differ and leaves all
 * others alone. Rejects with FileTooOld.
 */
export async function writePosts(
  transaction: Transaction<Tables>,
  { accountId, now, nextPosition }: PostsPlace,
  posts: readonly ImportedPost[],
): Promise<WrittenPosts> {
  const counts = { added: 0, updated: 0, unchanged: 0 }
  for (const batch of batches(withoutRepetitions(posts))) {
    const stored = new Map<string, FoundRow>()
    const ids = batch.map((post) => post.id)
    for await (const row of findPostRows(transaction, accountId, ids)) {
      stored.set(row.platform_id, row)
    }
    const added: PostRow[] = []
    for (const post of batch) {
      const columns = postColumns(post)
      const row = stored.get(post.id)
      if (!row) {
        assertMayBeShown(null, post, now)
        const place = { account_id: accountId, platform_id: post.id, position: nextPosition() }
        added.push({ ...place, ...columns })
      } else if (row.doc !== columns.doc || row.comments !== columns.comments) {
        assertMayBeShown(fromPostDocument(row), post, now)
        counts.updated += 1
        await updatePost(transaction, accountId, row.position, columns)
      } else {
        counts.unchanged += 1
      }
    }
    if (added.length > 0) await transaction.insertInto('post').values(added).execute()
    counts.added += added.length
    await setImmediate()
  }
  return counts
}

export interface WrittenPosts {
  added: number
  updated: number
  unchanged: number
}

type PostColumns = Pick<PostRow, 'published_at' | 'media_type' | 'doc' | 'comments'>

function postColumns(post: ImportedPost): PostColumns {
  return {
    published_at: post.publishedAt,
    media_type: post.mediaType,
    ...toPostDocument(post),
  }
}

async function updatePost(
  transaction: Transaction<Tables>,
  accountId: number,
  position: number,
  columns: PostColumns,
): Promise<void> {
  await transaction
    .updateTable('post')
    .set(columns)
    .where('account_id', '=', accountId)
    .where('position', '=', position)
    .execute()
}

/** A platform that pages while posts arrive names some twice; the last word about a post counts. */
function withoutRepetitions(posts: readonly ImportedPost[]): ImportedPost[] {
  return [...new Map(posts.map((post) => [post.id, post])).values()]
}

export function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += batchSize) {
    yield items.slice(start, start + batchSize)
  }
}
