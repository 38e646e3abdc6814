import { buffer } from 'node:stream/consumers'
import { createFairQueue } from '@photofeed/core/node'
import { decodingThreads } from './decoding.ts'
import type { FoundFile } from './file-store.ts'
import { mediaIdOf, type ResizedPath } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'

export interface Resizer {
  /**
   * Returns the resized picture; null if there is no such picture. Rejects with QueueFull if too many are waiting, and with
   * the signal's reason once it is aborted: nobody renders what all its clients have left.
   */
  find(path: ResizedPath, signal?: AbortSignal): Promise<FoundFile | null>
}

/** One waits for about a second on average, and clients for a minute at most. */
const maximumWaiting = 100

/** Resizes stored pictures when they are first requested, and stores the results beside the originals. */
export function createResizer(store: MediaStore): Resizer {
  const queue = createFairQueue({ running: decodingThreads, waiting: maximumWaiting })

  async function make(path: ResizedPath): Promise<FoundFile | null> {
    // Another process may have made it since.
    const stored = await store.find(path)
    if (stored) return stored
    const original = await store.findPicture(path.id)
    if (!original) return null
    // Originals are read in the queue too: each is in memory as a whole, at most 30 MiB.
    const bytes = await render(await buffer(await original.read()), path)
    await store.putResized(path, bytes)
    return store.find(path)
  }

  return {
    async find(path, signal) {
      const stored = await store.find(path)
      if (stored) return stored
      return queue.run(mediaIdOf(path.id), JSON.stringify(path), () => make(path), signal)
    },
  }
}

async function render(original: Uint8Array, { width, format }: ResizedPath): Promise<Buffer> {
  // Loaded with the first picture: its native code is a fifth of the server's memory.
  const { decodePicture } = await import('./file-inspection.ts')
  return decodePicture(original, (picture) => {
    const resized = picture
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .toColorspace('srgb')
    return format === 'webp'
      ? resized.webp({ quality: 80 }).toBuffer()
      : resized.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer()
  })
}
