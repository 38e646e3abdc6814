import type { FeedStore, StoredAccount } from '@photofeed/core'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Connections } from './connections.ts'
import { isStorable } from './engine.ts'
import { hashKey } from './key-hash.ts'
import { pageQuery } from './page-query.ts'
import { fromPostDocument } from './post-document.ts'
import { fromProfileDocument } from './profile-document.ts'
import type { Tables } from './schema.ts'

const keptKeys = 10_000

/** The store that the read API reads. */
export function createSqlStore(connections: Connections): FeedStore {
  const { reader, commits } = connections
  // Every request asks for its key. While nothing was committed the answer cannot be another one.
  let accounts = noAccounts()

  return {
    async findAccountByKey(apiKey) {
      if (commits.hasChanged()) accounts = noAccounts()
      // A read that a commit overtakes ends up in a cache that is no longer asked.
      const current = accounts
      const kept = current.get(apiKey)
      if (kept) return kept.account
      const account = await readAccount(reader, apiKey)
      current.set(apiKey, { account })
      return account
    },
    async findPosts(accountId, query) {
      const rows = await pageQuery(connections, accountId, query).execute()
      return rows.map(fromPostDocument)
    },
    async findPost(accountId, platformId) {
      if (!isStorable(platformId)) return null
      const row = await reader
        .selectFrom('post')
        .select(['position', 'doc', 'comments'])
        .where('account_id', '=', accountId)
        .where('platform_id', '=', platformId)
        .executeTakeFirst()
      return row ? fromPostDocument(row) : null
    },
  }
}

function noAccounts(): LRUCache<string, { account: StoredAccount | null }> {
  return new LRUCache({ max: keptKeys })
}

async function readAccount(reader: Kysely<Tables>, apiKey: string): Promise<StoredAccount | null> {
  const row = await reader
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .where('api_key.hash', '=', hashKey(apiKey))
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    platformId: row.platform_id,
    plan: row.plan,
    status: row.status,
    profile: fromProfileDocument(row.profile),
    lastFetchAt: row.last_fetch_at,
    version: row.version,
  }
}
