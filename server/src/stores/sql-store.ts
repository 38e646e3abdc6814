import { setImmediate } from 'node:timers/promises'
import type { FeedStore, StoredAccount, StoredPost } from '@photofeed/core'
import { type ConnectionStatus, type PlanName, plans } from '@photofeed/openapi'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { batchedLookup } from './batched-lookup.ts'
import { type DatabaseHandles, isStorable } from './engine/engine.ts'
import type { PostRow } from './engine/schema.ts'
import { hashKey } from './engine/secret-box.ts'
import { fromPostDocument, parseProfile } from './engine/stored-documents.ts'
import { createPageReader, type PageRow } from './page-query.ts'

/** Limits a cache to so many entries. For its own `max`, lru-cache allocates all of them at once: milliseconds at each start. */
const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
const cachedAccounts = atMost(10_000)
/** Characters of documents. A cached post takes 7 bytes for each in one form, and 16 in three forms of REST and two of GraphQL. */
const cachedCharacters = 2_000_000
const seenPosts = atMost(20_000)

type StoreHandles = Pick<DatabaseHandles, 'db' | 'engine' | 'prepare' | 'dataVersion'>

/** Creates the store that the read API reads. Every request looks up its key, so that a revoked one fails immediately. */
export function createSqlStore(handles: StoreHandles, clock = Date.now): FeedStore {
  const { db, prepare } = handles
  const readPage = createPageReader(handles)
  const toPost = cachedPosts()
  const readAccount = accountReader(handles, clock)
  const readPost = prepare(
    db
      .selectFrom('post')
      .select(['position', 'doc', 'comments'])
      .where('account_id', '=', 0)
      .where('platform_id', '=', '')
      .compile(),
  )
  return {
    findAccountByKey: readAccount,
    async findPosts(accountId, query) {
      const rows = await readPage(accountId, query)
      return rows.map((row) => toPost(accountId, row))
    },
    async findPost(accountId, platformId) {
      if (!isStorable(platformId)) return null
      const [row] = (await readPost([accountId, platformId])) as Required<PageRow>[]
      if (!row) return null
      const [position, doc, comments] = row
      return fromPostDocument({ position, doc, comments })
    },
  }
}

/**
 * Returns the same object for a row as long as its texts are the same, because core renders each object once. The texts
 * are compared, so a cached post is never outdated. A post is cached when it is read for the second time: a client that
 * fetches a whole feed would only evict what others request.
 */
function cachedPosts(): (accountId: number, row: PageRow) => StoredPost {
  interface Cached extends Pick<PostRow, 'doc'> {
    comments: string | undefined
    post: StoredPost
  }
  const posts = new LRUCache<string, Cached>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ doc, comments = '' }) => doc.length + comments.length,
  })
  const seen = new LRUCache<string, true>(seenPosts)
  return (accountId, [position, doc, comments]) => {
    const key = `${accountId} ${position} ${comments !== undefined}`
    const cached = posts.get(key)
    if (cached && cached.doc === doc && cached.comments === comments) return cached.post
    const post = fromPostDocument({ position, doc, ...(comments !== undefined && { comments }) })
    if (cached || seen.has(key)) posts.set(key, { doc, comments, post })
    else seen.set(key, true)
    return post
  }
}

type ReadAccount = FeedStore['findAccountByKey']

/** The columns of an account, in the order of the query. */
type AccountValues = [number, string, PlanName, ConnectionStatus, string, number | null, number]

function accountReader(
  { db, engine, dataVersion, prepare }: StoreHandles,
  clock: () => number,
): ReadAccount {
  const accounts = db
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    // Named one by one: PostgreSQL rejects a prepared `*` after a migration adds a column.
    .select(['id', 'platform_id', 'plan', 'status', 'profile', 'last_fetch_at', 'version'])
  if (engine.name === 'postgres') {
    const toSameAccount = accountCache(clock)
    const isListed = sql<boolean>`hash = any(${sql.val([])})`
    const read = prepare(accounts.select('hash').where(isListed).compile())
    const find = batchedLookup(async (hashes) => {
      const rows = await read([hashes.map((hash) => Buffer.from(hash, 'hex'))])
      return new Map(
        rows.map((row) => [(row.at(-1) as Buffer).toString('hex'), toSameAccount(row)]),
      )
    })
    return (apiKey) => find(hashKey(apiKey).toString('hex'))
  }
  const read = prepare(accounts.where('hash', '=', new Uint8Array()).compile())
  async function readAccount(apiKey: string): Promise<StoredAccount | null> {
    const [row] = await read([hashKey(apiKey)])
    return row ? toAccount(row, clock()) : null
  }
  return dataVersion ? cachedReader(readAccount, dataVersion) : readAccount
}

/** Caches accounts until anything is committed. Requests of one turn of the event loop share one look at the version. */
function cachedReader(readAccount: ReadAccount, dataVersion: () => number): ReadAccount {
  const accounts = new LRUCache<string, { account: StoredAccount; version: number }>(cachedAccounts)
  let next: Promise<number> | null = null
  function nextVersion(): Promise<number> {
    next ??= setImmediate().then(() => {
      next = null
      return dataVersion()
    })
    return next
  }
  return async (apiKey) => {
    // Before the read: what is committed during it makes the entry outdated.
    const version = await nextVersion()
    const cached = accounts.get(apiKey)
    if (cached?.version === version) return cached.account
    const account = await readAccount(apiKey)
    if (account) accounts.set(apiKey, { account, version })
    else accounts.delete(apiKey)
    return account
  }
}

/** Returns the same object for an account until its version changes, because core renders each object once. */
function accountCache(clock: () => number) {
  const accounts = new LRUCache<number, StoredAccount>(cachedAccounts)
  return (row: readonly unknown[]) => {
    const [id, , , , , , version] = row as AccountValues
    const cached = accounts.get(id)
    if (cached?.version === version) return cached
    const account = toAccount(row, clock())
    accounts.set(id, account)
    return account
  }
}

function toAccount(row: readonly unknown[], now: number): StoredAccount {
  const [id, platformId, plan, status, profile, fetchedAt, version] = row as AccountValues
  // A clock that was ahead may have stored a time in the future.
  const lastFetchAt = fetchedAt === null ? null : Math.min(fetchedAt, now)
  const account = { id, platformId, plan, status, lastFetchAt, version }
  return { ...account, profile: parseProfile(profile) }
}

/** Creates the function that returns whether the plan of an account, found by its media id, includes resized pictures; null without such an account. */
export function createHasSizes({ db, prepare }: Pick<DatabaseHandles, 'db' | 'prepare'>) {
  const read = prepare(db.selectFrom('account').select('plan').where('media_id', '=', '').compile())
  return async (mediaId: string): Promise<boolean | null> => {
    const [row] = (await read([mediaId])) as [PlanName][]
    return row ? plans[row[0]].sizes : null
  }
}
