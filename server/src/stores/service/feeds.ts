import { randomInt } from 'node:crypto'
import type { PlanName } from '@photofeed/openapi'
import { LRUCache } from 'lru-cache'
import { firstLook, type Look } from '../../../../element/editor/look.ts'
import { batchedLookup } from '../batched-lookup.ts'
import { type DatabaseHandles, engineOf, isOneOf, isStorable } from '../engine/engine.ts'
import type { Db } from '../engine/schema.ts'
import { lockAccount } from './accounts.ts'
import { keyLabel } from './api-keys.ts'
import type { StoreParts } from './store-parts.ts'

/** A site whose page requested the script of a feed. */
export interface FeedSite {
  origin: string
  /** When that was stored, in milliseconds since the epoch. */
  at: number
}

/** How many sites of a feed are stored. */
const storedSites = 3

// Without characters that look like others.
const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

const createFeedId = () =>
  Array.from({ length: 8 }, () => characters[randomInt(characters.length)]).join('')

export const parseSites = (text: string): FeedSite[] => JSON.parse(text)

/** Adds the feed of an account with the first look, unless another process did. */
export async function addFeed(db: Db, accountId: number) {
  await db
    .insertInto('feed')
    .values({
      ...{ account_id: accountId, id: createFeedId() },
      ...{ look: JSON.stringify(firstLook), sites: '[]' },
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  return db
    .selectFrom('feed')
    .select(['id as feedId', 'look', 'sites'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** What the script of a feed has in front of it, in the order of the query. */
type ScriptValues = [id: string, account: number, look: string, sites: string, PlanName, Uint8Array]

/** Creates the functions that read and change feeds: their public ids, looks and sites. */
export function createFeeds({
  db,
  secretBox,
  clock,
  prepare,
  dataVersion,
}: StoreParts & Pick<DatabaseHandles, 'prepare' | 'dataVersion'>) {
  const read = prepare(
    db
      .selectFrom('feed')
      .innerJoin('account', 'account.id', 'feed.account_id')
      .innerJoin('api_key', 'api_key.account_id', 'feed.account_id')
      .select(['feed.id', 'feed.account_id', 'look', 'sites', 'account.plan', 'sealed'])
      .where(isOneOf(db, 'feed.id', []))
      .compile(),
  )
  /** `version` is that of the database before the row was read. */
  const opened = new LRUCache<
    string,
    { text: string; feed: ReturnType<typeof open>; version?: number }
  >({ max: 1000 })
  const isPostgres = engineOf(db).name === 'postgres'

  function open([, accountId, look, sites, plan, sealed]: ScriptValues) {
    const apiKey = secretBox.open(sealed, keyLabel(accountId))
    return apiKey === null ? null : { apiKey, plan, look: JSON.parse(look) as Look, sites }
  }

  const readFeed = batchedLookup(async (ids) => {
    const rows = (await read([isPostgres ? ids : JSON.stringify(ids)])) as ScriptValues[]
    return new Map(
      rows.map((row) => {
        const [id] = row
        const text = `${row.slice(0, -1)}${Buffer.from(row[5]).toString('latin1')}`
        const cached = opened.get(id)
        const feed = cached?.text === text ? cached.feed : open(row)
        opened.set(id, { text, feed })
        return [id, feed]
      }),
    )
  })

  return {
    /**
     * Returns what a page needs to show a feed; null if there is none with this id, or its key cannot be decrypted. SQLite
     * reads it again after each commit, PostgreSQL each time. It is the same object until something of it changes.
     */
    async find(id: string) {
      // Before the read: what is committed during it makes the entry outdated.
      const version = dataVersion?.()
      const cached = opened.get(id)
      if (version !== undefined && cached?.version === version) return cached.feed
      const feed = isStorable(id) ? await readFeed(id) : null
      const entry = opened.get(id)
      if (feed && entry && version !== undefined) entry.version = version
      return feed
    },

    /** Returns the feeds of an owner by account. */
    async ofOwner(ownerId: string) {
      const rows = await db
        .selectFrom('feed')
        .innerJoin('connection', 'connection.account_id', 'feed.account_id')
        .select(['feed.account_id as accountId', 'id', 'look', 'sites'])
        .where('owner_id', '=', ownerId)
        .execute()
      return new Map(
        rows.map(({ accountId, id, look, sites }) => [
          accountId,
          { id, look: JSON.parse(look) as Look, sites: parseSites(sites) },
        ]),
      )
    },

    async saveLook(accountId: number, look: Look): Promise<void> {
      await db
        .updateTable('feed')
        .set({ look: JSON.stringify(look) })
        .where('account_id', '=', accountId)
        .execute()
    },

    /** Stores that a page of an origin requested the script of a feed. */
    addSite: (id: string, origin: string): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('feed')
          .select(['account_id', 'sites'])
          .where('id', '=', id)
          .executeTakeFirst()
        if (!row) return
        const others = parseSites(row.sites).filter((site) => site.origin !== origin)
        const sites = [{ origin, at: clock() }, ...others].slice(0, storedSites)
        await transaction
          .updateTable('feed')
          .set({ sites: JSON.stringify(sites) })
          .where('account_id', '=', row.account_id)
          .execute()
      }),

    /** Gives a feed another id, and forgets its sites: pages with the old one show it no more. Returns null if it has another one by now. */
    replaceId: (accountId: number, before: string): Promise<string | null> =>
      db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, 'id', accountId)
        const id = createFeedId()
        const { numUpdatedRows } = await transaction
          .updateTable('feed')
          .set({ id, sites: '[]' })
          .where('account_id', '=', accountId)
          .where('id', '=', before)
          .executeTakeFirst()
        return numUpdatedRows > 0n ? id : null
      }),
  }
}
