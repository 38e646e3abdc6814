import type { Connections } from './connections.ts'
import { databaseTime } from './engine.ts'
import { type ClaimedWork, createLeases } from './leases.ts'

export interface ClaimedSweep extends ClaimedWork {
  /** The last key that the sweep has seen; '' at its start. */
  after: string
}

export type MediaSweeps = ReturnType<typeof createMediaSweeps>

/** Creates the queue of the media sweep: one row, which all processes that share the database share. */
export function createMediaSweeps(connections: Pick<Connections, 'writer'>, clock: () => number) {
  const { writer } = connections
  const { renew, fail, ...leases } = createLeases(connections, clock, 'media_sweep')
  const rowOf = ({ id, fence }: ClaimedWork) =>
    writer.updateTable('media_sweep').where('id', '=', id).where('fence', '=', fence)

  return {
    renew,
    fail,

    /** Claims the sweep if it is due. The first claim adds the row. */
    async claim(limit: number, leaseMs: number): Promise<ClaimedSweep[]> {
      const row = { run_at: 0, lease_until: 0, attempts: 0, fence: 0, last_error: null, after: '' }
      await writer
        .insertInto('media_sweep')
        .values({ id: 1, kind: 'sweep', ...row })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      return leases.claim(limit, leaseMs)
    },

    /** Ends a sweep that succeeded. Returns false if its lease was lost. */
    async complete(sweep: ClaimedSweep, { nextRunAt }: { nextRunAt: number }): Promise<boolean> {
      const { numUpdatedRows } = await rowOf(sweep)
        .set({
          run_at: databaseTime(writer, nextRunAt, clock),
          lease_until: 0,
          attempts: 0,
          last_error: null,
          after: '',
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Stores the last key that a sweep has seen, so that an interrupted one continues there. */
    async advance(sweep: ClaimedSweep, after: string): Promise<void> {
      await rowOf(sweep).set({ after }).execute()
    },
  }
}
