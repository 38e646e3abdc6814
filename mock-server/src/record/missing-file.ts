import { createHash } from 'node:crypto'
import type { StoredFile } from '@photofeed/core'
import type { Original } from './feed-media.ts'

/** The id of a stored file whose content could not be had: its mock answers with 404, as its host did. */
export function missingId(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 32)
}

export function missingFile({ url, extension }: Original): StoredFile {
  return { id: missingId(url), extension, bytes: 0 }
}
