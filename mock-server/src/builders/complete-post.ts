import { platformTime, type StoredFile } from '@photofeed/core'
import { clip, type Picture, pictures } from '@photofeed/core/scenarios'
import type { Schemas } from '@photofeed/openapi'
import type { CheckedComment, CheckedItem, CheckedPost } from './schemas.ts'

/** A post with all defaults. An album shows its own media when it has no stored item. */
export type CompletePost = Omit<
  Schemas['Post'],
  'mediaType' | 'mediaUrl' | 'thumbnailUrl' | 'sizes' | 'children' | 'comments'
> & { comments: Schemas['Comment'][]; position: number } & (CompleteImageOrVideo | CompleteAlbum)

/** The defaults that depend on the other posts. */
type Place = Pick<CompletePost, 'id' | 'position' | 'timestamp'>

export function completePost(post: CheckedPost, place: Place): CompletePost {
  const { id, position } = place
  const { scene, file } = pictureAt(position)
  const comments = completeComments(post.comments ?? [], place)
  return {
    ...place,
    permalink: post.permalink ?? permalinkOf(id),
    caption: post.caption === undefined ? captions[scene] : post.caption,
    altText: post.altText ?? null,
    likeCount: post.likeCount === undefined ? 12 + ((position * 37) % 400) : post.likeCount,
    commentsCount: post.commentsCount === undefined ? comments.length : post.commentsCount,
    comments,
    ...(post.mediaType === 'CAROUSEL_ALBUM'
      ? completeAlbum(post, place)
      : completeImageOrVideo(post, { file, stored: true })),
  }
}

const hour = 3_600_000

export function completeComments(
  comments: readonly CheckedComment[],
  { id, timestamp }: Omit<Place, 'position'>,
) {
  const later = Date.parse(timestamp) + hour
  return comments.map((comment, index): Schemas['Comment'] => ({
    id: comment.id ?? `${id}9${String(index + 1).padStart(2, '0')}`,
    ...(comment.text !== undefined && { text: comment.text }),
    timestamp: platformTime(comment.timestamp ? Date.parse(comment.timestamp) : later),
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

/** An item of an album with all defaults. */
export type CompleteItem = Pick<Schemas['Post'], 'id' | 'permalink' | 'timestamp'> &
  CompleteImageOrVideo

type CompleteAlbum = CustomMedia & { mediaType: 'CAROUSEL_ALBUM'; children: CompleteItem[] }

const twoImages: CheckedItem[] = [{ mediaType: 'IMAGE' }, { mediaType: 'IMAGE' }]

/** An album with `stored: false` has no stored item, unless an item has `stored: true`. */
function completeAlbum(
  album: Extract<CheckedPost, { mediaType: 'CAROUSEL_ALBUM' }>,
  post: { id: string; timestamp: string; position: number },
): CompleteAlbum {
  const stored = album.url === undefined && (album.stored ?? true)
  const children = (album.children ?? twoImages).map((item, index): CompleteItem => {
    const id = item.id ?? `${post.id}${String(index + 1).padStart(2, '0')}`
    const { file } = pictureAt(post.position + index)
    return {
      id,
      permalink: item.permalink ?? permalinkOf(id),
      timestamp: item.timestamp ?? post.timestamp,
      ...completeImageOrVideo(item, { file, stored }),
    }
  })
  const first = children[0]
  const file = first && 'file' in first ? first.file : pictureAt(post.position).file
  const own = completeMedia(album, { file, stored })
  return { mediaType: album.mediaType, children, ...own }
}

/** The place of a picture or video, with all defaults. */
export type CustomMedia = { url: string } | { file: StoredFile; stored: boolean }

type MediaSource = Pick<CheckedItem, 'stored' | 'url' | 'file'>

type MediaOfType<Type extends 'IMAGE' | 'VIDEO'> = CustomMedia &
  (Type extends 'VIDEO' ? { mediaType: Type; poster: CustomMedia | false } : { mediaType: Type })

/** An image or a video of a post or an album. */
export type CompleteImageOrVideo = MediaOfType<'IMAGE'> | MediaOfType<'VIDEO'>

/** Media without a source. */
interface Fallback {
  file: StoredFile
  stored: boolean
}

/** Returns one of the built-in pictures; neighbors show different scenes. */
export function pictureAt(index: number): Picture {
  return pictures[index % pictures.length] as Picture
}

export function completeMedia({ url, file, stored }: MediaSource, fallback: Fallback): CustomMedia {
  if (url !== undefined) return { url }
  return { file: file ?? fallback.file, stored: stored ?? fallback.stored }
}

/** The fallback's file is a picture. */
function completeImageOrVideo(item: CheckedItem, fallback: Fallback): CompleteImageOrVideo {
  if (item.mediaType === 'IMAGE') {
    return { mediaType: item.mediaType, ...completeMedia(item, fallback) }
  }
  const media = completeMedia(item, { ...fallback, file: clip })
  const stored = 'file' in media && media.stored
  const poster =
    item.poster === false ? false : completeMedia(item.poster ?? {}, { ...fallback, stored })
  return { mediaType: item.mediaType, ...(item.withheld && poster ? poster : media), poster }
}

/** The address on the platform. */
function permalinkOf(id: string): string {
  return `https://photos.example/p/${encodeURIComponent(id)}/`
}
