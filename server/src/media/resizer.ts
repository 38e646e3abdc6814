import { access } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { MediaPath } from '@photofeed/core'
import { writeFileAtomically } from './atomic-file.ts'
import type { MediaStore } from './folder-store.ts'
import { createLimiter } from './limiter.ts'

export type ResizedPath = Extract<MediaPath, { kind: 'resized' }>

export interface Resizer {
  /** Where the resized picture is, below the media folder; null when there is no such picture. */
  find(wanted: ResizedPath): Promise<string | null>
}

/** Resizes stored pictures when they are first asked for, and keeps the results beside the originals. */
export function createResizer(store: MediaStore): Resizer {
  const limit = createLimiter(availableParallelism())
  const inFlight = new Map<string, Promise<string | null>>()

  async function make(wanted: ResizedPath, path: string): Promise<string | null> {
    if (await exists(join(store.folder, path))) return path
    const original = await store.findPicture(wanted.id)
    if (!original) return null
    const bytes = await limit(() => render(join(store.folder, original), wanted))
    await writeFileAtomically(join(store.folder, path), bytes)
    return path
  }

  return {
    find(wanted) {
      const path = cachePath(wanted)
      const running = inFlight.get(path)
      if (running) return running
      const work = make(wanted, path).finally(() => inFlight.delete(path))
      inFlight.set(path, work)
      return work
    },
  }
}

function cachePath({ id, width, format }: ResizedPath): string {
  return join('resized', String(width), id.slice(0, 2), id.slice(2, 4), `${id}.${format}`)
}

async function render(original: string, { width, format }: ResizedPath): Promise<Buffer> {
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

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
