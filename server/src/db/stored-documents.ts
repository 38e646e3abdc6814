import type { Media, StoredChild, StoredPost, StoredProfile } from '@photofeed/core'
import type { PostRow } from './schema.ts'

/** A post that has no place in the stored order yet. */
export type ImportedPost = Omit<StoredPost, 'position'>

/** A post's `doc` and `comments` columns. */
export function toPostDocument(post: ImportedPost): Pick<PostRow, 'doc' | 'comments'> {
  return {
    doc: JSON.stringify(wholePost(post)),
    comments: JSON.stringify(
      post.comments.map(({ id, text, timestamp, like_count }) => ({
        id,
        text,
        timestamp,
        like_count,
      })),
    ),
  }
}

/** Reads a row back; without its `comments` column the post has none. */
export function fromPostDocument(
  row: Pick<PostRow, 'position' | 'doc'> & Partial<Pick<PostRow, 'comments'>>,
): StoredPost {
  return {
    ...wholePost(JSON.parse(row.doc)),
    position: row.position,
    comments: row.comments === undefined ? [] : JSON.parse(row.comments),
  }
}

/** Returns an account's `profile` column; equal profiles have equal texts. */
export function toProfileDocument(profile: StoredProfile): string {
  return JSON.stringify(wholeProfile(profile))
}

/** Reads the column back. */
export function fromProfileDocument(text: string): StoredProfile {
  return wholeProfile(JSON.parse(text))
}

/** Returns a document without the query strings of the platform's URLs, which contain signatures. */
export function unsigned(doc: string): string {
  return doc.replaceAll(/("platformUrl":"[^"?]*)\?[^"]*/g, '$1')
}

/**
 * What a document has always had, and what older versions did not store. The functions below name the fields one by one:
 * a new one needs a default, and equal posts have equal texts however the importer built them, which is how an unchanged
 * post is recognized.
 */
type Document<Stored, Always extends keyof Stored> = Pick<Stored, Always> & Partial<Stored>

function wholePost(
  post: Document<
    Omit<ImportedPost, 'comments'>,
    'id' | 'publishedAt' | 'mediaType' | 'media' | 'permalink'
  >,
): Omit<ImportedPost, 'comments'> {
  return {
    id: post.id,
    publishedAt: post.publishedAt,
    mediaType: post.mediaType,
    caption: post.caption ?? null,
    altText: post.altText ?? null,
    media: wholeMedia(post.media),
    thumbnail: post.thumbnail ? wholeMedia(post.thumbnail) : null,
    permalink: post.permalink,
    likeCount: post.likeCount ?? null,
    commentsCount: post.commentsCount ?? null,
    children: (post.children ?? []).map(wholeChild),
  }
}

function wholeChild(child: Document<StoredChild, Exclude<keyof StoredChild, 'thumbnail'>>) {
  return {
    id: child.id,
    mediaType: child.mediaType,
    media: wholeMedia(child.media),
    thumbnail: child.thumbnail ? wholeMedia(child.thumbnail) : null,
    permalink: child.permalink,
    publishedAt: child.publishedAt,
  } satisfies StoredChild
}

function wholeMedia({ file, platformUrl }: Document<Media, 'platformUrl'>): Media {
  return {
    file: file ? { id: file.id, extension: file.extension, bytes: file.bytes } : null,
    platformUrl,
  }
}

function wholeProfile(profile: Document<StoredProfile, 'username'>): StoredProfile {
  return {
    username: profile.username,
    name: profile.name ?? null,
    biography: profile.biography ?? null,
    website: profile.website ?? null,
    picture: profile.picture ? wholeMedia(profile.picture) : null,
    followersCount: profile.followersCount ?? null,
    followsCount: profile.followsCount ?? null,
    mediaCount: profile.mediaCount ?? null,
  }
}
