import type { Connections } from '../db/connections.ts'
import { databaseTime } from '../db/engine.ts'
import { createLeases, type Held } from './leases.ts'
import type { WorkQueue } from './work-runner.ts'

export interface ClaimedSweep extends Held {
  /** The last key that the sweep has seen; '' at its start. */
  after: string
}

/** The sweep of media. Every process that shares the database shares it. */
export interface SweepQueue extends WorkQueue<ClaimedSweep, { nextRunAt: number }> {
  /** Stores how far a sweep is, so that one that is interrupted continues there. */
  advance(sweep: ClaimedSweep, after: string): Promise<void>
  /** When the next sweep is due, in milliseconds since the epoch; 0 before the first one. */
  nextRunAt(): Promise<number>
}

/** The sweep in the database: one row, which the first claim adds. */
export function createSweepQueue(
  connections: Pick<Connections, 'reader' | 'writer'>,
  clock: () => number,
): SweepQueue {
  const { reader, writer } = connections
  const leases = createLeases(connections, clock, 'media_sweep')
  const rowOf = ({ id, fence }: Held) =>
    writer.updateTable('media_sweep').where('id', '=', id).where('fence', '=', fence)

  return {
    renew: leases.renew,
    fail: leases.fail,

    async claim(limit, leaseMs) {
      const none = { run_at: 0, lease_until: 0, attempts: 0, fence: 0, last_error: null, after: '' }
      await writer
        .insertInto('media_sweep')
        .values({ id: 1, kind: 'sweep', ...none })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      return leases.claim(limit, leaseMs)
    },

    async complete(sweep, { nextRunAt }) {
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

    async advance(sweep, after) {
      await rowOf(sweep).set({ after }).execute()
    },

    async nextRunAt() {
      const row = await reader.selectFrom('media_sweep').select('run_at').executeTakeFirst()
      return row?.run_at ?? 0
    },
  }
}
