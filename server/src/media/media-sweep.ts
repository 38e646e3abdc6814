import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DeletedMedia, Report, SweepCount } from '../events.ts'
import { type ClaimedWork, createLeases, succeeded, updateClaimed } from '../jobs/leases.ts'
import { databaseTime, engineOf } from '../stores/engine.ts'
import type { Db } from '../stores/schema.ts'
import { graceMs, isPastGrace, mediaIdOf, parseMediaKey } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'
import { shownFiles } from './shown-files.ts'

const dayMs = 86_400_000
/** How long media of an unknown account stay after a sweep has found them. */
const unknownMs = 7 * dayMs

export interface Garbage {
  key: string
  mediaId: string
  reason: DeletedMedia['reason']
}

interface SweepResult extends SweepCount {
  deleted: number
  /** Whether more would be deleted than a sweep may without a confirmation. */
  isStopped: boolean
}

export type MediaSweeps = ReturnType<typeof createMediaSweeps>

/** Creates the queue of the media sweep, one row that all processes share, and what sweeps read and record in the database. */
export function createMediaSweeps(writer: Db, reader: Db, clock: () => number) {
  const leases = createLeases(writer, clock, 'media_sweep')
  const now = () => engineOf(writer).now()

  return {
    renew: leases.renew,
    fail: leases.fail,

    /** Claims the sweep if it is due. The first claim adds the row, which is due a day later. */
    async claim(limit: number, leaseMs: number): Promise<ClaimedWork[]> {
      await writer
        .insertInto('media_sweep')
        .values({ id: 1, kind: 'sweep', run_at: sql`${now()} + ${sql.lit(dayMs)}` })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      return leases.claim({ limit, leaseMs, queues: [null] })
    },

    /** Ends a sweep that succeeded or was stopped. Returns false if its lease was lost. */
    complete: (sweep: ClaimedWork, { nextRunAt }: { nextRunAt: number }): Promise<boolean> =>
      updateClaimed(
        writer,
        'media_sweep',
        sweep,
        succeeded(sweep, databaseTime(writer, nextRunAt, clock)),
      ),

    stopped: () => readStopped(reader),

    /** Records that the sweep needs a confirmation, or that it needs none any more. */
    async setStopped(count: SweepCount | null): Promise<void> {
      await writer
        .updateTable('media_sweep')
        .set({
          stopped_at: count && sql`coalesce(stopped_at, ${now()})`,
          stopped_listed: count?.listed ?? null,
          stopped_garbage: count?.garbage ?? null,
        })
        .execute()
    },

    /** Returns the ids of all files that an account shows; null if there is no such account. */
    shownFiles: (mediaId: string): Promise<ReadonlySet<string> | null> =>
      shownFiles(reader, mediaId),

    /** Records that a sweep found media of an account that the database does not have. */
    async markUnknown(mediaId: string, sweepId: string): Promise<void> {
      await writer
        .insertInto('unknown_media')
        .values({ media_id: mediaId, since: now(), sweep_id: sweepId })
        .onConflict((conflict) => conflict.column('media_id').doUpdateSet({ sweep_id: sweepId }))
        .execute()
    },

    /** Whether that was recorded at least seven days ago. */
    async isLongUnknown(mediaId: string): Promise<boolean> {
      const row = await writer
        .selectFrom('unknown_media')
        .select('since')
        .where('media_id', '=', mediaId)
        .where('since', '<=', sql<number>`${now()} - ${sql.lit(unknownMs)}`)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Deletes the marks of accounts that this sweep has found known or without media. */
    async forgetUnknown(exceptSweepId: string): Promise<void> {
      await writer.deleteFrom('unknown_media').where('sweep_id', '!=', exceptSweepId).execute()
    },
  }
}

/** Returns the sweep that needs a confirmation, with the database's time at which it stopped, or null. */
export async function readStopped(db: Db): Promise<(SweepCount & { since: number }) | null> {
  const row = await db
    .selectFrom('media_sweep')
    .select(['stopped_at', 'stopped_listed', 'stopped_garbage'])
    .executeTakeFirst()
  if (!row || row.stopped_at === null) return null
  return {
    since: row.stopped_at,
    listed: row.stopped_listed ?? 0,
    garbage: row.stopped_garbage ?? 0,
  }
}

interface SweepParts {
  database: { sweeps: MediaSweeps }
  media: Pick<MediaStore, 'list' | 'delete' | 'sweepDrafts'>
  clock(): number
  report: Report
}

/** Creates the handler that deletes the media that nothing shows, once in each grace period. */
export function mediaSweep(parts: SweepParts) {
  return async (sweep: ClaimedWork, signal: AbortSignal) => {
    const startedAt = parts.clock()
    // A database that has not swept for days may be an old copy: its first sweep waits, so that this can be noticed.
    const isOverdue = startedAt - sweep.runAt > 2 * graceMs
    if (!isOverdue) await runSweep(parts, { signal, isConfirmed: false })
    return { nextRunAt: startedAt + graceMs }
  }
}

/**
 * Yields each page of listed files with those that can be deleted: files that no post shows, past the grace period. Files of
 * an account that the database does not have must have been marked seven days ago; a sweep with an id marks them.
 */
export async function* findGarbage(
  { database: { sweeps }, media, clock }: Omit<SweepParts, 'report'>,
  signal: AbortSignal,
  sweepId?: string,
): AsyncGenerator<{ listed: number; garbage: Garbage[] }> {
  async function readAccount(mediaId: string) {
    // The time first: a file that becomes old while posts are read is for the next sweep.
    const now = clock()
    const shown = await sweeps.shownFiles(mediaId)
    if (shown) return { mediaId, now, shown, reason: 'not shown' as const }
    if (sweepId !== undefined) await sweeps.markUnknown(mediaId, sweepId)
    // Null while nothing of the account may be deleted.
    const reason = (await sweeps.isLongUnknown(mediaId)) ? ('unknown account' as const) : null
    return { mediaId, now, shown: new Set<string>(), reason }
  }

  // The account of the last key.
  let account = null as Awaited<ReturnType<typeof readAccount>> | null
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

/** A sweep that would delete more than both of these needs a confirmation. */
const largestShare = 1 / 5
const largestCount = 100

/**
 * Deletes originals, resized copies and drafts that nothing shows; see {@link findGarbage}. It lists all files twice:
 * first it counts, and deletes nothing without a confirmation if that would be more than a fifth of them and more than 100.
 * Once a sweep was stopped, the following ones only count until one is confirmed.
 *
 * It needs no lock, and two at a time do no harm: a file that is not shown half a grace period after it was stored is
 * never shown later (see shown-files.ts), so no deleted file is needed again.
 */
export async function runSweep(
  parts: SweepParts,
  { signal, isConfirmed }: { signal: AbortSignal; isConfirmed: boolean },
): Promise<SweepResult> {
  const { database, media, report } = parts
  const { sweeps } = database
  const sweepId = randomUUID()
  const wasStopped = (await sweeps.stopped()) !== null
  await media.sweepDrafts()
  let listed = 0
  let garbage = 0
  for await (const page of findGarbage(parts, signal, sweepId)) {
    listed += page.listed
    garbage += page.garbage.length
  }
  await sweeps.forgetUnknown(sweepId)
  const isMuch = garbage > largestCount && garbage > listed * largestShare
  let isStopped = garbage > 0 && !isConfirmed && (wasStopped || isMuch)
  let deleted = 0
  const byAccount = new Map<string, DeletedMedia>()
  try {
    if (garbage > 0 && !isStopped) {
      for await (const page of findGarbage(parts, signal)) {
        // More than was counted: the database has changed since.
        isStopped = !isConfirmed && deleted + page.garbage.length > Math.max(garbage, largestCount)
        if (isStopped) break
        await media.delete(page.garbage, ({ mediaId, reason }) => {
          deleted += 1
          const files = (byAccount.get(mediaId)?.files ?? 0) + 1
          byAccount.set(mediaId, { mediaId, files, reason })
        })
      }
    }
  } finally {
    // Also of a sweep that fails or is aborted.
    for (const each of byAccount.values()) report('deletedMedia', each)
  }
  const result = { listed, garbage, deleted, isStopped }
  if (isStopped) report('stoppedSweep', result)
  if (isStopped || wasStopped) await sweeps.setStopped(isStopped ? result : null)
  return result
}
