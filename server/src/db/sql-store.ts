import type { FeedStore, StoredProfile } from '@photofeed/core'
import type { CompiledQuery, Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { hashKey } from './key-hash.ts'
import { pageQuery } from './page-query.ts'
import { fromPostDocument } from './post-document.ts'
import { fromProfileDocument } from './profile-document.ts'
import type { Tables } from './schema.ts'

const parsedProfiles = 1000

/** The store that the read API reads. */
export function createSqlStore(reader: Kysely<Tables>): FeedStore {
  // Kept by their text, so that a profile can never be older than its row.
  const profiles = new LRUCache<string, StoredProfile>({
    max: parsedProfiles,
    memoMethod: fromProfileDocument,
  })
  // Every request asks this, so it is compiled only once.
  const accountByHash = reader
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .where('api_key.hash', '=', new Uint8Array())
    .compile()

  return {
    async findAccountByKey(apiKey) {
      const { rows } = await reader.executeQuery(rebound(accountByHash, [hashKey(apiKey)]))
      const row = rows[0]
      if (!row) return null
      return {
        id: row.id,
        platformId: row.platform_id,
        plan: row.plan,
        status: row.status,
        profile: profiles.memo(row.profile),
        lastFetchAt: row.last_fetch_at,
        version: row.version,
      }
    },
    async findPosts(accountId, query) {
      const rows = await pageQuery(reader, accountId, query).execute()
      return rows.map(fromPostDocument)
    },
    async findPost(accountId, platformId) {
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

/** The same compiled query with other parameters. */
function rebound<Row>(query: CompiledQuery<Row>, parameters: unknown[]): CompiledQuery<Row> {
  return { ...query, parameters }
}
