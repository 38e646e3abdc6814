import { randomBytes } from 'node:crypto'
import { type MediaPath, parseMediaPath, type StoredFile } from '@photofeed/core'

type OriginalPath = Extract<MediaPath, { kind: 'original' }>
export type ResizedPath = Extract<MediaPath, { kind: 'resized' }>

export const mediaFolder = 'accounts'

/** The age at which a file that nothing shows may be deleted. It is far longer than a run needs from a download to its post. */
export const graceMs = 24 * 3_600_000

/** Returns the public id of a new account's media: random, and no other than in the URLs of its files. */
export function newMediaId(): string {
  return randomBytes(8).toString('hex')
}

/**
 * Returns the id of a new file: the account's media id, the time in seconds, and the start of the content's SHA-256.
 * No id is used again later, so a file that is not shown and no longer new never will be.
 */
export function newFileId(mediaId: string, sha256: string, now: number): string {
  const seconds = Math.floor(now / 1000)
  return `${mediaId}/${seconds.toString(16).padStart(8, '0').slice(-8)}${sha256.slice(0, 24)}`
}

export function hasContent({ id, bytes }: StoredFile, content: { sha256: string; bytes: number }) {
  return id.slice(-24) === content.sha256.slice(0, 24) && bytes === content.bytes
}

/**
 * Whether a file was stored so recently that a post may show it from now on. An older file may be deleted already.
 * Ids without an account are not of this store.
 */
export function mayBeShown({ id }: Pick<StoredFile, 'id'>, now: number): boolean {
  return !id.includes('/') || ageOf(id, now) <= graceMs / 2
}

/** Whether a file may be deleted unless something shows it. */
export function isPastGrace(id: string, now: number): boolean {
  return ageOf(id, now) >= graceMs
}

/** In either direction: a clock that was wrong may have stored a file in the future. */
function ageOf(id: string, now: number): number {
  return Math.abs(now - Number.parseInt(id.slice(-32, -24), 16) * 1000)
}

export function accountFolder(mediaId: string): string {
  return `${mediaFolder}/${mediaId.slice(0, 2)}/${mediaId}`
}

/** Returns the key of a file, the same in every store; null for ids without an account. */
export function mediaKey(path: MediaPath): string | null {
  const [mediaId, name] = path.id.split('/')
  if (!mediaId || !name) return null
  const last = path.kind === 'original' ? path.extension : `${path.width}.${path.format}`
  // A folder for each first digit of the hash keeps listings of folders short.
  return `${accountFolder(mediaId)}/${name[8]}/${name}.${last}`
}

/** Returns the path of a key, or null if this version would not store a file there. */
export function parseMediaKey(key: string): MediaPath | null {
  const [, mediaId, name, width = '', extension] =
    /\/([^/]+)\/[^/]+\/([^/.]+)(?:\.(\d+))?\.(\w+)$/.exec(key) ?? []
  const path = parseMediaPath(`${width && `/${width}`}/${mediaId}/${name}.${extension}`)
  return path && mediaKey(path) === key ? path : null
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
