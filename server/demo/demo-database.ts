import type { StoredPost, StoredProfile } from '@photofeed/core'
import { UserError } from '@photofeed/core/node'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import { sql } from 'kysely'
import { copiedTables } from '../src/stores/copy-to-postgres.ts'
import type { Database } from '../src/stores/database.ts'
import { readVersion } from '../src/stores/engine/migrations.ts'
import {
  addAccount,
  profileColumns,
  setAccount,
  setFetched,
} from '../src/stores/service/accounts.ts'
import { insertPosts } from '../src/stores/service/listed-posts.ts'
import { showFiles } from '../src/stores/service/media-files.ts'
import { openAsItIs } from '../src/stores/stored-data.ts'

/** The comment of a table of a demo in PostgreSQL. */
const mark = 'photofeed demo'

/** Deletes the tables of an earlier demo from a PostgreSQL database. Throws if it has those of a server. */
export async function deleteDemoTables(at: string): Promise<void> {
  await using opened = await openAsItIs(at)
  if (!opened) return
  const { db } = opened
  if ((await readVersion(db)) === 0) return
  const { rows } = await sql<{ comment: string | null }>`
    select obj_description('photofeed_version'::regclass) as comment`.execute(db)
  if (rows[0]?.comment !== mark) {
    throw new UserError(
      'The database has tables. The demo needs an empty database, or that of an earlier demo. Name another with --database.',
    )
  }
  const tables = [...copiedTables, 'photofeed_version'].map((name) => sql.table(name))
  await sql`drop table if exists ${sql.join(tables)}`.execute(db)
}

/** Marks the tables as those of a demo, which the next demo deletes. */
export async function markDemoTables({ tables: { db } }: Pick<Database, 'tables'>): Promise<void> {
  await sql`comment on table photofeed_version is ${sql.lit(mark)}`.execute(db)
}

interface SeededFeed {
  profile: StoredProfile
  /** With their places in the stored order. */
  posts: StoredPost[]
  /** Milliseconds since the epoch; null if posts were never fetched. */
  lastFetchAt: number | null
}

/** Adds an account without an owner, for the demo. `storeMedia` returns the feed with its stored files. Returns the id. */
export async function addSeededAccount(
  { tables: { db } }: Pick<Database, 'tables'>,
  account: { platformId: string; plan: PlanName; status: ConnectionStatus },
  feed: SeededFeed,
  storeMedia: (owner: { accountId: number; mediaId: string }) => Promise<SeededFeed>,
  now: number,
): Promise<number> {
  const { platformId, plan, status } = account
  const profile = { ...feed.profile, picture: null }
  const { id: accountId, media_id: mediaId } = await db
    .transaction()
    .execute((transaction) => addAccount(transaction, plan, { platformId, profile }))
  const stored = await storeMedia({ accountId, mediaId })
  await db.transaction().execute(async (transaction) => {
    const shown = [stored.profile, ...stored.posts].map((after) => ({ before: null, after }))
    await showFiles(transaction, shown, now)
    const placed = stored.posts.map((post) => ({ post, position: post.position }))
    await insertPosts(transaction, accountId, placed)
    await setAccount(transaction, accountId, { status, ...profileColumns(stored.profile) })
    if (stored.lastFetchAt !== null) await setFetched(transaction, accountId, stored.lastFetchAt)
  })
  return accountId
}
