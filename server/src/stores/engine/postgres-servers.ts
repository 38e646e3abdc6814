import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { serversOf } from './postgres-address.ts'

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
function isOutage(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return error instanceof pg.DatabaseError ? /^(?:53|57)/.test(code) : code !== 'ENOTFOUND'
}

/** Waits while no server of the address responds and accepts writes. Calls `onWait` with the first error. */
export async function waitForWritable(
  url: string,
  onWait: (error: unknown) => void,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return void (await findWritable(serversOf(url)))
    } catch (error) {
      if (!isOutage(error)) throw error
      if (isFirst) onWait(error)
      await setTimeout(1000)
    }
  }
}
