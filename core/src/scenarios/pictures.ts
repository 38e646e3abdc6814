import { clip as clipFile, pictures as drawn } from '../generated/pictures.ts'
import type { StoredFile } from '../store.ts'
import { cycle } from './random.ts'

/** What a picture shows; captions and alternative texts go by it. */
export type SceneName = (typeof drawn)[number]['scene']

/** A picture that `core/media/` holds in every width and format. */
export interface Picture {
  /** Two digits: the name of its folder. */
  number: string
  scene: SceneName
  /** Of the original, which is 1200 pixels wide. */
  height: number
  /** The original. */
  file: StoredFile
}

export const pictures: readonly Picture[] = drawn

/** The only video. */
export const clip: StoredFile = clipFile

/** The picture at a place in a listing; neighbors show different scenes. */
export function pictureAt(index: number): Picture {
  return cycle(pictures, index * 7)
}
