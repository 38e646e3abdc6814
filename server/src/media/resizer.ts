import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { FoundFile } from './file-store.ts'
import { createLimiter } from './limiter.ts'
import { mediaKey, type ResizedPath } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'

export interface Resizer {
  /** The resized picture; null when there is no such picture. */
  find(wanted: ResizedPath): Promise<FoundFile | null>
}

/** Resizes stored pictures when they are first asked for, and keeps the results beside the originals. */
export function createResizer(store: MediaStore): Resizer {
  const limit = createLimiter(availableParallelism())
  const inFlight = new Map<string, Promise<FoundFile | null>>()

  async function make(wanted: ResizedPath): Promise<FoundFile | null> {
    const kept = await store.find(wanted)
    if (kept) return kept
    const original = await store.findPicture(wanted.id)
    if (!original) return null
    // Originals are read within the limit too: each is held in memory.
    const bytes = await limit(async () => render(await buffer(await original.read()), wanted))
    await store.keepResized(wanted, bytes)
    return store.find(wanted)
  }

  return {
    find(wanted) {
      const key = mediaKey(wanted)
      const running = inFlight.get(key)
      if (running) return running
      const work = make(wanted).finally(() => inFlight.delete(key))
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
