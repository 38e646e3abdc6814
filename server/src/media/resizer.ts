import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import type { FoundFile } from './file-store.ts'
import type { ResizedPath } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'

export interface Resizer {
  /** Returns the resized picture; null if there is no such picture. */
  find(path: ResizedPath): Promise<FoundFile | null>
}

/** Resizes stored pictures when they are first requested, and stores the results beside the originals. */
export function createResizer(store: MediaStore): Resizer {
  const limit = pLimit(availableParallelism())
  const inFlight = new Map<string, Promise<FoundFile | null>>()

  async function make(path: ResizedPath): Promise<FoundFile | null> {
    const stored = await store.find(path)
    if (stored) return stored
    const original = await store.findPicture(path.id)
    if (!original) return null
    // Originals are read within the limit too: each is in memory as a whole, at most 30 MiB.
    const bytes = await limit(async () => render(await buffer(await original.read()), path))
    await store.putResized(path, bytes)
    return store.find(path)
  }

  return {
    find(path) {
      const key = JSON.stringify(path)
      const running = inFlight.get(key)
      if (running) return running
      const work = make(path).finally(() => inFlight.delete(key))
      inFlight.set(key, work)
      return work
    },
  }
}

async function render(original: Uint8Array, { width, format }: ResizedPath): Promise<Buffer> {
  // Loaded with the first picture: its native code is a fifth of the server's memory.
  const { openPicture } = await import('./sharp-picture.ts')
  const picture = openPicture(original)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
  return format === 'webp'
    ? picture.webp({ quality: 80 }).toBuffer()
    : picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer()
}
