import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { OpenFile } from './file-store.ts'
import { mediaIdOf, type ResizedPath } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'

const longestPutMs = 3000

/**
 * Opens a resized picture, which is made when it is first requested, and stored beside the original. Returns null if there is
 * no such picture. Rejects with QueueFull, and with the reason of an aborted signal.
 */
export async function openResized(
  store: MediaStore,
  path: ResizedPath,
  range?: string,
  signal?: AbortSignal,
): Promise<OpenFile | null> {
  const stored = await store.open(path, range)
  if (stored) return stored
  const work = () => resize(store, path)
  const picture = await store.decoding.run(mediaIdOf(path.id), JSON.stringify(path), work, signal)
  // All of it, also for a range (RFC 9110, 14.2).
  return picture && { bytes: picture.length, range: null, body: Readable.from([picture]) }
}

/** Returns null if there is no such picture. */
async function resize(store: MediaStore, path: ResizedPath): Promise<Buffer | null> {
  const place = await store.findPicture(path.id)
  const original = place && (await store.open(place))
  if (!original?.body) return null
  // Originals are read in the queue too: each is in memory as a whole, at most 30 MiB.
  const picture = await render(await buffer(original.body), path)
  // The client does not need the copy: a store that hangs delays it only a little, and /readyz shows one that is full.
  await Promise.race([store.putResized(path, picture).catch(() => {}), setTimeout(longestPutMs)])
  return picture
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
