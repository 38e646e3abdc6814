import type { StoredFile } from '@photofeed/core'
import { type ImageFormat, widths } from '@photofeed/openapi'
import type { MediaStore } from './media-store.ts'
import { createResizer } from './resizer.ts'

interface NewPicturesParts {
  store: MediaStore
  format: ImageFormat
  onError(error: unknown): void
  /** How many pictures wait at most; further ones are resized when they are requested. Default: 1,000. */
  maximumWaiting?: number
}

/** Resizes pictures in the background after they were stored. */
export interface NewPictures {
  /** Stores as the media store does, and resizes what was not stored before. */
  put: MediaStore['put']
  /** Forgets the pictures that wait, and waits for the one that is being resized. */
  stop(): Promise<void>
}

/**
 * Creates the queue of new pictures. It makes every width of one picture after the other, so that downloads and requests,
 * which decode pictures too, hardly wait for it. Pictures that a crash or a full queue drops are resized when they are requested.
 */
export function resizeNewPictures({
  store,
  format,
  onError,
  maximumWaiting = 1000,
}: NewPicturesParts): NewPictures {
  const resizer = createResizer(store)
  const waiting: StoredFile[] = []
  let isStopped = false
  let running: Promise<void> | null = null

  async function resizeAll(): Promise<void> {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      for (const width of widths) {
        if (isStopped) return
        await resizer.find({ kind: 'resized', id: file.id, width, format }).catch(onError)
      }
    }
    running = null
  }

  function add(file: StoredFile): void {
    if (isStopped || file.extension === 'mp4' || waiting.length >= maximumWaiting) return
    waiting.push(file)
    running ??= resizeAll()
  }

  return {
    async put(mediaId, content, known) {
      const file = await store.put(mediaId, content, known)
      if (file !== known) add(file)
      return file
    },
    async stop() {
      isStopped = true
      waiting.length = 0
      await running
    },
  }
}
