import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlanName } from '@photofeed/openapi'
import { sql } from 'kysely'
import { afterEach, describe } from 'vitest'
import type { AccountFeed } from '../../../core/test/store/index.ts'
import { scope } from '../../../test-support/scope.ts'
import { type Database, openDatabase } from '../../src/stores/database.ts'
import type { Db } from '../../src/stores/engine/schema.ts'
import { openAsItIs } from '../../src/stores/stored-data.ts'
import { deleteRows, type PostgresCluster, sharedPostgres } from './postgres/postgres.ts'
import { type Feed, saveAccount } from './seed.ts'

export const testSecret = 'a secret for tests'

const inMemory = ':memory:'

interface DatabaseSource {
  /** Returns the address of a new database. */
  make(): Promise<string>
  /** Returns the address of a new database without tables. */
  bare(): Promise<string>
  /** Returns an open database without its rows, or null if only a new one has none. */
  empty(database: Database): Promise<Database | null>
  /** Databases without rows that no test uses. */
  unused: string[]
}

const memory: DatabaseSource = {
  make: async () => inMemory,
  bare: async () => inMemory,
  empty: async () => null,
  unused: [],
}

/** In the shared PostgreSQL. What one test file has used, the next ones in this process use again. */
export const postgres: DatabaseSource = {
  async make() {
    const cluster = await sharedPostgres()
    template ??= withTables(cluster)
    return cluster.create(await template)
  },
  bare: async () => (await sharedPostgres()).create(),
  async empty(database) {
    await sql.raw(deleteRows).execute(database.tables.db)
    return database
  },
  unused: [],
}

/** The address of a database with our tables. */
let template: Promise<string> | undefined

async function withTables(cluster: PostgresCluster): Promise<string> {
  const at = await cluster.create()
  await (await openDatabase({ at, secret: testSecret })).close()
  return at
}

type Databases = ReturnType<typeof testDatabases>

/** Runs tests on SQLite, and unless they are unit tests on databases of their own in the shared PostgreSQL. */
export function onBothDatabases(
  tests: (databases: Databases, name: 'SQLite' | 'PostgreSQL') => void,
): void {
  describe('on SQLite', () => tests(testDatabases(), 'SQLite'))
  describe.skipIf(scope === 'unit')('on PostgreSQL', () =>
    tests(testDatabases(postgres), 'PostgreSQL'),
  )
}

/**
 * Runs tests on SQLite, and in `npm run test:long` on PostgreSQL too: for code above the queries, whose own tests show
 * that both databases behave the same.
 */
export function onBothDatabasesInLongRuns(tests: (databases: Databases) => void): void {
  if (scope === 'long') onBothDatabases(tests)
  else describe('on SQLite', () => tests(testDatabases()))
}

/** Opens databases that are closed, and folders that are removed, when the test is over. */
export function testDatabases({ make, bare, empty, unused }: DatabaseSource = memory) {
  let reused: Database | null = null
  const cleanUp: (() => Promise<void>)[] = []
  async function close() {
    reused = null
    for (const step of cleanUp.splice(0).reverse()) await step()
  }
  afterEach(close)
  return {
    /** Closes what is open before the test is over, so that the next one may take its place. */
    close,
    async open({ at = '', secret = testSecret, clock = (): number => 0 } = {}): Promise<Database> {
      const place = at || (unused.pop() ?? (await make()))
      const database = await openDatabase({ at: place, secret, clock, databaseClock: clock })
      cleanUp.push(async () => {
        // One that a test has closed or broken is not used again.
        const emptied = at === '' && (await empty(database).catch(() => null))
        await database.close()
        if (emptied) unused.push(place)
      })
      return database
    },
    /** Opens a database with the first call in a test, and deletes its rows with each further one. */
    async reuse(): Promise<Database> {
      reused &&= await empty(reused)
      if (!reused) await close()
      reused ??= await this.open()
      return reused
    },
    /** Where a new database may be opened several times. */
    async place(): Promise<string> {
      const at = await make()
      return at === inMemory ? join(await this.folder(), 'feeds.db') : at
    },
    /** Where a new database without tables may be opened several times. */
    async bare(): Promise<string> {
      const at = await bare()
      return at === inMemory ? join(await this.folder(), 'feeds.db') : at
    },
    /** A new folder of its own. */
    async folder(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'photofeed-db-'))
      cleanUp.push(() => rm(folder, { recursive: true }))
      return folder
    },
  }
}

/** The feed as `saveFeed` takes it. */
export function imported({ account, posts }: AccountFeed): Feed {
  const { platformId, plan, status, profile, lastFetchAt } = account
  return { platformId, plan, status, profile, posts: [...posts], fetchedAt: lastFetchAt }
}

/** Saves the feeds of new accounts, and activates their keys. */
export async function fill(
  database: Pick<Database, 'keys' | 'tables'>,
  feeds: readonly AccountFeed[],
): Promise<void> {
  for (const feed of feeds) {
    await saveAccount(database, { ...imported(feed), apiKey: feed.apiKey })
  }
}

/** Signs an owner up, as far as connections know of owners. */
export async function addOwner(database: Database, id: string, plan: PlanName): Promise<void> {
  const owner = { id, plan, email: `${id}@example.com`, password: null, created_at: 0 }
  await database.tables.db.insertInto('owner').values(owner).execute()
}

/** Runs a function on the tables of an existing database as it is; null without one. */
export async function readTables<T>(at: string, read: (db: Db) => Promise<T>): Promise<T | null> {
  await using found = await openAsItIs(at)
  return found && (await read(found.db))
}
