import {
  type Media,
  originalUrl,
  platformTime,
  type StoredFile,
  type StoredPost,
} from '@photofeed/core'
import { clip, type Picture, pictures, signedUrl } from '@photofeed/core/scenarios'
import type { Schemas } from '@photofeed/openapi'
import type { PlacedPost } from './account.ts'
import { childIdOf, commentIdOf, permalinkOf } from './identity.ts'
import type { PostChanges } from './inputs.ts'
import { type CheckedPost, postChangesSchema } from './schemas.ts'
import { readData } from './validation.ts'

type CheckedItem = NonNullable<
  Extract<CheckedPost, { mediaType: 'CAROUSEL_ALBUM' }>['children']
>[number]

/**
 * Returns changes of a post.
 *
 * @throws {UserError} when a value breaks the contract or a field is unknown
 */
export function readPostChanges(
  changes: PostChanges,
  { id, publishedAt }: Pick<StoredPost, 'id' | 'publishedAt'>,
): Partial<StoredPost> {
  const checked = readData(postChangesSchema, changes, "The post's ", "The post's fields")
  const { comments, ...others } = checked
  const known = Object.entries(others).filter(([, value]) => value !== undefined)
  return {
    ...(comments && {
      comments: storedComments(comments, { id, publishedAt }),
      commentsCount: comments.length,
    }),
    ...Object.fromEntries(known),
  }
}

/** Returns a post of your own with all defaults, as core reads it. */
export function storedPost(post: PlacedPost, platformUrl: string): StoredPost {
  const { id, position, timestamp, mediaType } = post
  const { scene, file } = pictureAt(position)
  const comments = storedComments(post.comments ?? [], { id, publishedAt: Date.parse(timestamp) })
  const fields = {
    id,
    position,
    publishedAt: Date.parse(timestamp),
    permalink: post.permalink ?? permalinkOf(id),
    caption: post.caption === undefined ? captions[scene] : post.caption,
    altText: post.altText ?? null,
    likeCount: post.likeCount === undefined ? 12 + ((position * 37) % 400) : post.likeCount,
    commentsCount: post.commentsCount === undefined ? comments.length : post.commentsCount,
    comments,
  }
  if (mediaType !== 'CAROUSEL_ALBUM') {
    const media = mediaOfItem(post, { file, stored: true }, platformUrl)
    return { ...fields, ...media, mediaType, children: [] }
  }
  // An album that is not stored has no stored item, unless an item is stored by its own setting.
  const stored = post.url === undefined && (post.stored ?? true)
  const items = post.children ?? [{ mediaType: 'IMAGE' }, { mediaType: 'IMAGE' }]
  const children = items.map((item: CheckedItem, index) => {
    const childId = item.id ?? childIdOf(id, index)
    const fallback = { file: pictureAt(position + index).file, stored }
    return {
      id: childId,
      mediaType: item.mediaType,
      permalink: item.permalink ?? permalinkOf(childId),
      publishedAt: Date.parse(item.timestamp ?? timestamp),
      ...mediaOfItem(item, fallback, platformUrl),
    }
  })
  // It shows its own media when it has no stored item.
  const first = items[0] && sourcesOf(items[0], { file, stored }).source
  const own = sourceOf(post, { file: first && 'file' in first ? first.file : file, stored })
  return { ...fields, mediaType, media: storedMedia(own, platformUrl), thumbnail: null, children }
}

const hour = 3_600_000

function storedComments(
  comments: NonNullable<CheckedPost['comments']>,
  { id, publishedAt }: Pick<StoredPost, 'id' | 'publishedAt'>,
) {
  return comments.map((comment, index): Schemas['Comment'] => ({
    id: comment.id ?? commentIdOf(id, index),
    ...(comment.text !== undefined && { text: comment.text }),
    timestamp: platformTime(comment.timestamp ? Date.parse(comment.timestamp) : publishedAt + hour),
    like_count: comment.like_count ?? 0,
  }))
}

const captions: Record<Picture['scene'], string> = {
  sea: 'The boat was out before we were up. #sea',
  stillLife: 'Everything on this table was bought this morning. #stilllife',
  hills: 'Seven hills, and we have walked four. #hills',
  town: 'The quay on the one day without rain. #town',
  forest: 'You hear the woodpecker long before you see it. #forest',
}

type Source = { url: string } | { file: StoredFile; stored: boolean }
type Fallback = Extract<Source, object & { file: StoredFile }>
type SourceInput = Pick<CheckedItem, 'stored' | 'url' | 'file'>

function sourceOf({ url, file, stored }: SourceInput, fallback: Fallback): Source {
  if (url !== undefined) return { url }
  return { file: file ?? fallback.file, stored: stored ?? fallback.stored }
}

function mediaOfItem(item: CheckedItem, fallback: Fallback, platformUrl: string) {
  const { source, poster } = sourcesOf(item, fallback)
  const thumbnail = poster && storedMedia(poster, platformUrl)
  return { media: storedMedia(source, platformUrl), thumbnail }
}

/** The fallback's file is a picture. */
function sourcesOf(item: CheckedItem, fallback: Fallback) {
  if (item.mediaType === 'IMAGE') return { source: sourceOf(item, fallback), poster: null }
  const video = sourceOf(item, { ...fallback, file: clip })
  const stored = 'file' in video && video.stored
  const poster = item.poster === false ? null : sourceOf(item.poster ?? {}, { ...fallback, stored })
  return { source: item.withheld && poster ? poster : video, poster }
}

export function profileMedia(input: SourceInput, platformUrl: string): Media {
  return storedMedia(sourceOf(input, { file: pictureAt(0).file, stored: true }), platformUrl)
}

function storedMedia(source: Source, platformUrl: string): Media {
  if ('url' in source) return { file: null, platformUrl: source.url }
  const { file, stored } = source
  const name = builtInNames.get(file.id)
  return {
    file: stored ? file : null,
    platformUrl: name
      ? signedUrl(platformUrl, { file: name, expiresAt })
      : originalUrl(`${platformUrl}/v`, file),
  }
}

const expiresAt = Date.UTC(2037, 0, 1)

/** The names of the built-in pictures and of the clip, by the ids of their files. */
export const builtInNames: ReadonlyMap<string, string> = new Map([
  ...pictures.map(({ number, file }) => [file.id, number] as const),
  [clip.id, 'clip'],
])

/** Returns one of the built-in pictures; neighbors show different scenes. */
function pictureAt(index: number): Picture {
  return pictures[index % pictures.length] as Picture
}
