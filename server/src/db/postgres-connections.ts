import { UserError } from '@photofeed/core/node'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { alwaysChanged } from './commit-watch.ts'
import type { Connections } from './connections.ts'
import { postgresEngine } from './engine.ts'
import { migrate } from './migrations.ts'
import type { Tables } from './schema.ts'

const poolSize = 10
const connectMs = 5000
const statementMs = 30_000

// PostgreSQL's int8, which `pg` gives as text: our times and counts are far below what a number holds.
const int8 = 20

/** Opens a PostgreSQL database and brings its tables up to date; explains in one sentence why it cannot. */
export async function openPostgres(url: string): Promise<Connections> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    types: {
      getTypeParser: (type, format) =>
        type === int8 ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
  })
  // A connection that breaks while nobody uses it is replaced by the next one that is asked for.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrate(db, postgresEngine)
    return {
      engine: postgresEngine,
      reader: db,
      writer: db,
      commits: alwaysChanged,
      close: () => db.destroy(),
    }
  } catch (error) {
    await db.destroy()
    throw explainConnecting(url, error)
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html, and those of the operating system.
const explanations: Record<string, string> = {
  ECONNREFUSED: 'does not answer; check host and port, and that it is started',
  ENOTFOUND: 'is on a host that is not known; check the host name',
  ETIMEDOUT: 'does not answer in time; check host, port and firewall',
  '28P01': 'refuses the password; check user and password',
  '28000': 'refuses the user; check the user name and pg_hba.conf',
  '3D000': 'does not exist; create it first',
  '42501': 'does not let this user create tables; grant it the right to',
}

/** One sentence that names the database without its password. */
function explainConnecting(url: string, error: unknown): Error {
  if (error instanceof UserError) return error
  const { code = '', message } = error as Error & { code?: string }
  const explanation = message.includes('previously executed migration')
    ? 'was written by a newer photofeed-server; start that version or name another database'
    : (explanations[code] ?? `cannot be opened: ${message}`)
  return new UserError(`The database ${named(url)} ${explanation}.`, { cause: error })
}

function named(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.host}${parsed.pathname}` : 'of that address'
}
