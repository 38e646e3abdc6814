import { type PlanName, plans } from '@photofeed/openapi'
import { createSqlConnections } from '../accounts/sql-connections.ts'
import { createSqlJobQueue } from '../jobs/sql-job-queue.ts'
import { createSweepQueue } from '../jobs/sweep-queue.ts'
import { createSqlOutbox } from '../outbox/sql-outbox.ts'
import { createSqlRefreshes } from '../refresh/refreshes.ts'
import { createFeedWriter } from './feed-writer.ts'
import { createKeyRing } from './key-ring.ts'
import type { Database } from './ports.ts'
import { createSecretBox } from './secret-box.ts'
import { createSqlStore } from './sql-store.ts'
import { openSqlite } from './sqlite-connections.ts'

export interface DatabaseOptions {
  /** A file of SQLite, which is created when it is missing, or the address of a PostgreSQL database: postgres://... */
  at: string
  /** Encrypts the API keys; long and random, and the same each time the database is opened. */
  secret: string
  /** The one before, while what it encrypted is encrypted anew. */
  previousSecret?: string | undefined
  clock?: () => number
  /** How many accounts Free connects; the contract's number by default. */
  freeAccounts?: number | undefined
}

/** Opens the database and brings its tables up to date. */
export async function openDatabase({
  at,
  secret,
  previousSecret,
  clock = Date.now,
  freeAccounts = plans.free.connectedAccounts,
}: DatabaseOptions): Promise<Database> {
  const secretBox = createSecretBox(secret, previousSecret)
  const connections = isPostgres(at) ? await openPostgres(at) : await openSqlite(at)
  const { reader, writer, close } = connections
  const sealed = { reader, writer, secretBox, clock }
  const accountLimit = (plan: PlanName) =>
    plan === 'free' ? freeAccounts : plans[plan].connectedAccounts
  return {
    store: createSqlStore(connections),
    feeds: createFeedWriter(reader, writer, clock),
    keys: createKeyRing(sealed),
    jobs: createSqlJobQueue(connections, clock),
    outbox: createSqlOutbox(connections, clock),
    sweeps: createSweepQueue(connections, clock),
    connections: createSqlConnections({ ...sealed, accountLimit }),
    refreshes: createSqlRefreshes(sealed),
    tables: { db: writer, reader, engine: connections.engine.name },
    close,
  }
}

export function isPostgres(at: string): boolean {
  return /^postgres(ql)?:\/\//.test(at)
}

/** Loaded on demand: most servers run on SQLite, and start sooner. */
async function openPostgres(url: string) {
  const postgres = await import('./postgres-connections.ts')
  return postgres.openPostgres(url)
}
