import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountFeed } from '@photofeed/core/testing'
import { afterEach } from 'vitest'
import { openDatabase } from './database.ts'
import type { Database, ImportedFeed } from './ports.ts'

export const testSecret = 'a secret for tests'

/** Opens databases that are closed, and folders that are removed, when the test is over. */
export function testDatabases() {
  const cleanUp: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step()
  })
  return {
    async open({ file = ':memory:', secret = testSecret } = {}): Promise<Database> {
      const database = await openDatabase({ file, secret, clock: () => 0 })
      cleanUp.push(() => database.close())
      return database
    },
    /** A new folder of its own. */
    async folder(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'photofeed-db-'))
      cleanUp.push(() => rm(folder, { recursive: true }))
      return folder
    },
  }
}

/** The feed as an import would deliver it. */
export function imported({ account, posts }: AccountFeed): ImportedFeed {
  const { platformId, plan, status, profile, lastFetchAt } = account
  return { platformId, plan, status, profile, posts: [...posts], fetchedAt: lastFetchAt }
}

/** Saves the feeds and puts their keys in force. */
export async function fill(database: Database, feeds: readonly AccountFeed[]): Promise<void> {
  for (const feed of feeds) {
    const { accountId } = await database.feeds.save(imported(feed))
    if (feed.apiKey !== null) await database.keys.issue(accountId, feed.apiKey)
  }
}
