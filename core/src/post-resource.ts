import type { ImageFormat, Schemas } from '@photofeed/openapi'
import { type ValidatedBody, weakEtag } from './etag.ts'
import { coverOf, mediaUrl } from './post-media.ts'
import { imageSizes, pictureOf } from './sizes.ts'
import type { StoredChild, StoredFile, StoredPost } from './store.ts'
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

/**
 * Renders posts as the items of a JSON array, between other texts. The validator is made of the posts' own ones, so that
 * a cached post is not read again.
 */
export function renderPosts(
  posts: readonly StoredPost[],
  form: PostForm,
  cache: PostCache | undefined,
  { before, after }: { before: string; after: string },
): ValidatedBody {
  const etagOf = (etags: readonly string[]) => weakEtag(`${before}${etags.join(' ')}${after}`)
  if (!cache) {
    const texts = posts.map((post) => JSON.stringify(postResource(post, form)))
    return { body: `${before}${texts.join(',')}${after}`, etag: etagOf(texts.map(weakEtag)) }
  }
  const rendered = posts.map((post) => cache(post, form))
  const items = rendered.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [comma, bytes]))
  return {
    body: concatenated([utf8.encode(before), ...items, utf8.encode(after)]),
    etag: etagOf(rendered.map(({ etag }) => etag)),
  }
}

const utf8 = new TextEncoder()
const comma = utf8.encode(',')

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** Returns a post as JSON, rendered once for each form. */
export type PostCache = (post: StoredPost, form: PostForm) => { bytes: Uint8Array; etag: string }

/** Creates a cache that renders each post once for each form. Stored posts must never change. */
export function createPostCache(): PostCache {
  const forms = new Map<string, WeakMap<StoredPost, ReturnType<PostCache>>>()
  return (post, form) => {
    const { cdnUrl, sizes, format, children, comments } = form
    const name = `${sizes} ${format} ${children} ${comments} ${cdnUrl}`
    let posts = forms.get(name)
    if (!posts) {
      posts = new WeakMap()
      forms.set(name, posts)
    }
    let rendered = posts.get(post)
    if (!rendered) {
      const text = JSON.stringify(postResource(post, form))
      rendered = { bytes: utf8.encode(text), etag: weakEtag(text) }
      posts.set(post, rendered)
    }
    return rendered
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
