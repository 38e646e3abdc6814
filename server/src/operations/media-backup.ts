import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseMediaKey } from '../media/media-keys.ts'
import type { MediaStore } from '../media/media-store.ts'

/** How the names of files end that are still being written. */
export const unfinished = '.tmp'

export interface MediaBackup {
  copied: number
  alreadyThere: number
}

/** Copies the originals that a folder lacks. A name is never used again for other content, so what is there whole is the same. */
export async function backUpMedia(
  media: Pick<MediaStore, 'list' | 'find'>,
  folder: string,
): Promise<MediaBackup> {
  const done: MediaBackup = { copied: 0, alreadyThere: 0 }
  for await (const keys of media.list()) {
    for (const key of keys) {
      const path = parseMediaKey(key)
      if (path?.kind !== 'original') continue
      // It may have been deleted since it was listed.
      const found = await media.find(path)
      if (!found) continue
      const target = join(folder, key)
      if ((await sizeOf(target)) === found.bytes) {
        done.alreadyThere += 1
        continue
      }
      await mkdir(dirname(target), { recursive: true })
      const draft = `${target}${unfinished}`
      try {
        await pipeline(await found.read(), createWriteStream(draft, { flush: true }))
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      done.copied += 1
    }
  }
  return done
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.size ?? null
}
