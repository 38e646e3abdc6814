import type { FeedStore, StoredAccount } from '@photofeed/core'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Connections } from './connections.ts'
import { isStorable } from './engine.ts'
import { hashKey } from './key-hash.ts'
import { pageQuery } from './page-query.ts'
import type { AccountRow, Tables } from './schema.ts'
import { fromPostDocument, fromProfileDocument } from './stored-documents.ts'

const cachedAccounts = 10_000

/** Creates the store that the read API reads. Every request looks up its key, so that a revoked one fails immediately. */
export function createSqlStore(connections: Connections): FeedStore {
  const { reader, dataVersion } = connections
  const readAccount = accountReader(reader)
  return {
    findAccountByKey: dataVersion ? cachedReader(readAccount, dataVersion) : readAccount,
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

type ReadAccount = (apiKey: string) => Promise<StoredAccount | null>

/** Caches accounts until anything is committed to the database. */
function cachedReader(readAccount: ReadAccount, dataVersion: () => number): ReadAccount {
  const accounts = new LRUCache<string, { account: StoredAccount; version: number }>({
    max: cachedAccounts,
  })
  return async (apiKey) => {
    // Before the read: what is committed during it makes the entry outdated.
    const version = dataVersion()
    const cached = accounts.get(apiKey)
    if (cached?.version === version) return cached.account
    const account = await readAccount(apiKey)
    if (account) accounts.set(apiKey, { account, version })
    else accounts.delete(apiKey)
    return account
  }
}

/** Reads an account by its key with a statement that is compiled once. */
function accountReader(reader: Kysely<Tables>): ReadAccount {
  const compiled = reader
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .where('api_key.hash', '=', new Uint8Array())
    .compile()
  return async (apiKey) => {
    const { rows } = await reader.executeQuery<AccountRow>({
      ...compiled,
      parameters: [hashKey(apiKey)],
    })
    const [row] = rows
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
}
