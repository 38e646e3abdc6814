import { isDeepStrictEqual } from 'node:util'
import type { Media, StoredChild, StoredFile, StoredPost, StoredProfile } from '@photofeed/core'
import type { Db, PostRow } from './schema.ts'

/** A post that has no place in the stored order yet. */
export type ImportedPost = Omit<StoredPost, 'position'>

type Comment = StoredPost['comments'][number]
type Stored = Omit<ImportedPost, 'comments'> & StoredChild & Media & StoredFile & StoredProfile

/**
 * The fields of posts, profiles and comments, in the order of their texts. Equal posts have equal texts, however the
 * importer built them: this is how an unchanged post is recognized.
 */
const fields = Object.keys({
  ...{ username: 1, name: 1, biography: 1, website: 1, picture: 1 },
  ...{ id: 1, publishedAt: 1, mediaType: 1, caption: 1, altText: 1, media: 1, thumbnail: 1 },
  ...{ file: 1, extension: 1, bytes: 1, platformUrl: 1 },
  ...{ permalink: 1, likeCount: 1, commentsCount: 1, children: 1 },
  ...{ followersCount: 1, followsCount: 1, mediaCount: 1 },
  ...{ text: 1, timestamp: 1, like_count: 1 },
} satisfies Record<keyof Stored | keyof Comment, 1>)

/** The values of fields that a document of an older version may lack. A new field has its default here. */
const addedToPosts = {
  ...{ caption: null, altText: null, thumbnail: null, likeCount: null, commentsCount: null },
} satisfies Partial<StoredPost>
const addedToProfiles = {
  ...{ name: null, biography: null, website: null, picture: null },
  ...{ followersCount: null, followsCount: null, mediaCount: null },
} satisfies Partial<StoredProfile>

/** A post's `doc` and `comments` columns. */
export function toPostDocument(post: ImportedPost): Pick<PostRow, 'doc' | 'comments'> {
  return {
    doc: JSON.stringify(post, fields),
    comments: JSON.stringify(post.comments, fields),
  }
}

/** Reads a row back; without its `comments` column the post has none. */
export function fromPostDocument(
  row: Pick<PostRow, 'position' | 'doc'> & Partial<Pick<PostRow, 'comments'>>,
): StoredPost {
  const post: StoredPost = { ...addedToPosts, ...JSON.parse(row.doc) }
  const comments: Comment[] = row.comments === undefined ? [] : JSON.parse(row.comments)
  const children = (post.children ?? []).map((child) => ({ ...child, ...wholeItem(child) }))
  return { ...post, ...wholeItem(post), children, position: row.position, comments }
}

function wholeItem({ media, thumbnail }: Pick<StoredPost, 'media' | 'thumbnail'>) {
  return { media: wholeMedia(media), thumbnail: thumbnail ? wholeMedia(thumbnail) : null }
}

function wholeMedia(media: Media): Media {
  return { ...media, file: media.file ?? null }
}

/** Returns an account's `profile` column; equal profiles have equal texts. */
export function toProfileDocument(profile: StoredProfile): string {
  return JSON.stringify(profile, fields)
}

/** Reads the column back. */
export function fromProfileDocument(text: string): StoredProfile {
  const profile: StoredProfile = { ...addedToProfiles, ...JSON.parse(text) }
  return { ...profile, picture: profile.picture && wholeMedia(profile.picture) }
}

/**
 * How a post differs from the stored one; null if it does not. With `signature`, it differs only in the query strings of
 * the platform's URLs, such as those of media that are not stored: each listing has new ones.
 */
export function changeOf(
  before: StoredPost | undefined,
  post: ImportedPost,
): 'added' | 'updated' | 'signature' | null {
  if (!before) return 'added'
  const { position: _, ...stored } = before
  // Most listed posts have not changed. Comparing values takes a quarter of the time of writing both documents.
  if (isDeepStrictEqual(stored, post)) return null
  const [one = '', other = ''] = [before, post].map((each) => {
    const { doc, comments } = toPostDocument(each)
    return doc + comments
  })
  if (one === other) return null
  return withoutSignatures(one) === withoutSignatures(other) ? 'signature' : 'updated'
}

function withoutSignatures(doc: string): string {
  return doc.replaceAll(/("platformUrl":"[^"?]*)\?[^"]*/g, '$1')
}

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
      .where('platform_id', 'in', ids)
      .execute()
    for (const row of rows) found.set(row.platform_id, fromPostDocument(row))
  }
  return found
}
