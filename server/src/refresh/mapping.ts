import type { Media, StoredChild, StoredProfile } from '@photofeed/core'
import type { Schemas } from '@photofeed/openapi'
import type { ImportedPost } from '../db/stored-documents.ts'
import type {
  PlatformChild,
  PlatformComment,
  PlatformPost,
  PlatformProfile,
} from '../platform/platform-schema.ts'

/** Maps the platform's profile to the stored one. The picture is not in our store yet. */
export function mapProfile(profile: PlatformProfile): {
  platformId: string
  profile: StoredProfile
} {
  return {
    platformId: profile.user_id,
    profile: {
      username: profile.username,
      name: profile.name,
      biography: profile.biography,
      website: profile.website,
      picture: mediaAt(profile.profile_picture_url),
      followersCount: profile.followers_count,
      followsCount: profile.follows_count,
      mediaCount: profile.media_count,
    },
  }
}

/** Maps the platform's post to the stored one. The media are not in our store yet. Returns null without any media URL. */
export function mapPost(post: PlatformPost): ImportedPost | null {
  const children = (post.media_type === 'CAROUSEL_ALBUM' ? post.children : []).flatMap(
    (child) => mapChild(child, post) ?? [],
  )
  const media = ownMedia(post) ?? children[0]?.media
  if (!media) return null
  return {
    id: post.id,
    publishedAt: post.timestamp,
    mediaType: post.media_type,
    caption: post.caption,
    altText: post.alt_text,
    media,
    thumbnail: poster(post),
    permalink: post.permalink,
    likeCount: post.like_count,
    commentsCount: post.comments_count,
    children,
    comments: post.comments.flatMap((comment) => mapComment(comment) ?? []),
  }
}

function mapChild(child: PlatformChild, parent: PlatformPost): StoredChild | null {
  const media = ownMedia(child)
  if (!media || !child.media_type) return null
  return {
    id: child.id,
    mediaType: child.media_type,
    media,
    thumbnail: poster(child),
    permalink: child.permalink ?? parent.permalink,
    publishedAt: child.timestamp ?? parent.timestamp,
  }
}

/** Maps the four fields of the contract; it has no comment without a time. */
function mapComment(comment: PlatformComment): Schemas['Comment'] | null {
  if (comment.timestamp === null) return null
  return {
    id: comment.id,
    ...(comment.text !== null && { text: comment.text }),
    timestamp: comment.timestamp,
    like_count: comment.like_count ?? 0,
  }
}

type Item = Pick<PlatformChild, 'media_type' | 'media_url' | 'thumbnail_url'> | PlatformPost

/** Of a video that the platform withholds, only the poster is available. */
function ownMedia(item: Item): Media | null {
  return mediaAt(item.media_url ?? item.thumbnail_url)
}

function poster(item: Item): Media | null {
  return item.media_type === 'VIDEO' ? mediaAt(item.thumbnail_url) : null
}

function mediaAt(url: string | null): Media | null {
  return url === null ? null : { file: null, platformUrl: url }
}
