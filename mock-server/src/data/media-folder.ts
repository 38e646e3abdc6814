import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { parseMediaPath } from '@photofeed/core'

/** The bytes of a path below the media host; null when there are none. */
export type MediaFolder = (path: string) => Promise<Uint8Array | null>

const maximumBytes = 64 * 1024 * 1024

/** Reads media from a folder, which need not exist, and nothing outside of it: links that lead out are not followed. */
export function createMediaFolder(folder: string): MediaFolder {
  return async (path) => {
    if (!parseMediaPath(path)) return null
    try {
      const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))])
      return file.startsWith(root + sep) ? await readMedia(file) : null
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }
}

async function readMedia(file: string): Promise<Uint8Array | null> {
  const found = await stat(file)
  return found.isFile() && found.size <= maximumBytes ? new Uint8Array(await readFile(file)) : null
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
