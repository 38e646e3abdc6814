import { databaseTime } from './engine.ts'
import { type ClaimedWork, createLeases, succeeded, updateClaimed } from './leases.ts'
import type { Db } from './schema.ts'

export interface ClaimedSweep extends ClaimedWork {
  /** The last key that the sweep has seen; '' at its start. */
  after: string
}

/** Creates the queue of the media sweep: one row, which all processes that share the database share. */
export function createMediaSweeps(writer: Db, clock: () => number) {
  const { renew, fail, claim } = createLeases<ClaimedSweep>(writer, clock, 'media_sweep', ['after'])
  const update = (sweep: ClaimedSweep, changes: object) =>
    updateClaimed(writer, 'media_sweep', sweep, changes)

  return {
    renew,
    fail,

    /** Claims the sweep if it is due. The first claim adds the row. */
    async claim(limit: number, leaseMs: number): Promise<ClaimedSweep[]> {
      await writer
        .insertInto('media_sweep')
        .values({ id: 1, kind: 'sweep', run_at: 0 })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      return claim(limit, leaseMs)
    },

    /** Ends a sweep that succeeded. Returns false if its lease was lost. */
    complete: (sweep: ClaimedSweep, { nextRunAt }: { nextRunAt: number }): Promise<boolean> =>
      update(sweep, { ...succeeded(sweep, databaseTime(writer, nextRunAt, clock)), after: '' }),

    /** Stores the last key that a sweep has seen, so that an interrupted one continues there. */
    advance: (sweep: ClaimedSweep, after: string) => update(sweep, { after }),
  }
}
