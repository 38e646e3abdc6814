import type { StoredFile } from '@photofeed/core'
import { clip, type Picture, pictures } from '@photofeed/core/scenarios'
import type { OwnMedia } from './media-input.ts'
import type { WrittenItem } from './post-schema.ts'

/** Where media were said to be, perhaps nowhere. */
export type WrittenMedia = Pick<WrittenItem, 'stored' | 'url' | 'file'>

type Shows<Type extends 'IMAGE' | 'VIDEO'> = OwnMedia &
  (Type extends 'VIDEO' ? { mediaType: Type; poster: OwnMedia | false } : { mediaType: Type })

/** An image or a video, wherever it stands. */
export type Shown = Shows<'IMAGE'> | Shows<'VIDEO'>

/** What media are when nothing is said about them. */
export interface Fallback {
  file: StoredFile
  stored: boolean
}

/** One of the mock's own pictures; neighbours show different scenes. */
export function pictureAt(index: number): Picture {
  return pictures[index % pictures.length] as Picture
}

export function completeMedia({ url, file, stored }: WrittenMedia, fallback: Fallback): OwnMedia {
  if (url !== undefined) return { url }
  return { file: file ?? fallback.file, stored: stored ?? fallback.stored }
}

/** What an image or video shows; the fallback's file is a picture. */
export function completeShown(item: WrittenItem, fallback: Fallback): Shown {
  if (item.mediaType === 'IMAGE') {
    return { mediaType: item.mediaType, ...completeMedia(item, fallback) }
  }
  const media = completeMedia(item, { ...fallback, file: clip })
  const stored = 'file' in media && media.stored
  const poster =
    item.poster === false ? false : completeMedia(item.poster ?? {}, { ...fallback, stored })
  return { mediaType: item.mediaType, ...(item.withheld && poster ? poster : media), poster }
}
