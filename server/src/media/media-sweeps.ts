import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { databaseTime, engineOf } from '../db/engine.ts'
import type { Db } from '../db/schema.ts'
import { type ClaimedWork, createLeases, succeeded, updateClaimed } from '../jobs/leases.ts'
import type { StoreIdentity } from './media-owner.ts'
import type { SweepCount } from './media-sweep.ts'
import { shownFiles } from './shown-files.ts'

const dayMs = 86_400_000
/** How long media of an unknown account stay after a sweep has found them. */
const unknownMs = 7 * dayMs

/** A sweep that needs a confirmation. */
export interface StoppedSweep extends SweepCount {
  /** Milliseconds since the epoch, by the database's clock. */
  since: number
}

export type MediaSweeps = ReturnType<typeof createMediaSweeps>

/** Creates the queue of the media sweep: one row, which all processes that share the database share. */
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

    shownFiles: (mediaId: string) => shownFiles(reader, mediaId),

    async markUnknown(mediaId: string, sweepId: string): Promise<void> {
      await writer
        .insertInto('unknown_media')
        .values({ media_id: mediaId, since: now(), sweep_id: sweepId })
        .onConflict((conflict) => conflict.column('media_id').doUpdateSet({ sweep_id: sweepId }))
        .execute()
    },

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

/** Returns the sweep that needs a confirmation, or null. */
export async function readStopped(db: Db): Promise<StoppedSweep | null> {
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

/** Returns the identity of the database's media store, or null before it has one. */
export async function readStoreIdentity(db: Db): Promise<StoreIdentity | null> {
  const row = await db.selectFrom('media_store').selectAll().executeTakeFirst()
  if (!row) return null
  return { storeId: row.store_id, hasPlace: row.has_place === 1, copiedFrom: row.copied_from }
}

/** Gives a backup a media place of its own, which contains its id. */
export async function replaceStoreIdentity(
  db: Db,
  { storeId, copiedFrom }: Omit<StoreIdentity, 'hasPlace'>,
): Promise<void> {
  const columns = { store_id: storeId, has_place: 1, copied_from: copiedFrom }
  await db
    .insertInto('media_store')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

/** Creates the functions over the identity of the database's media store, which the first read adds. */
export function createStoreIdentities(db: Db) {
  return {
    async read(): Promise<StoreIdentity> {
      await db
        .insertInto('media_store')
        .values({ id: 1, store_id: randomUUID() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      const identity = await readStoreIdentity(db)
      if (!identity) throw new Error('The row of the media store is missing.')
      return identity
    },
    async recordPlace(): Promise<void> {
      await db.deleteFrom('unknown_media').execute()
      await db.updateTable('media_store').set({ has_place: 1 }).execute()
    },
  }
}
