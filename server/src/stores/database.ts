import { sql } from 'kysely'
import { type DatabaseSettings, databaseDefaults } from './engine/database-settings.ts'
import {
  assertSameClock,
  type DatabaseHandles,
  type Engine,
  type OpenOptions,
  postgresEngine,
  sqliteEngine,
} from './engine/engine.ts'
import { openSqlite } from './engine/open-sqlite.ts'
import { isPostgres } from './engine/postgres-address.ts'
import type { Db } from './engine/schema.ts'
import { createSecretBox } from './engine/secret-box.ts'
import { createAccounts } from './service/account-overview.ts'
import { createKeyRing } from './service/api-keys.ts'
import { createAttemptStore } from './service/attempts.ts'
import { createAccountConnections } from './service/connections.ts'
import { createDeletionRequests, deleteAccount } from './service/deletions.ts'
import { createFeeds } from './service/feeds.ts'
import { createHealth } from './service/health.ts'
import { createMediaFiles } from './service/media-files.ts'
import { changePlan, findOwner, readOwners } from './service/owner-overview.ts'
import { createOwnerStore } from './service/owners.ts'
import { createRefreshes } from './service/refreshes.ts'
import { assertSecretMatches } from './service/sealed-values.ts'
import { createSessionStore } from './service/sessions.ts'
import { createWorkQueue } from './service/work.ts'
import { createHasSizes, createSqlStore } from './sql-store.ts'

/** Options of {@link openDatabase}. */
export interface DatabaseOptions {
  /** A SQLite file, which is created if it is missing, or the address of a PostgreSQL database: postgres://... */
  at: string
  /**
   * Encrypts API keys and tokens. Long and random, and the same each time the database is opened. A function gets what is
   * stored.
   */
  secret: string | ((db: Db) => Promise<string>)
  /** The defaults, if there are none. */
  settings?: DatabaseSettings
  /** The clock of this process; `Date.now` by default. */
  clock?: () => number
  /** Replaces the database's clock, which decides when jobs are due and leases end. For tests with a fixed time. */
  databaseClock?: (() => number) | undefined
  /** Whether a cache in front of the API has to be purged when responses change; true by default. */
  purgesEdge?: boolean | undefined
  /** Other migrations than ours, for tests. */
  migrations?: OpenOptions['migrations']
}

/** The functions over an open database, for the read API, refreshes, the dashboard and commands. */
export type Database = Awaited<ReturnType<typeof openDatabase>>

/** Opens the database, and creates its tables if it has none. */
export async function openDatabase({
  at,
  secret,
  settings = databaseDefaults,
  clock = Date.now,
  databaseClock,
  purgesEdge = true,
  migrations,
}: DatabaseOptions) {
  const engine = { ...(isPostgres(at) ? postgresEngine : sqliteEngine), purgesEdge }
  if (databaseClock) engine.now = () => sql`${sql.lit(databaseClock())}`
  const { role, previousSecret, databaseConnections } = settings
  const connections = role === 'all' ? Math.floor(databaseConnections / 2) : databaseConnections
  const handles = await open(at, { engine, connections, migrations })
  const { db } = handles
  async function closeAndThrow(error: unknown): Promise<never> {
    await handles.close()
    throw error
  }
  const secretBox = createSecretBox(
    typeof secret === 'string' ? secret : await secret(db).catch(closeAndThrow),
    previousSecret,
  )
  const parts = { db, secretBox, settings, clock }
  return {
    store: createSqlStore(handles, clock),
    hasSizes: createHasSizes(handles),
    keys: createKeyRing(parts),
    work: createWorkQueue(parts),
    accounts: {
      ...createAccounts(parts),
      delete: (accountId: number) => deleteAccount(db, accountId),
    },
    feeds: createFeeds({ ...parts, prepare: handles.prepare, dataVersion: handles.dataVersion }),
    health: createHealth(handles),
    files: createMediaFiles(parts),
    deletions: createDeletionRequests(parts),
    connections: createAccountConnections(parts),
    owners: {
      ...createOwnerStore(parts),
      list: readOwners.bind(null, db),
      find: findOwner.bind(null, db),
      changePlan: changePlan.bind(null, db),
    },
    sessions: createSessionStore(parts),
    attempts: createAttemptStore(parts),
    refreshes: createRefreshes(parts),
    /** Throws a UserError if the clock of this process differs from the database's, or the secret from that of stored keys. */
    async assertUsable(): Promise<void> {
      await assertSameClock(db, clock)
      await assertSecretMatches(db, secretBox)
    },
    engine: handles.engine.name,
    /** For tests, and rooms of this folder. */
    tables: { db, engine: handles.engine.name },
    close: handles.close,
  }
}

async function open(
  at: string,
  options: OpenOptions & { engine: Engine },
): Promise<DatabaseHandles> {
  if (options.engine.name === 'sqlite') return openSqlite(at, options)
  // Loaded on demand: most servers run on SQLite, and start faster without it.
  const { openPostgres } = await import('./engine/postgres.ts')
  return openPostgres(at, options)
}
