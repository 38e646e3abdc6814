import { hash } from 'node:crypto'
import { StoreOverloaded } from '@photofeed/core'
import type pg from 'pg'
import type { DatabaseHandles } from './engine.ts'
import { defaultTimeouts, type PostgresPool, type PostgresTimeouts } from './postgres-pool.ts'

/** How many reads share a connection: a write to it costs more than a query, but each of them waits for those before it. */
const mostShared = 4
/** A read that another one holds up for so long is sent again, on a connection of its own. */
const heldUpMs = 50

/** A connection of reads that were sent together. */
interface SharedConnection {
  client: pg.PoolClient
  sent: number
  unfinished: number
  broken: boolean
  /** Sends each read again that waits for the first one. */
  behind: Set<() => void>
}

/** Prepares queries by name. Those that arrive before a connection is free are sent together. */
export function preparingOn(
  pool: PostgresPool,
  { read: limitMs }: PostgresTimeouts = defaultTimeouts,
): DatabaseHandles['prepare'] {
  let next: { connection: Promise<SharedConnection>; readers: number } | null = null

  async function connect(): Promise<SharedConnection> {
    const client = await pool.connect(limitMs)
    pool.writeTogether(client)
    return { client, sent: 0, unfinished: 0, broken: false, behind: new Set() }
  }

  function share(): Promise<SharedConnection> {
    if (!next || next.readers >= mostShared) {
      const opened = { connection: connect(), readers: 0 }
      next = opened
      const close = () => {
        if (next === opened) next = null
      }
      opened.connection.then(close, close)
    }
    next.readers += 1
    return next.connection
  }

  /** PostgreSQL cancels a read in time. Only a server that is silent lets the connection close. */
  async function send(shared: SharedConnection, query: pg.QueryArrayConfig): Promise<unknown[][]> {
    shared.sent += 1
    shared.unfinished += 1
    try {
      const query_timeout = shared.sent * limitMs + 1000
      return (await shared.client.query<unknown[]>({ ...query, query_timeout } as typeof query))
        .rows
    } catch (error) {
      // The connection may be broken, or lack the prepared statement.
      shared.broken = true
      throw error
    } finally {
      shared.unfinished -= 1
      if (shared.unfinished === 0) shared.client.release(shared.broken)
    }
  }

  const sendAlone = async (query: pg.QueryArrayConfig) => send(await connect(), query)

  /** Sends a read behind others. What only they delay, or break, is sent again. */
  function sendBehind(shared: SharedConnection, query: pg.QueryArrayConfig): Promise<unknown[][]> {
    return new Promise((resolve, reject) => {
      const sendAgain = () => sendAlone(query).then(resolve, reject)
      send(shared, query)
        .then(resolve, (error) => (isCanceled(error) ? reject(error) : sendAgain()))
        .finally(() => shared.behind.delete(sendAgain))
      if (shared.behind.size === 0) setTimeout(releaseHeldUp, heldUpMs, shared).unref()
      shared.behind.add(sendAgain)
    })
  }

  function releaseHeldUp(shared: SharedConnection): void {
    if (shared.behind.size === 0) return
    if (!pool.hasFree()) return void setTimeout(releaseHeldUp, heldUpMs, shared).unref()
    for (const sendAgain of shared.behind) sendAgain()
    shared.behind.clear()
  }

  return ({ sql: text }) => {
    // Other versions of this service may share the connections of a proxy.
    const name = `photofeed_${hash('sha256', text).slice(0, 16)}`
    return async (parameters) => {
      const query = { name, text, values: [...parameters], rowMode: 'array' as const }
      try {
        const shared = await share()
        return await (shared.sent === 0 ? send(shared, query) : sendBehind(shared, query))
      } catch (error) {
        throw isOverload(error)
          ? new StoreOverloaded('The database took too long.', { cause: error })
          : error
      }
    }
  }
}

/** Whether PostgreSQL canceled a statement because it took too long or waited for a lock. */
const isCanceled = (error: unknown) => ['57014', '55P03'].includes((error as { code: string }).code)

/** Whether a statement was canceled, or no connection became free. */
const isOverload = (error: unknown) =>
  isCanceled(error) || (error as Error).message === 'timeout exceeded when trying to connect'
