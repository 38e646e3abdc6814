import { type ImageFormat, parameters, widths } from '@photofeed/openapi'
import type { FileExtension, StoredFile } from './store.ts'

/** A media path below {cdn_url}, taken apart. */
export type MediaPath =
  | { kind: 'original'; id: string; extension: FileExtension }
  | { kind: 'resized'; id: string; width: number; format: ImageFormat }

/** The media type of each kind of stored file. */
export const contentTypes: Record<FileExtension, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
}

/** The URL of the stored file itself. */
export function originalUrl(cdnUrl: string, file: Pick<StoredFile, 'id' | 'extension'>): string {
  return `${cdnUrl}/${file.id}.${file.extension}`
}

/** The URL of a stored picture resized to a width. */
export function resizedUrl(
  cdnUrl: string,
  file: Pick<StoredFile, 'id'>,
  width: number,
  format: ImageFormat,
): string {
  return `${cdnUrl}/${width}/${file.id}.${format}`
}

// A pure call: a page that imports another part of core does not load the contract for it.
const patterns = /* @__PURE__ */ createPatterns()

function createPatterns() {
  const extensions = Object.keys(contentTypes).join('|')
  const formats = parameters.format.values.join('|')
  // A server keeps the files of an account in a folder of their own.
  const fileId = '(?:[0-9a-f]{16}/)?[0-9a-f]{32}'
  return {
    original: new RegExp(`^/(${fileId})\\.(${extensions})$`),
    resized: new RegExp(`^/(${widths.join('|')})/(${fileId})\\.(${formats})$`),
  }
}

/** Reads the path below {cdn_url} back; null for every path that the functions above cannot make. */
export function parseMediaPath(path: string): MediaPath | null {
  const original = patterns.original.exec(path)
  if (original?.[1]) {
    return { kind: 'original', id: original[1], extension: original[2] as FileExtension }
  }
  const resized = patterns.resized.exec(path)
  if (resized?.[2]) {
    return {
      kind: 'resized',
      id: resized[2],
      width: Number(resized[1]),
      format: resized[3] as ImageFormat,
    }
  }
  return null
}
