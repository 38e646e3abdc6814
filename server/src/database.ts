import { existsSync } from 'node:fs'
import { type PlanName, plans } from '@photofeed/openapi'
import { Kysely, sql } from 'kysely'
import { createAccounts } from './stores/account-overview.ts'
import { createKeyRing } from './stores/api-keys.ts'
import { createAttemptStore } from './stores/attempts.ts'
import { createAccountConnections } from './stores/connections.ts'
import { createDeletionRequests, deleteAccount } from './stores/deletions.ts'
import {
  type DatabaseHandles,
  type Engine,
  type OpenOptions,
  postgresEngine,
  sqliteEngine,
} from './stores/engine.ts'
import { createHealth } from './stores/health.ts'
import { createMediaFiles } from './stores/media-files.ts'
import { createHasSizes } from './stores/media-plans.ts'
import { explainOpening, openFile, openSqlite } from './stores/open-sqlite.ts'
import { createOwnerData } from './stores/owner-data.ts'
import { changePlan, findOwner, readOwners } from './stores/owner-overview.ts'
import { createOwnerStore } from './stores/owners.ts'
import { isPostgres } from './stores/postgres-address.ts'
import { createRefreshes } from './stores/refreshes.ts'
import type { Db, Tables } from './stores/schema.ts'
import { createSecretBox } from './stores/secret-box.ts'
import { createSessionStore } from './stores/sessions.ts'
import { createSqlStore } from './stores/sql-store.ts'
import { sqliteDialect } from './stores/sqlite.ts'
import { createWorkQueue } from './stores/work.ts'
import { type JobFilter, readJobs } from './stores/work-overview.ts'

interface DatabaseOptions {
  /** A SQLite file, which is created if it is missing, or the address of a PostgreSQL database: postgres://... */
  at: string
  /**
   * Encrypts API keys and tokens. Long and random, and the same each time the database is opened. A function gets the
   * open database.
   */
  secret: string | ((db: Db) => Promise<string>)
  /** The previous secret during a rotation. */
  previousSecret?: string | undefined
  /** Whether tables of an older version may be changed; true by default. New tables are always created. */
  migrate?: boolean | undefined
  /** The clock of this process; `Date.now` by default. */
  clock?: () => number
  /** Replaces the database's clock, which decides when jobs are due and leases end. For tests with a fixed time. */
  databaseClock?: (() => number) | undefined
  /** Whether a cache in front of the API has to be purged when responses change; true by default. */
  purgesEdge?: boolean | undefined
  /** How many accounts an owner on Free may connect; the contract's number by default. */
  freeAccounts?: number | undefined
  /** How many connections to PostgreSQL are open at most; 10 by default. */
  connections?: number | undefined
}

/** The functions over an open database, for the read API, refreshes, the dashboard and commands. */
export type Database = Awaited<ReturnType<typeof openDatabase>>

/** Opens the database, and creates or migrates its tables. */
export async function openDatabase({
  at,
  secret,
  previousSecret,
  migrate = true,
  clock = Date.now,
  databaseClock,
  purgesEdge = true,
  freeAccounts = plans.free.connectedAccounts,
  connections,
}: DatabaseOptions) {
  const engine = { ...(isPostgres(at) ? postgresEngine : sqliteEngine), purgesEdge }
  if (databaseClock) engine.now = () => sql`${sql.lit(databaseClock())}`
  const handles = await open(at, { engine, mayMigrate: migrate, connections })
  const { reader, writer } = handles
  async function closeAndThrow(error: unknown): Promise<never> {
    await handles.close()
    throw error
  }
  const secretBox = createSecretBox(
    typeof secret === 'string' ? secret : await secret(reader).catch(closeAndThrow),
    previousSecret,
  )
  const sealed = { reader, writer, secretBox, clock }
  const accountLimit = (plan: PlanName) =>
    plan === 'free' ? freeAccounts : plans[plan].connectedAccounts
  const accountConnections = createAccountConnections(sealed, accountLimit)
  return {
    store: createSqlStore(handles),
    hasSizes: createHasSizes(handles),
    keys: createKeyRing(sealed),
    work: { ...createWorkQueue(writer), list: (filter?: JobFilter) => readJobs(reader, filter) },
    accounts: {
      ...createAccounts(reader),
      delete: (accountId: number) => deleteAccount(writer, accountId),
    },
    health: createHealth({ reader, writer }),
    files: createMediaFiles({ reader, writer, clock }),
    deletions: createDeletionRequests(writer),
    connections: accountConnections,
    owners: {
      ...createOwnerStore(writer, accountConnections),
      list: (limit?: number) => readOwners(reader, limit),
      find: (email: string) => findOwner(reader, email),
      changePlan: (change: { email: string; plan: PlanName }) => changePlan(writer, change),
    },
    sessions: createSessionStore(writer),
    attempts: createAttemptStore(writer),
    ownerData: createOwnerData(reader),
    refreshes: createRefreshes(sealed),
    /** For queries of other folders. A select outside of a transaction does not wait for writers. */
    migrated: handles.migrated,
    poolUse: handles.poolUse,
    tables: { db: writer, reader, engine: handles.engine.name },
    close: handles.close,
  }
}

async function open(
  at: string,
  options: OpenOptions & { engine: Engine },
): Promise<DatabaseHandles> {
  if (options.engine.name === 'sqlite') return openSqlite(at, options)
  // Loaded on demand: most servers run on SQLite, and start faster without it.
  const { openPostgres } = await import('./stores/postgres.ts')
  return openPostgres(at, options)
}

/**
 * Opens an existing database, whose tables may be those of an older version, without changing it. Returns null if it does
 * not exist. `explain` explains an error of the driver in one sentence, with what to do.
 */
export async function openUnmigrated(at: string) {
  if (!isPostgres(at)) {
    if (!existsSync(at)) return null
    const file = openFile(at, { readOnly: false })
    return {
      db: new Kysely<Tables>({ dialect: sqliteDialect(sqliteEngine, file) }),
      explain: (error: unknown) => explainOpening(at, error),
      [Symbol.asyncDispose]: async () => file.close(),
    }
  }
  const { explainConnecting, openKysely, openPool } = await import('./stores/postgres.ts')
  // Connects as `start` does, so that the same errors occur here.
  const db = openKysely(openPool(at), postgresEngine)
  return {
    db,
    explain: (error: unknown) => explainConnecting(at, error),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

/** Runs a function on an existing database as it is; see {@link openUnmigrated}. Explains its errors. Returns null without one. */
export async function readUnmigrated<T>(
  at: string,
  read: (db: Db) => Promise<T>,
): Promise<T | null> {
  await using found = await openUnmigrated(at)
  if (!found) return null
  return await read(found.db).catch((error: unknown) => {
    throw found.explain(error)
  })
}
