import { isPastGrace, mediaIdOf, parseMediaKey } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'

/** What the sweep reads from the database, and writes there. */
export interface SweepRecords {
  /** Returns the ids of all files that an account shows; null if there is no such account. */
  shownFiles(mediaId: string): Promise<ReadonlySet<string> | null>
  /** Records that a sweep found media of an account that the database does not have. */
  markUnknown(mediaId: string, sweepId: string): Promise<void>
  /** Whether that was recorded at least seven days ago. */
  isLongUnknown(mediaId: string): Promise<boolean>
  /** Forgets the accounts that this sweep has not marked. */
  forgetUnknown(exceptSweepId: string): Promise<void>
}

export interface SweepParts {
  media: Pick<MediaStore, 'list' | 'delete' | 'sweepDrafts'>
  records: SweepRecords
  clock(): number
}

/** Files that are deleted because no post shows them, or because their account is unknown. */
export type DeletionReason = 'not shown' | 'unknown account' | 'account deleted'

export interface Garbage {
  key: string
  mediaId: string
  reason: DeletionReason
}

/** Deleted files of one account. */
export interface DeletedMedia {
  mediaId: string
  files: number
  reason: DeletionReason
}

export interface SweepCount {
  /** All files of the media place. */
  listed: number
  garbage: number
}

export interface SweepOptions {
  /** Identifies the marks of this sweep. */
  sweepId: string
  signal: AbortSignal
  /** Which deletions need no confirmation: a small share of the files, none, or all. */
  allowed: 'few' | 'none' | 'all'
  onDeleted(deleted: DeletedMedia): void
}

export interface SweepResult extends SweepCount {
  deleted: number
  /** Whether more would be deleted than a sweep may without a confirmation. */
  isStopped: boolean
}

/** A sweep that would delete more than both of these needs a confirmation. */
const largestShare = 1 / 5
const largestCount = 100

const needsConfirmation = ({ listed, garbage }: SweepCount) =>
  garbage > largestCount && garbage > listed * largestShare

/**
 * Yields each page of listed files with those that can be deleted: files that no post shows, past the grace period. Files of
 * an account that the database does not have must have been marked seven days ago.
 */
export async function* findGarbage(
  { media, records, clock }: SweepParts,
  signal: AbortSignal,
  onUnknown: (mediaId: string) => Promise<void> = async () => {},
): AsyncGenerator<{ listed: number; garbage: Garbage[] }> {
  // What the account of the last key shows, and the time before that was read.
  let account = null as {
    mediaId: string
    now: number
    shown: ReadonlySet<string>
    /** Null if nothing of the account may be deleted. */
    reason: DeletionReason | null
  } | null

  async function readAccount(mediaId: string) {
    // The time first: a file that becomes old while posts are read is for the next sweep.
    const now = clock()
    const shown = await records.shownFiles(mediaId)
    if (shown) return { mediaId, now, shown, reason: 'not shown' as const }
    await onUnknown(mediaId)
    const isLong = await records.isLongUnknown(mediaId)
    return {
      mediaId,
      now,
      shown: new Set<string>(),
      reason: isLong ? 'unknown account' : null,
    } as const
  }

  for await (const keys of media.list()) {
    signal.throwIfAborted()
    const garbage: Garbage[] = []
    for (const key of keys) {
      const id = parseMediaKey(key)?.id
      // Most new files are shown, and need no query.
      if (id === undefined || !isPastGrace(id, clock())) continue
      const mediaId = mediaIdOf(id)
      if (account?.mediaId !== mediaId) account = await readAccount(mediaId)
      const { now, shown, reason } = account
      if (reason && isPastGrace(id, now) && !shown.has(id)) garbage.push({ key, mediaId, reason })
    }
    yield { listed: keys.length, garbage }
  }
}

/**
 * Deletes originals, resized copies and drafts that nothing shows; see {@link findGarbage}. It lists all files twice:
 * first it counts, and deletes nothing without a confirmation if that would be more than a fifth of them and more than 100.
 *
 * It needs no lock, and two at a time do no harm: a file that is not shown half a grace period after it was stored is
 * never shown later (see db/shown-files.ts), so no deleted file is needed again.
 */
export async function sweepMedia(
  parts: SweepParts,
  { sweepId, signal, allowed, onDeleted }: SweepOptions,
): Promise<SweepResult> {
  const { media, records } = parts
  await media.sweepDrafts()
  const count: SweepCount = { listed: 0, garbage: 0 }
  const mark = (mediaId: string) => records.markUnknown(mediaId, sweepId)
  for await (const page of findGarbage(parts, signal, mark)) {
    count.listed += page.listed
    count.garbage += page.garbage.length
  }
  await records.forgetUnknown(sweepId)
  if (count.garbage === 0) return { ...count, deleted: 0, isStopped: false }
  if (allowed === 'none' || (allowed === 'few' && needsConfirmation(count))) {
    return { ...count, deleted: 0, isStopped: true }
  }

  let deleted = 0
  const byAccount = new Map<string, DeletedMedia>()
  try {
    for await (const { garbage } of findGarbage(parts, signal)) {
      // More than was counted: the database has changed since.
      const isMore = deleted + garbage.length > Math.max(count.garbage, largestCount)
      if (isMore && allowed === 'few') return { ...count, deleted, isStopped: true }
      await media.delete(garbage, ({ mediaId, reason }) => {
        deleted += 1
        const files = (byAccount.get(mediaId)?.files ?? 0) + 1
        byAccount.set(mediaId, { mediaId, files, reason })
      })
    }
  } finally {
    // Also of a sweep that fails or is aborted.
    for (const each of byAccount.values()) onDeleted(each)
  }
  return { ...count, deleted, isStopped: false }
}
