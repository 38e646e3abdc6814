import type { Media } from '@photofeed/core'
import type { MediaStore } from '../media/media-store.ts'
import { RefusedMedia } from '../media/refused-media.ts'
import { isWebAddress, type MediaSource } from './media-source.ts'
import { MediaUnavailable } from './media-unavailable.ts'

/** What became of the media of one import. */
export interface MediaReport {
  /** Different URLs that were fetched and stored. */
  stored: number
  /** Uses of a copy that an earlier import stored and that is still there. */
  reused: number
  /** Different URLs that could not be had. */
  notStored: Array<{ reason: string; count: number }>
}

export interface Wanted {
  media: Media
  /** Where relative paths start from; null when only web addresses make sense. */
  folder: string | null
  /** What an earlier import stored for the same thing. */
  known: Media | null
  /** Whether only a picture will do. */
  picture: boolean
}

export interface MediaIntake {
  /** Our copy of the media, or the platform's if it cannot be had; null when a client could load neither. */
  take(wanted: Wanted): Promise<Media | null>
  report(): MediaReport
}

/** Gets the media of one import into the store. */
export function createMediaIntake(store: MediaStore, source: MediaSource): MediaIntake {
  const taken = new Map<string, Promise<Media>>()
  const reasons = new Map<string, number>()
  let stored = 0
  let reused = 0

  function miss(media: Media, reason: string): Media {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    return { ...media, file: null }
  }

  async function fetchAndStore(media: Media, folder: string | null): Promise<Media> {
    try {
      const file = await store.put(await source(media.platformUrl, folder))
      stored += 1
      return { ...media, file }
    } catch (error) {
      return miss(media, reasonOf(error))
    }
  }

  return {
    async take({ media, folder, known, picture }) {
      if (known?.file && (await store.has(known.file))) {
        reused += 1
        return known
      }
      const key = JSON.stringify([folder, media.platformUrl])
      const work = taken.get(key) ?? fetchAndStore(media, folder)
      taken.set(key, work)
      const found = await work
      const unfit = picture && found.file?.extension === 'mp4'
      const result = unfit ? miss(media, 'not a picture') : found
      return result.file || isWebAddress(result.platformUrl) ? result : null
    },
    report: () => ({
      stored,
      reused,
      notStored: [...reasons].map(([reason, count]) => ({ reason, count })),
    }),
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof MediaUnavailable) return error.message
  if (error instanceof RefusedMedia) return error.reason
  throw error
}
