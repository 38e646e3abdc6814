import type { StoredPost, StoredProfile } from '@photofeed/core'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import type { Database } from './database.ts'
import { toProfileDocument } from './engine/stored-documents.ts'
import { newMediaId, setAccount, setFetched } from './service/accounts.ts'
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
  const mediaId = newMediaId()
  const row = { platform_id: platformId, media_id: mediaId, plan, status, version: 1 }
  const { id: accountId } = await db
    .insertInto('account')
    .values({ ...row, profile: toProfileDocument({ ...feed.profile, picture: null }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { profile, posts, lastFetchAt } = await storeMedia({ accountId, mediaId })
  await db.transaction().execute(async (transaction) => {
    const shown = [profile, ...posts].map((after) => ({ before: null, after }))
    await showFiles(transaction, shown, now)
    const placed = posts.map((post) => ({ post, position: post.position }))
    await insertPosts(transaction, accountId, placed)
    await setAccount(transaction, accountId, { profile: toProfileDocument(profile) })
    if (lastFetchAt !== null) await setFetched(transaction, accountId, lastFetchAt)
  })
  return accountId
}
