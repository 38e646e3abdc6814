import type { Media, StoredChild, StoredPost, StoredProfile } from '@photofeed/core'
import type { PostRow } from './schema.ts'

/** A post that has no place in the stored order yet. */
export type ImportedPost = Omit<StoredPost, 'position'>

/**
 * A post's `doc` and `comments` columns. The fields are named one by one, so that equal posts have equal
 * texts however the importer built them: that is how an unchanged post is recognized.
 */
export function toPostDocument(post: ImportedPost): Pick<PostRow, 'doc' | 'comments'> {
  return {
    doc: JSON.stringify({
      id: post.id,
      publishedAt: post.publishedAt,
      mediaType: post.mediaType,
      caption: post.caption,
      altText: post.altText,
      media: mediaDocument(post.media),
      thumbnail: post.thumbnail && mediaDocument(post.thumbnail),
      permalink: post.permalink,
      likeCount: post.likeCount,
      commentsCount: post.commentsCount,
      children: post.children.map(childDocument),
    } satisfies Omit<ImportedPost, 'comments'>),
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
  const post = withDefaults<StoredPost, typeof postDefaults>(postDefaults, JSON.parse(row.doc))
  return {
    ...post,
    position: row.position,
    media: wholeMedia(post.media),
    thumbnail: post.thumbnail && wholeMedia(post.thumbnail),
    children: post.children.map(wholeChild),
    comments: row.comments === undefined ? [] : JSON.parse(row.comments),
  }
}

/** Returns an account's `profile` column; equal profiles have equal texts. */
export function toProfileDocument(profile: StoredProfile): string {
  return JSON.stringify({
    username: profile.username,
    name: profile.name,
    biography: profile.biography,
    website: profile.website,
    picture: profile.picture && mediaDocument(profile.picture),
    followersCount: profile.followersCount,
    followsCount: profile.followsCount,
    mediaCount: profile.mediaCount,
  } satisfies StoredProfile)
}

/** Reads the column back. */
export function fromProfileDocument(text: string): StoredProfile {
  const profile = withDefaults<StoredProfile, typeof profileDefaults>(
    profileDefaults,
    JSON.parse(text),
  )
  return { ...profile, picture: profile.picture && wholeMedia(profile.picture) }
}

// What older versions did not store. A type error here names a new field that needs a default.
type Defaults<Stored, Always extends keyof Stored> = Omit<Stored, Always>

const postDefaults: Defaults<
  StoredPost,
  'id' | 'position' | 'publishedAt' | 'mediaType' | 'media' | 'permalink' | 'comments'
> = {
  caption: null,
  altText: null,
  thumbnail: null,
  likeCount: null,
  commentsCount: null,
  children: [],
}

const childDefaults: Defaults<
  StoredChild,
  'id' | 'mediaType' | 'media' | 'permalink' | 'publishedAt'
> = { thumbnail: null }

const mediaDefaults: Defaults<Media, 'platformUrl'> = { file: null }

const profileDefaults: Defaults<StoredProfile, 'username'> = {
  name: null,
  biography: null,
  website: null,
  picture: null,
  followersCount: null,
  followsCount: null,
  mediaCount: null,
}

/** A stored object has every field that its first version had, and may lack those with defaults. */
function withDefaults<All extends Default, Default extends object>(
  defaults: Default,
  stored: Omit<All, keyof Default> & Partial<Default>,
): All {
  return { ...defaults, ...stored } as All
}

function wholeMedia(media: Media): Media {
  return withDefaults<Media, typeof mediaDefaults>(mediaDefaults, media)
}

function wholeChild(stored: StoredChild): StoredChild {
  const child = withDefaults<StoredChild, typeof childDefaults>(childDefaults, stored)
  return {
    ...child,
    media: wholeMedia(child.media),
    thumbnail: child.thumbnail && wholeMedia(child.thumbnail),
  }
}

/** A picture or video with its fields in a fixed order. */
function mediaDocument({ file, platformUrl }: Media): Media {
  return {
    file: file && { id: file.id, extension: file.extension, bytes: file.bytes },
    platformUrl,
  }
}

function childDocument(child: StoredChild): StoredChild {
  return {
    id: child.id,
    mediaType: child.mediaType,
    media: mediaDocument(child.media),
    thumbnail: child.thumbnail && mediaDocument(child.thumbnail),
    permalink: child.permalink,
    publishedAt: child.publishedAt,
  }
}
