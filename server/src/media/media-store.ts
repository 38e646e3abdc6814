import { createHash } from 'node:crypto'
import type { MediaPath, StoredFile } from '@photofeed/core'
import type { FileStore, FoundFile } from './file-store.ts'
import {
  mediaKey,
  type OriginalPath,
  originalPath,
  originals,
  parseOriginalKey,
  type ResizedPath,
  resizedPaths,
} from './media-keys.ts'
import { pictureExtensions } from './picture-extensions.ts'

/** Pictures and videos, each kept once under an id that comes from its content. */
export interface MediaStore extends Pick<FileStore, 'check'> {
  /** Stores a file, told by its content alone, after `announce` has been told of it; rejects with RefusedMedia. */
  put(bytes: Uint8Array, announce?: (file: StoredFile) => Promise<void>): Promise<StoredFile>
  /** Whether our copy of a file is still there in full. */
  has(file: StoredFile): Promise<boolean>
  find(path: MediaPath): Promise<FoundFile | null>
  /** The picture with this id; null when there is none, or it is a video. */
  findPicture(id: string): Promise<FoundFile | null>
  /** Keeps a resized copy beside the original. */
  keepResized(path: ResizedPath, bytes: Uint8Array): Promise<void>
  /** Every original, with the time that it was stored at. */
  list(): AsyncIterable<StoredFile & { storedAt: Date }>
  /** Deletes an original with its resized copies; again, what an earlier attempt left. */
  delete(file: Pick<StoredFile, 'id' | 'extension'>): Promise<void>
}

/** Keeps media in a file store. */
export function createMediaStore(files: FileStore): MediaStore {
  const find = (path: MediaPath) => files.find(mediaKey(path))

  async function findOriginal(
    id: string,
    extensions: readonly StoredFile['extension'][],
  ): Promise<(FoundFile & Pick<OriginalPath, 'extension'>) | null> {
    const all = await Promise.all(
      extensions.map(async (extension) => {
        const found = await find(originalPath({ id, extension }))
        return found && { ...found, extension }
      }),
    )
    return all.find((found) => found !== null) ?? null
  }

  return {
    check: files.check,
    find,
    async put(bytes, announce = async () => {}) {
      const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const stored = await findOriginal(id, [...pictureExtensions, 'mp4'])
      if (stored?.bytes === bytes.byteLength) {
        const file = { id, extension: stored.extension, bytes: stored.bytes }
        await announce(file)
        return file
      }
      // Loaded with the first file: a server that only serves what is stored never needs it.
      const { inspectFile } = await import('./file-inspection.ts')
      const file = { id, extension: await inspectFile(bytes), bytes: bytes.byteLength }
      await announce(file)
      await files.put(mediaKey(originalPath(file)), bytes)
      return file
    },
    async has(file) {
      return (await find(originalPath(file)))?.bytes === file.bytes
    },
    findPicture: (id) => findOriginal(id, pictureExtensions),
    keepResized: (path, bytes) => files.put(mediaKey(path), bytes),
    async *list() {
      for await (const { key, bytes, modifiedAt } of files.list(originals)) {
        const path = parseOriginalKey(key)
        if (path) yield { id: path.id, extension: path.extension, bytes, storedAt: modifiedAt }
      }
    },
    async delete(file) {
      // The original first, so that no resized copy is made anew in between.
      await files.delete(mediaKey(originalPath(file)))
      const copies = file.extension === 'mp4' ? [] : resizedPaths(file.id)
      await Promise.all(copies.map((path) => files.delete(mediaKey(path))))
    },
  }
}
