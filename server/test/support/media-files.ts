import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaFiles } from '../../src/stores/media-files.ts'

/** A table of media files in memory, for tests of the files themselves. */
export function memoryMediaFiles(): MediaFiles {
  const ids = new Set<string>()
  return {
    add: async (_, { id }) => Boolean(ids.add(id)),
    has: async (id) => ids.has(id),
    forget: async (id) => void ids.delete(id),
  }
}

/** Returns the names of the files in the media folder of a data folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
