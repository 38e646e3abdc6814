import { UserError } from '@photofeed/core/node'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Replica } from './connections.ts'
import { explainConnecting, named, openPool, preparingOn } from './postgres.ts'
import type { Db } from './schema.ts'

/** How long a replica that failed is left alone. */
const pauseMs = 5000
// Short: while it waits for the replica, a request could be served by the primary.
const patience = { connect: 1000, statement: 1000, idle: 10_000, silence: 2000, read: 2000 }
/** The replica canceled a query because it applies a change of the primary. It is up. */
const conflict = '40001'

export interface ReplicaOptions {
  url: string
  /** Called when the replica fails, once until it works again. */
  onError(error: unknown): void
}

interface Primary {
  url: string
  reader: Db
  /** In milliseconds; only differences matter. */
  clock(): number
}

/** Opens a streaming replica of the primary. It may be down, now or later. */
export function openReplica(
  { url, onError }: ReplicaOptions,
  { url: primaryUrl, reader, clock }: Primary,
): Replica & { close(): Promise<void> } {
  const pages = { served: 0, behind: 0, unavailable: 0 }

  async function assertReplica(client: PoolClient): Promise<void> {
    const [primary] = (await sql<Identity>`${sql.raw(identity)}`.execute(reader)).rows
    const [own] = (await client.query<Identity>(identity)).rows
    if (!own?.isStandby || own.name !== primary?.name) throw notReplica()
  }

  function notReplica(): UserError {
    return new UserError(
      `The database ${named(url)} is not a streaming replica of ${named(primaryUrl)}. Check --database-replica.`,
    )
  }

  const pool = openPool(url, patience, assertReplica)
  const prepare = preparingOn(pool, { patience })
  let pausedUntil: number | null = null

  function pause(error: unknown): void {
    if (pausedUntil === null) onError(explainConnecting(url, error))
    pausedUntil = clock() + pauseMs
  }

  return {
    pages,
    prepare(query) {
      const run = prepare(query)
      const runUnlessPaused = async (parameters: readonly unknown[]) => {
        if (pausedUntil !== null) {
          if (clock() < pausedUntil) return null
          // One request tries it again; the others go on without it.
          pausedUntil = clock() + pauseMs
        }
        try {
          const rows = await run(parameters)
          pausedUntil = null
          return rows
        } catch (error) {
          if ((error as { code?: string }).code !== conflict) pause(error)
          return null
        }
      }
      return async (parameters) => {
        const rows = await runUnlessPaused(parameters)
        pages[rows === null ? 'unavailable' : rows.length === 0 ? 'behind' : 'served'] += 1
        return rows
      }
    },
    async lagBytes() {
      // The primary first: what it writes afterwards is not a delay.
      const [primary] = (
        await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(reader)
      ).rows
      try {
        const { rows } = await pool.query<{ isStandby: boolean; behind: number }>(lag, [
          primary?.lsn,
        ])
        // One that was promoted keeps its connections.
        if (!rows[0]?.isStandby) throw notReplica()
        return Math.max(0, rows[0].behind)
      } catch (error) {
        throw explainConnecting(url, error)
      }
    },
    close: () => pool.end(),
  }
}

interface Identity {
  /** Equal for a database and everything that was copied from it, byte by byte. */
  name: string
  isStandby: boolean
}

const identity = `
  select system_identifier || ' ' || current_database() as name, pg_is_in_recovery() as "isStandby"
  from pg_control_system()`

const lag = `
  select pg_is_in_recovery() as "isStandby", pg_wal_lsn_diff($1, pg_last_wal_replay_lsn())::float8 as behind`
