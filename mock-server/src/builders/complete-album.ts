import type { Schemas } from '@photofeed/openapi'
import { completeMedia, completeShown, pictureAt, type Shown } from './complete-media.ts'
import type { OwnMedia } from './media-input.ts'
import { permalinkOf } from './permalink.ts'
import type { WrittenItem, WrittenPost } from './post-schema.ts'

/** An item of an album with nothing left open. */
export type CompleteItem = Pick<Schemas['Post'], 'id' | 'permalink' | 'timestamp'> & Shown

export type CompleteAlbum = OwnMedia & { mediaType: 'CAROUSEL_ALBUM'; children: CompleteItem[] }

const twoImages: WrittenItem[] = [{ mediaType: 'IMAGE' }, { mediaType: 'IMAGE' }]

/** An album that is said to be not stored has no stored item, unless an item says otherwise. */
export function completeAlbum(
  album: Extract<WrittenPost, { mediaType: 'CAROUSEL_ALBUM' }>,
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
      ...completeShown(item, { file, stored }),
    }
  })
  const first = children[0]
  const file = first && 'file' in first ? first.file : pictureAt(post.position).file
  const own = completeMedia(album, { file, stored })
  return { mediaType: album.mediaType, children, ...own }
}
