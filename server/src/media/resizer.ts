import { buffer } from 'node:stream/consumers'
import { createFairQueue } from '@photofeed/core/node'
import { decodingThreads } from './decoding.ts'
import type { OpenFile } from './file-store.ts'
import { mediaIdOf, type ResizedPath } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'

export interface Resizer {
  /**
   * Opens the resized picture, or a part of it; null if there is no such picture. Rejects with QueueFull if too many are
   * waiting, and with the signal's reason once it is aborted: nobody renders what all its clients have left.
   */
  open(path: ResizedPath, range?: string, signal?: AbortSignal): Promise<OpenFile | null>
}

/** One waits for about a second on average, and clients for a minute at most. */
const maximumWaiting = 100

/** Resizes stored pictures when they are first requested, and stores the results beside the originals. */
export function createResizer(store: MediaStore): Resizer {
  const queue = createFairQueue({ running: decodingThreads, waiting: maximumWaiting })

  /** Returns false if there is no such picture. */
  async function make(path: ResizedPath): Promise<boolean> {
    const original = await store.openPicture(path.id)
    if (!original?.body) return false
    // Originals are read in the queue too: each is in memory as a whole, at most 30 MiB.
    await store.putResized(path, await render(await buffer(original.body), path))
    return true
  }

  return {
    async open(path, range, signal) {
      const stored = await store.open(path, range)
      if (stored) return stored
      const isMade = await queue.run(
        mediaIdOf(path.id),
        JSON.stringify(path),
        () => make(path),
        signal,
      )
      return isMade ? store.open(path, range) : null
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
