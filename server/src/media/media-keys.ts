import { type MediaPath, parseMediaPath, type StoredFile } from '@photofeed/core'
import { parameters, widths } from '@photofeed/openapi'

export type OriginalPath = Extract<MediaPath, { kind: 'original' }>
export type ResizedPath = Extract<MediaPath, { kind: 'resized' }>

/** The folder of keys that all originals are below. */
export const originals = 'originals'

/** Under which key a media file is kept, the same in every store. */
export function mediaKey(path: MediaPath): string {
  const folders = `${path.id.slice(0, 2)}/${path.id.slice(2, 4)}`
  return path.kind === 'original'
    ? `${originals}/${folders}/${path.id}.${path.extension}`
    : `resized/${path.width}/${folders}/${path.id}.${path.format}`
}

export function originalPath({
  id,
  extension,
}: Pick<StoredFile, 'id' | 'extension'>): OriginalPath {
  return { kind: 'original', id, extension }
}

/** Reads the key of an original back; null for every other. */
export function parseOriginalKey(key: string): OriginalPath | null {
  const path = parseMediaPath(key.slice(key.lastIndexOf('/')))
  return path?.kind === 'original' && mediaKey(path) === key ? path : null
}

/** Every size that a picture may have been served in. */
export function resizedPaths(id: string): ResizedPath[] {
  return widths.flatMap((width) =>
    parameters.format.values.map((format) => ({ kind: 'resized' as const, id, width, format })),
  )
}

/** Reads the name of an original back, as it stands at the end of its URL; null for every other text. */
export function parseFileName(name: string): OriginalPath | null {
  const path = parseMediaPath(`/${name}`)
  return path?.kind === 'original' ? path : null
}
