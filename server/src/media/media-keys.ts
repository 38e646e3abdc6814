import { randomBytes } from 'node:crypto'
import type { MediaPath, StoredFile } from '@photofeed/core'

type OriginalPath = Extract<MediaPath, { kind: 'original' }>
export type ResizedPath = Extract<MediaPath, { kind: 'resized' }>

export const mediaFolder = 'accounts'

/**
 * Returns the id of a new file: the account's media id, and 32 hexadecimal digits, of which the last 24 are the start of the
 * content's SHA-256. The others are random: no id is used again, so that a late deletion never hits a new file.
 */
export function newFileId(mediaId: string, sha256: string): string {
  return `${mediaId}/${randomBytes(4).toString('hex')}${sha256.slice(0, 24)}`
}

export function hasContent({ id, bytes }: StoredFile, content: { sha256: string; bytes: number }) {
  return id.slice(-24) === content.sha256.slice(0, 24) && bytes === content.bytes
}

/** Returns the key of a file, the same in every store; null for ids without an account. */
export function mediaKey(path: MediaPath): string | null {
  const stem = keyStem(path.id)
  const last = path.kind === 'original' ? path.extension : `${path.width}.${path.format}`
  return stem && `${stem}.${last}`
}

/** Returns the start of the keys of a file and its resized pictures. */
export function keyStem(id: string): string | null {
  const [mediaId, name] = id.split('/')
  // A folder for each first digit of the hash keeps listings of folders short.
  return mediaId && name ? `${accountFolder(mediaId)}/${name[8]}/${name}` : null
}

/** Returns the folder of all files of an account. The id of its media is random, and never used again. */
export function accountFolder(mediaId: string): string {
  return `${mediaFolder}/${mediaId.slice(0, 2)}/${mediaId}`
}

export function originalPath({
  id,
  extension,
}: Pick<StoredFile, 'id' | 'extension'>): OriginalPath {
  return { kind: 'original', id, extension }
}

export function mediaIdOf(id: string): string {
  return id.slice(0, id.indexOf('/'))
}
