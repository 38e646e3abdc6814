import { isPastGrace, mediaIdOf, parseMediaKey } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'

export interface SweepParts {
  media: Pick<MediaStore, 'list' | 'delete' | 'sweepDrafts'>
  /** Returns the ids of all files that an account shows; empty if there is no such account. */
  shownFiles(mediaId: string): Promise<ReadonlySet<string>>
  clock(): number
}

/** What an account shows, and the time before it was read. */
interface Marks {
  mediaId: string
  shown: ReadonlySet<string>
  now: number
}

/**
 * Deletes originals, resized copies and drafts that nothing shows and that are older than the grace period, also those of accounts that
 * are gone. Goes through the keys behind `after` in pages, and calls `onPage` with the last key of each.
 *
 * It needs no lock, and two at a time do no harm: a file that is not shown half a grace period after it was stored is
 * never shown later (see db/shown-files.ts), so nothing can save what is deleted here.
 */
export async function sweepMedia(
  { media, shownFiles, clock }: SweepParts,
  after: string,
  signal: AbortSignal,
  onPage: (lastKey: string) => Promise<void>,
): Promise<void> {
  await media.sweepDrafts()
  let marks: Marks | null = null

  async function marksOf(mediaId: string): Promise<Marks> {
    if (marks?.mediaId === mediaId) return marks
    // The time first: a file that becomes old while posts are read is for the next sweep.
    const now = clock()
    marks = { mediaId, now, shown: await shownFiles(mediaId) }
    return marks
  }

  for await (const keys of media.list(after)) {
    signal.throwIfAborted()
    const garbage: string[] = []
    for (const key of keys) {
      const id = parseMediaKey(key)?.id
      // Most new files are shown, and need no query.
      if (id === undefined || !isPastGrace(id, clock())) continue
      const { shown, now } = await marksOf(mediaIdOf(id))
      if (isPastGrace(id, now) && !shown.has(id)) garbage.push(key)
    }
    await media.delete(garbage)
    const last = keys.at(-1)
    if (last !== undefined) await onPage(last)
  }
}
