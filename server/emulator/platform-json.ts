import {
  type Media,
  platformTime,
  type StoredChild,
  type StoredFile,
  type StoredPost,
} from '@photofeed/core'
import { clip, pictures, type ScenarioAccount } from '@photofeed/core/scenarios'
import type { postSchema } from '../src/platform/platform-schema.ts'

/** The platform's JSON, where what is missing has no key. */
type PlatformJson = Record<string, unknown>

/** Returns an account as the platform describes it. */
export function profileJson({
  platformId,
  profile,
}: Pick<ScenarioAccount, 'platformId' | 'profile'>) {
  return withoutNulls({
    user_id: platformId,
    username: profile.username,
    name: profile.name,
    biography: profile.biography,
    website: profile.website,
    profile_picture_url: profile.picture && urlOf(profile.picture),
    followers_count: profile.followersCount,
    follows_count: profile.followsCount,
    media_count: profile.mediaCount,
  })
}

/** Returns a post as the platform lists it. */
export function postJson(post: StoredPost) {
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
  } satisfies Record<keyof typeof postSchema.shape | 'media_product_type', unknown>)
}

/** Without what the platform leaves out because the album has the same. */
function childJson(child: StoredChild, album: StoredPost) {
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
  return {
    media_url: isWithheld ? null : urlOf(media),
    thumbnail_url: thumbnail && urlOf(thumbnail),
  }
}

function edge(items: unknown[]): PlatformJson | null {
  return items.length > 0 ? { data: items } : null
}

function withoutNulls<Json extends PlatformJson>(json: Json): PlatformJson {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null))
}

const paths = new Map([
  ...pictures.map(({ number, file }) => [file.id, `${number}/1200.jpg`] as const),
  [clip.id, 'clip.mp4'],
])

function urlOf({ file, platformUrl }: Media): string {
  return file ? pathOf(file) : platformUrl
}

/** Returns the path of a stored file below the folder of the demo's media. */
export function pathOf({ id }: StoredFile): string {
  const path = paths.get(id)
  if (path === undefined) throw new RangeError(`No file of the demo has the id ${id}`)
  return path
}
