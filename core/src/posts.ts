import { fieldLimits, type ImageFormat, type Schemas, widths } from '@photofeed/openapi'
import { originalUrl, resizedUrl } from './media-url.ts'
import type { Media, StoredChild, StoredFile, StoredPost } from './store.ts'
import { formatTimestamp } from './timestamp.ts'

/** What decides a post's form beside the post itself: the deployment, the plan and the request. */
export interface PostForm {
  cdnUrl: string
  /** Whether the plan includes `sizes`. */
  sizes: boolean
  format: ImageFormat
  children: boolean
  comments: boolean
}

/** Returns a text that is equal for equal forms only. */
export function nameOf({ cdnUrl, sizes, format, children, comments, ...unread }: PostForm): string {
  // A type error here names a part of a form that the text lacks.
  unread satisfies Record<string, never>
  return `${sizes} ${format} ${children} ${comments} ${cdnUrl}`
}

/** A post as section 2.2 gives it. */
export function postResource(post: StoredPost, form: PostForm): Schemas['Post'] {
  const cover = coverOf(post)
  const picture = pictureOf(cover)
  return {
    id: post.id,
    caption: post.caption,
    altText: post.altText,
    mediaType: post.mediaType,
    mediaUrl: mediaUrl(form.cdnUrl, cover.media),
    thumbnailUrl: post.thumbnail && mediaUrl(form.cdnUrl, post.thumbnail),
    permalink: post.permalink,
    timestamp: formatTimestamp(post.publishedAt),
    likeCount: post.likeCount,
    commentsCount: post.commentsCount,
    ...(form.sizes && cover.media.file && picture && { sizes: imageSizes(form, picture) }),
    ...(form.children && { children: childResources(post, form) }),
    ...(form.comments && { comments: post.comments }),
  }
}

/** The items of a carousel as section 2.3 gives them: only those whose media is stored. */
export function childResources(
  post: StoredPost,
  form: Pick<PostForm, 'cdnUrl' | 'sizes' | 'format'>,
): Schemas['Child'][] {
  return post.children.flatMap((child) => {
    const { file } = child.media
    return file ? [childResource(child, file, form)] : []
  })
}

function childResource(
  child: StoredChild,
  file: StoredFile,
  form: Pick<PostForm, 'cdnUrl' | 'sizes' | 'format'>,
): Schemas['Child'] {
  const picture = pictureOf(child)
  const thumbnail = child.thumbnail?.file
  return {
    id: child.id,
    caption: null,
    altText: null,
    mediaType: child.mediaType,
    mediaUrl: mediaUrl(form.cdnUrl, { ...child.media, file }),
    thumbnailUrl: thumbnail ? mediaUrl(form.cdnUrl, { ...child.media, file: thumbnail }) : null,
    permalink: child.permalink,
    timestamp: formatTimestamp(child.publishedAt),
    likeCount: null,
    commentsCount: null,
    ...(form.sizes && { sizes: picture && imageSizes(form, picture) }),
  }
}

/** The part of a post or carousel item that is shown for it. */
export type DisplayMedia = Pick<StoredPost | StoredChild, 'media' | 'mediaType' | 'thumbnail'>

/** What a post shows: of a carousel its first stored item, else the post's own media. */
export function coverOf(post: StoredPost): DisplayMedia {
  return post.children.find((child) => child.media.file !== null) ?? post
}

/** Our copy, or the platform's URL when there is none. */
export function mediaUrl(cdnUrl: string, media: Media): string {
  return media.file ? originalUrl(cdnUrl, media.file) : media.platformUrl
}

/** The stored picture of a post or item: of a video its poster. Null if it is not stored. */
export function pictureOf(shown: DisplayMedia): StoredFile | null {
  const media = shown.mediaType === 'VIDEO' ? shown.thumbnail : shown.media
  return media?.file ?? null
}

// V8 stores numeric keys added in ascending order as a list with holes, which takes twice as long to write as JSON. The bytes are the same.
const widestFirst = widths.toReversed()

/** The picture's URL in every width (2.5). */
export function imageSizes(
  form: { cdnUrl: string; format: ImageFormat },
  picture: StoredFile,
): Schemas['Sizes'] {
  const urls: Partial<Record<`${(typeof widths)[number]}`, string>> = {}
  for (const width of widestFirst) {
    urls[`${width}`] = resizedUrl(form.cdnUrl, picture, width, form.format)
  }
  return urls as Schemas['Sizes']
}

/** The most that a value may have, by the keywords of openapi.yaml: characters of a text, items of a list, or a number. */
export interface FieldLimit {
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maximum?: number
}

type Limits = Readonly<Record<string, FieldLimit>>

/** The limits of fields, by schema and field. */
export type SchemaLimits = Readonly<Record<string, Limits>>

/** Every limit of a field in openapi.yaml. */
export const limitsOfFields: SchemaLimits = fieldLimits

/** Returns the beginning of a text or list, or the highest number, that a limit allows. A value within the limit is returned itself. */
export function shorten<Value>(value: Value, limit: FieldLimit): Value
export function shorten(value: unknown, limit: FieldLimit): unknown {
  const { maxLength = Infinity, maxItems = Infinity, maximum = Infinity } = limit
  // JSON Schema counts characters, not UTF-16 units, of which a text has at least as many.
  if (typeof value === 'string' && value.length > maxLength) {
    return [...value].slice(0, maxLength).join('')
  }
  if (Array.isArray(value) && value.length > maxItems) return value.slice(0, maxItems)
  return typeof value === 'number' ? Math.min(value, maximum) : value
}

/** Returns a post as openapi.yaml allows it, with its items and comments: the post itself, if it exceeds nothing. */
export function limitPost(post: StoredPost, limits = limitsOfFields): StoredPost {
  const children = limitItems(post.children, limits.Child)
  const comments = limitItems(post.comments, limits.Comment)
  const isSame = children === post.children && comments === post.comments
  return limitFields(isSame ? post : { ...post, children, comments }, limits.Post)
}

function limitItems<Item extends object>(items: Item[], limits?: Limits): Item[] {
  if (!limits) return items
  const limited = items.map((item) => limitFields(item, limits))
  return limited.every((item, index) => item === items[index]) ? items : limited
}

/** Caches of rendered posts know a stored object by its identity, so one within its limits is returned itself. */
export function limitFields<Item extends object>(item: Item, limits: Limits = {}): Item {
  const changes = Object.entries(limits).flatMap(([field, limit]) => {
    const value: unknown = Reflect.get(item, field)
    const shortened = shorten(value, limit)
    return shortened === value ? [] : [[field, shortened]]
  })
  return changes.length === 0 ? item : { ...item, ...Object.fromEntries(changes) }
}
