import type { StoredFile } from '@photofeed/core'
import type { MediaInput, OwnItem } from '../builders/index.ts'
import type { ItemFields } from '../builders/post-input.ts'
import type { AnsweredItem } from './feed-answer.ts'
import { type Original, pictureOriginal, videoOriginal } from './feed-media.ts'
import { missingFile } from './missing-file.ts'

/** The originals that were had, by the URL that the recorded answers give. */
export type RecordedFiles = ReadonlyMap<string, StoredFile>

/**
 * Whether the service holds a copy, as far as its answers tell: an item of an album and a post with `sizes` are
 * stored, and on a plan with sizes a post without them is not. Elsewhere nothing tells: then what could be
 * downloaded counts as stored, and what could not as the platform's.
 */
export type Holding = 'stored' | 'unstored' | 'unknown'

/** An image or video that was answered, in the builder's form. */
export function recordedItem(item: AnsweredItem, holding: Holding, files: RecordedFiles): OwnItem {
  const { id, permalink, timestamp, mediaUrl, thumbnailUrl } = item
  const identity = { id, permalink, timestamp } satisfies Record<keyof ItemFields, unknown>
  if (item.mediaType === 'IMAGE') {
    const media = recordedMedia(pictureOriginal(mediaUrl), holding, files)
    return { mediaType: item.mediaType, ...identity, ...media }
  }
  return {
    mediaType: item.mediaType,
    ...identity,
    ...recordedMedia(videoOriginal(mediaUrl), holding, files),
    poster:
      thumbnailUrl === null ? false : recordedMedia(pictureOriginal(thumbnailUrl), holding, files),
  }
}

/**
 * What is stored stays so when its file was missing: the mock then answers with 404, as the media host did. What is
 * not stored keeps a platform's URL, which a mock can serve for longer than the platform does.
 */
export function recordedMedia(
  original: Original,
  holding: Holding,
  files: RecordedFiles,
): MediaInput {
  const file = files.get(original.url)
  if (file) return holding === 'unstored' ? { file, stored: false } : { file }
  return holding === 'stored' ? { file: missingFile(original) } : { url: original.url }
}
