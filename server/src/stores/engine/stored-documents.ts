import { isDeepStrictEqual } from 'node:util'
import type { StoredPost, StoredProfile } from '@photofeed/core'
import { isOneOf } from './engine.ts'
import type { Db, PostRow } from './schema.ts'

/** A post that has no place in the stored order yet. */
export type ImportedPost = Omit<StoredPost, 'position'>

/** Reads an account's `profile` column. */
export const parseProfile = (text: string): StoredProfile => JSON.parse(text)

/** A post's `doc` and `comments` columns. */
export function toPostDocument(post: ImportedPost | StoredPost): Pick<PostRow, 'doc' | 'comments'> {
  const { position: _, comments, ...doc } = { position: 0, ...post }
  return { doc: JSON.stringify(doc), comments: JSON.stringify(comments) }
}

/** Reads a row back; without its `comments` column the post has none. */
export function fromPostDocument(
  row: Pick<PostRow, 'position' | 'doc'> & Partial<Pick<PostRow, 'comments'>>,
): StoredPost {
  const comments = row.comments === undefined ? [] : JSON.parse(row.comments)
  return { ...JSON.parse(row.doc), position: row.position, comments }
}

/** Returns null without a change. `signature` is one in the query strings of the platform's URLs alone: each listing has new ones. */
export function changeOf(
  before: StoredPost | undefined,
  post: ImportedPost,
): 'added' | 'updated' | 'signature' | null {
  if (!before) return 'added'
  const after = { ...post, position: before.position }
  // Most listed posts have not changed. Comparing values takes a quarter of the time of writing both as text.
  if (isDeepStrictEqual(before, after)) return null
  const areEqual = (revive?: typeof withoutSignature) =>
    isDeepStrictEqual(toJson(before, revive), toJson(after, revive))
  if (areEqual()) return null
  return areEqual(withoutSignature) ? 'signature' : 'updated'
}

/** The post as it is read back from its document. */
const toJson = (post: StoredPost, revive?: typeof withoutSignature): object =>
  JSON.parse(JSON.stringify(post), revive)

const withoutSignature = (name: string, value: unknown) =>
  name === 'platformUrl' ? String(value).replace(/\?.*/s, '') : value

// Far below the number of parameters that a statement may have, and short enough to serve requests in between.
const batchSize = 200

export function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += batchSize) {
    yield items.slice(start, start + batchSize)
  }
}

/** Returns the stored posts with these platform ids, by id. */
export async function findPosts(
  db: Db,
  accountId: number,
  postIds: readonly string[],
): Promise<Map<string, StoredPost>> {
  const found = new Map<string, StoredPost>()
  for (const ids of batches(postIds)) {
    const rows = await db
      .selectFrom('post')
      .select(['platform_id', 'position', 'doc', 'comments'])
      .where('account_id', '=', accountId)
      .where(isOneOf(db, 'platform_id', ids))
      .execute()
    for (const row of rows) found.set(row.platform_id, fromPostDocument(row))
  }
  return found
}
