import type { Media, StoredFile } from '@photofeed/core'
import { RejectedMedia } from '../media/file-rules.ts'
import type { Content } from '../media/file-store.ts'
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
  /** Whether to fetch also what is known: it stays if the content is the same. */
  refetch?: boolean
  /** Whether only a picture will do. */
  picture: boolean
}

export interface MediaIntake {
  /** Our copy of the media, or the platform's if it cannot be had; null when a client could load neither. */
  take(wanted: Wanted): Promise<Media | null>
  report(): MediaReport
}

/** The media store, as one account sees it. */
export interface AccountMedia {
  put(content: Content, known: StoredFile | null): Promise<StoredFile>
  has(file: StoredFile): Promise<boolean>
}

/** Gets the media of one import into the store. */
export function createMediaIntake(store: AccountMedia, source: MediaSource): MediaIntake {
  const taken = new Map<string, Promise<Media>>()
  const reasons = new Map<string, number>()
  let stored = 0
  let reused = 0

  function miss(media: Media, reason: string): Media {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    return { ...media, file: null }
  }

  async function fetchAndStore({ media, folder, known }: Wanted): Promise<Media> {
    try {
      const file = await store.put(source(media.platformUrl, folder), known?.file ?? null)
      stored += 1
      return { ...media, file }
    } catch (error) {
      return miss(media, reasonOf(error))
    }
  }

  return {
    async take(wanted) {
      const { media, folder, known, picture } = wanted
      if (!wanted.refetch && known?.file && (await store.has(known.file))) {
        reused += 1
        return known
      }
      const key = JSON.stringify([folder, media.platformUrl])
      const work = taken.get(key) ?? fetchAndStore(wanted)
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
  if (error instanceof RejectedMedia) return error.reason
  throw error
}
