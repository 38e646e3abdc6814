import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Engine } from './engine.ts'
import { createFeeds } from './migrations/0001-create-feeds.ts'
import { createJobs } from './migrations/0002-create-jobs.ts'
import { createConnections } from './migrations/0003-create-connections.ts'
import { createOwners } from './migrations/0004-create-owners.ts'
import { holdWork } from './migrations/0005-hold-work.ts'
import { platformOwners } from './migrations/0006-platform-owners.ts'
import { missingPosts } from './migrations/0007-missing-posts.ts'
import type { Tables } from './schema.ts'

/** Every step of the schema by name; the names sort in the order of the steps. */
const steps: Record<string, (engine: Engine) => Migration> = {
  '0001_create_feeds': createFeeds,
  '0002_create_jobs': createJobs,
  '0003_create_connections': createConnections,
  '0004_create_owners': createOwners,
  '0005_hold_work': holdWork,
  '0006_platform_owners': platformOwners,
  '0007_missing_posts': missingPosts,
}

/** Whether a step of this name is one of ours, or of a version to come. */
export function isKnownStep(name: string): boolean {
  return name in steps
}

/** Brings the schema to the newest step; what fails is rolled back, or leaves the transaction to be rolled back. */
export async function migrate(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, step(engine)])),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
