import type { Media, StoredChild, StoredPost, StoredProfile } from '@photofeed/core'
import type { PlatformPost, PlatformProfile } from '../platform/platform-schema.ts'
import type { ImportedPost } from '../stores/engine/stored-documents.ts'

export type ItemMedia = Pick<ImportedPost, 'media' | 'thumbnail'>

/** Maps the platform's profile to the stored one. What cannot be read stays as it is stored. */
export function mapProfile(
  profile: PlatformProfile,
  stored?: StoredProfile,
): { platformId: string; profile: StoredProfile } {
  const { username, profile_picture_url: url } = profile
  return {
    platformId: profile.user_id,
    profile: {
      username: username ?? stored?.username ?? profile.user_id,
      name: orStored(profile.name, stored?.name),
      biography: orStored(profile.biography, stored?.biography),
      website: orStored(profile.website, stored?.website),
      picture: url === undefined ? (stored?.picture ?? null) : mediaAt(url),
      followersCount: orStored(profile.followers_count, stored?.followersCount),
      followsCount: orStored(profile.follows_count, stored?.followsCount),
      mediaCount: orStored(profile.media_count, stored?.mediaCount),
    },
  }
}

/** Undefined is a value that cannot be read. */
function orStored<Value>(value: Value | undefined, stored: Value | undefined): Value | null {
  return value === undefined ? (stored ?? null) : value
}

interface Mapping<Stored> {
  stored?: Stored | undefined
  leaveOut?(part: string): void
}

/**
 * Maps the platform's post to the stored one. What cannot be read or is missing once stays as it is stored: a field, the URL
 * of a file, or an item of an album. Returns null for a new post that lacks what every post has.
 */
export function mapPost(
  post: PlatformPost,
  { stored, leaveOut = () => {} }: Mapping<StoredPost> = {},
): ImportedPost | null {
  for (const [name, value] of Object.entries(post)) {
    if (value === undefined) leaveOut(`post.${name}`)
  }
  const mediaType = post.media_type ?? stored?.mediaType
  const publishedAt = post.timestamp ?? stored?.publishedAt
  const permalink = post.permalink ?? stored?.permalink
  if (mediaType === undefined || publishedAt === undefined || permalink === undefined) return null
  const own = { ...post, mediaType, publishedAt, permalink }
  const children = mediaType === 'CAROUSEL_ALBUM' ? mapChildren(own, { stored, leaveOut }) : []
  const files = mapFiles(own, stored)
  const media = files.media ?? children[0]?.media
  if (!media) {
    leaveOut('post.media_url')
    return null
  }
  return {
    ...{ id: post.id, publishedAt, mediaType, permalink, media, children },
    caption: orStored(post.caption, stored?.caption),
    altText: orStored(post.alt_text, stored?.altText),
    thumbnail: files.thumbnail,
    likeCount: orStored(post.like_count, stored?.likeCount),
    commentsCount: orStored(post.comments_count, stored?.commentsCount),
    comments: mapComments(post, { stored, leaveOut }),
  }
}

type Parent = Pick<PlatformPost, 'children'> & Pick<StoredChild, 'permalink' | 'publishedAt'>

function mapChildren(
  { children: listed, permalink, publishedAt }: Parent,
  { stored, leaveOut = () => {} }: Mapping<StoredPost>,
): StoredChild[] {
  const before = stored?.children ?? []
  for (let left = listed?.nameless ?? 0; left > 0; left -= 1) leaveOut('children.id')
  // An album has items: without any, the platform left them out.
  if (!listed || listed.items.length === 0) return before
  const mapped = listed.items.flatMap((child) => {
    const known = before.find(({ id }) => id === child.id)
    for (const [name, value] of Object.entries(child)) {
      if (value === undefined) leaveOut(`children.${name}`)
    }
    const mediaType = child.media_type ?? known?.mediaType
    const { media, thumbnail } = mapFiles({ ...child, mediaType }, known)
    if (!media || !mediaType) {
      leaveOut('children.media_url')
      return []
    }
    const own = {
      permalink: child.permalink ?? permalink,
      publishedAt: child.timestamp ?? publishedAt,
    }
    return { id: child.id, mediaType, media, thumbnail, ...own }
  })
  if (listed.nameless === 0) return mapped
  // One of these may be an item that cannot be read.
  const ids = new Set(mapped.map(({ id }) => id))
  return [...mapped, ...before.filter(({ id }) => !ids.has(id))]
}

/** Maps the four fields of the contract; it has no comment without a time. */
function mapComments(
  { comments }: Pick<PlatformPost, 'comments'>,
  { stored, leaveOut = () => {} }: Mapping<StoredPost>,
): StoredPost['comments'] {
  if (!comments) return stored?.comments ?? []
  for (let count = 0; count < comments.nameless; count += 1) leaveOut('comments.id')
  return comments.items.flatMap(({ id, text, timestamp, like_count: likes }) => {
    if (timestamp === undefined) {
      leaveOut('comments.timestamp')
      return []
    }
    const isText = typeof text === 'string'
    return { id, ...(isText && { text }), timestamp, like_count: likes ?? 0 }
  })
}

/** Whether the platform withholds the video. Its poster is stored as its media then. */
export function isWithheldVideo({ media, thumbnail }: ItemMedia): boolean {
  return media.platformUrl === thumbnail?.platformUrl
}

interface PlatformFiles {
  mediaType: StoredChild['mediaType'] | ImportedPost['mediaType'] | undefined
  media_url: string | null | undefined
  thumbnail_url: string | null | undefined
}

/** Of a video that the platform withholds, only the poster is available; one that is stored already stays. */
function mapFiles(
  { mediaType, media_url: url, thumbnail_url: posterUrl }: PlatformFiles,
  stored: ItemMedia | undefined,
): { media: Media | null; thumbnail: Media | null } {
  const poster = mediaAt(posterUrl ?? null) ?? stored?.thumbnail ?? null
  const known = stored && !isWithheldVideo(stored) ? stored.media : null
  return {
    media: mediaAt(url ?? null) ?? known ?? poster,
    thumbnail: mediaType === 'VIDEO' ? poster : null,
  }
}

function mediaAt(url: string | null): Media | null {
  return url === null ? null : { file: null, platformUrl: url }
}
