import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileExtension, StoredFile } from '@photofeed/core'
import { writeFileAtomically } from './atomic-file.ts'
import { pictureExtensions } from './picture-extensions.ts'

/** Pictures and videos, each kept once under an id that comes from its content. */
export interface MediaStore {
  /** The folder that every path below starts from. */
  folder: string
  /** Stores a file, told by its content alone; rejects with RefusedMedia. */
  put(bytes: Uint8Array): Promise<StoredFile>
  /** Whether our copy of a file is still there in full. */
  has(file: StoredFile): Promise<boolean>
  /** Where a file is, or would be. */
  path(id: string, extension: FileExtension): string
  /** Where the picture with this id is; null when there is none, or it is a video. */
  findPicture(id: string): Promise<string | null>
}

/** Keeps media in a folder, which is made with the first file. */
export function createMediaStore(folder: string): MediaStore {
  function path(id: string, extension: FileExtension): string {
    return join('originals', id.slice(0, 2), id.slice(2, 4), `${id}.${extension}`)
  }

  async function has({ id, extension, bytes }: StoredFile): Promise<boolean> {
    return (await sizeOf(join(folder, path(id, extension)))) === bytes
  }

  return {
    folder,
    path,
    has,
    async put(bytes) {
      const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
      const stored = await findExtension(id)
      if (stored && (await has({ id, extension: stored, bytes: bytes.byteLength }))) {
        return { id, extension: stored, bytes: bytes.byteLength }
      }
      // Loaded with the first file: a server that only serves what is stored never needs it.
      const { inspectFile } = await import('./file-inspection.ts')
      const extension = await inspectFile(bytes)
      await writeFileAtomically(join(folder, path(id, extension)), bytes)
      return { id, extension, bytes: bytes.byteLength }
    },
    async findPicture(id) {
      const extension = await findExtension(id)
      return extension && extension !== 'mp4' ? path(id, extension) : null
    },
  }

  async function findExtension(id: string): Promise<FileExtension | null> {
    for (const extension of [...pictureExtensions, 'mp4'] as const) {
      if ((await sizeOf(join(folder, path(id, extension)))) !== null) return extension
    }
    return null
  }
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return found?.isFile() ? found.size : null
}
