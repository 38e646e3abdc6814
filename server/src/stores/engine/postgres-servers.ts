import { setTimeout } from 'node:timers/promises'
import { UserError } from '@photofeed/core/node'
import pg from 'pg'
import { named, serversOf } from './postgres-address.ts'

const limits = { connectionTimeoutMillis: 5000, query_timeout: 5000 }

/** Like `target_session_attrs=read-write` of libpq. */
export async function assertWritable(client: pg.ClientBase): Promise<void> {
  const query = { text: 'show transaction_read_only', query_timeout: limits.query_timeout }
  const { rows } = await client.query<{ transaction_read_only: string }>(query)
  if (rows[0]?.transaction_read_only === 'off') return
  throw Object.assign(new Error('The server accepts no writes.'), { code: '25006' })
}

/** Returns the server that accepts writes. Rejects with the error of one of them if none does. */
export async function findWritable(servers: readonly string[]): Promise<string> {
  async function check(connectionString: string): Promise<string> {
    const client = new pg.Client({ connectionString, ...limits })
    client.on('error', () => {})
    try {
      await client.connect()
      await assertWritable(client)
      return connectionString
    } finally {
      void client.end().catch(() => {})
    }
  }
  return Promise.any(servers.map(check)).catch(({ errors }: AggregateError) => {
    throw errors.find(isOutage) ?? errors[0]
  })
}

/** Whether the server may respond later: it did not reject the user, the password or the name. */
export function isOutage(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return error instanceof pg.DatabaseError ? /^(?:53|57)/.test(code) : code !== 'ENOTFOUND'
}

/** Waits until the database responds and accepts writes. Calls `report` with a sentence if it has to wait. */
export async function waitForPostgres(
  url: string,
  report: (sentence: string) => void,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return void (await findWritable(serversOf(url)))
    } catch (error) {
      const explained = explainConnecting(url, error)
      if (!isOutage(error)) throw explained
      if (isFirst) report(`${explained.message} The server starts as soon as it responds.`)
      await setTimeout(1000)
    }
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html, and those of the operating system.
const explanations: Record<string, string> = {
  ECONNREFUSED: 'does not respond; check host and port, and that it is started',
  ENOTFOUND: 'is on an unknown host; check the host name',
  ETIMEDOUT: 'does not respond in time; check host, port and firewall',
  '28P01': 'rejects the password; check user and password',
  '28000': 'rejects the user; check the user name and pg_hba.conf',
  '3D000': 'does not exist; create it first',
  '42501': 'does not let this user create tables; grant it that permission',
  '25006': 'is read-only; set the address of the primary, or promote a standby',
}

/** One sentence that names the database without its password. */
export function explainConnecting(url: string, error: unknown): Error {
  if (error instanceof UserError) return error
  const { code = '', message } = error as Error & { code?: string }
  const explanation = explanations[code] ?? `cannot be opened: ${message}`
  return new UserError(`The database ${named(url)} ${explanation}.`, { cause: error })
}
