import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Drafts {
  /** Writes a file so that nobody ever sees half of it, not even after a power cut. */
  write(path: string, bytes: Uint8Array): Promise<void>
}

/** Far longer than writing takes, also in another process that shares the folder. */
const abandonedMs = 3_600_000

/** Writes files in a folder of their own first, which has to be on the disk of the others; deletes there what a crash left. */
export function createDrafts(folder: string, clock = Date.now): Drafts {
  let sweptAt = 0

  async function sweep(): Promise<void> {
    const now = clock()
    if (now - sweptAt < abandonedMs) return
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      if (found && now - found.mtimeMs > abandonedMs) await rm(path, { force: true })
    }
    sweptAt = now
  }

  return {
    async write(path, bytes) {
      await mkdir(folder, { recursive: true })
      await mkdir(dirname(path), { recursive: true })
      await sweep()
      const draft = join(folder, randomUUID())
      try {
        await writeFile(draft, bytes, { flush: true })
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
  }
}
