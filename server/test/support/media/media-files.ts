import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredFile } from '@photofeed/core'
import type { MediaFiles } from '../../../src/stores/service/media-files.ts'

/** A table of media files in memory, for tests of the files themselves. */
export function memoryMediaFiles(): MediaFiles {
  const extensions = new Map<string, StoredFile['extension']>()
  return {
    hasShown: async () => false,
    add: async (_, { id, extension }) => Boolean(extensions.set(id, extension)),
    find: async (id) => extensions.get(id) ?? null,
  }
}

/** Returns the names of the files in the media folder of a data folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
