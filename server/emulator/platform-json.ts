import type { Media, StoredChild, StoredPost } from '@photofeed/core'
import { clip, pictures, platformTime, type ScenarioAccount } from '@photofeed/core/scenarios'
import type { PostField } from './fields.ts'

/** The platform's JSON, where what is missing has no key. */
type PlatformJson = Record<string, unknown>

/** The account as the platform describes it. */
export function profileJson({
  platformId,
  profile,
}: Pick<ScenarioAccount, 'platformId' | 'profile'>): PlatformJson {
  return withoutNulls({
    user_id: platformId,
    username: profile.username,
    name: profile.name,
    biography: profile.biography,
    website: profile.website,
    profile_picture_url: urlOf(profile.picture),
    followers_count: profile.followersCount,
    follows_count: profile.followsCount,
    media_count: profile.mediaCount,
  })
}

/** A post as the platform lists it. */
export function postJson(post: StoredPost): PlatformJson {
  return withoutNulls({
    id: post.id,
    caption: post.caption,
    alt_text: post.altText,
    media_type: post.mediaType,
    media_product_type: post.permalink.includes('/reel/') ? 'REELS' : 'FEED',
    ...mediaJson(post),
    permalink: post.permalink,
    timestamp: platformTime(post.publishedAt),
    like_count: post.likeCount,
    comments_count: post.commentsCount,
    children: edge(post.children.map((child) => childJson(child, post))),
    comments: edge(post.comments),
  } satisfies Record<PostField, unknown>)
}

/** Without what the platform leaves out because the album has the same. */
function childJson(child: StoredChild, album: StoredPost): PlatformJson {
  return withoutNulls({
    id: child.id,
    media_type: child.mediaType,
    ...mediaJson(child),
    permalink: child.permalink === album.permalink ? null : child.permalink,
    timestamp: child.publishedAt === album.publishedAt ? null : platformTime(child.publishedAt),
  })
}

/** Of a video that the platform withholds, the poster is all there is. */
function mediaJson({ media, thumbnail }: Pick<StoredPost, 'media' | 'thumbnail'>) {
  const isWithheld = media.platformUrl === thumbnail?.platformUrl
  return { media_url: isWithheld ? null : urlOf(media), thumbnail_url: urlOf(thumbnail) }
}

const paths = new Map([
  ...pictures.map(({ number, file }) => [file.id, `${number}/1200.jpg`] as const),
  [clip.id, 'clip.mp4'],
])

/** Where an import finds the media: a stored file below the folder of the demo's media. */
function urlOf(media: Media | null): string | null {
  if (!media?.file) return media?.platformUrl ?? null
  const path = paths.get(media.file.id)
  if (path === undefined) throw new RangeError(`No file of the demo has the id ${media.file.id}`)
  return path
}

function edge(items: unknown[]): PlatformJson | null {
  return items.length > 0 ? { data: items } : null
}

function withoutNulls(json: PlatformJson): PlatformJson {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null))
}
