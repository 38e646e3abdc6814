import type { StoredPost, StoredProfile } from '@photofeed/core'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import type { Database } from './database.ts'
import { addAccount, setAccount, setFetched } from './service/accounts.ts'
import { insertPosts } from './service/listed-posts.ts'
import { showFiles } from './service/media-files.ts'

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
    await setAccount(transaction, accountId, { status, profile: stored.profile })
    if (stored.lastFetchAt !== null) await setFetched(transaction, accountId, stored.lastFetchAt)
  })
  return accountId
}
