import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { openPool } from './postgres.ts'
import { explainConnecting } from './postgres-address.ts'

/** Waits until the database responds, and with several servers until one accepts writes. Calls `report` with a sentence if it has to wait. */
export async function waitForPostgres(
  url: string,
  report: (sentence: string) => void,
): Promise<void> {
  const pool = openPool(url)
  try {
    for (let isFirst = true; ; isFirst = false) {
      try {
        const client = await pool.connect()
        return client.release()
      } catch (error) {
        const explained = explainConnecting(url, error)
        if (!isOutage(error)) throw explained
        if (isFirst) report(`${explained.message} The server starts as soon as it responds.`)
        await setTimeout(1000)
      }
    }
  } finally {
    await pool.end()
  }
}

/** Whether the server may respond later: it did not reject the user, the password or the name. */
export function isOutage(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return error instanceof pg.DatabaseError ? /^(?:53|57)/.test(code) : code !== 'ENOTFOUND'
}
