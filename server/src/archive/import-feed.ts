import { isDeepStrictEqual } from 'node:util'
import type { Media, StoredPost, StoredProfile } from '@photofeed/core'
import { UserError } from '@photofeed/core/node'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import { newMediaId } from '../media/media-keys.ts'
import type { MediaStore } from '../media/media-store.ts'
import { assertMayBeShown } from '../media/shown-files.ts'
import type { Download } from '../refresh/download.ts'
import { Intake, type MediaReport, mapProfile } from '../refresh/intake.ts'
import { clearCachedResponses, lockAccount } from '../stores/accounts.ts'
import { rowOf } from '../stores/connection-steps.ts'
import { storeListedPosts, type WrittenPosts } from '../stores/listed-posts.ts'
import type { AccountRow, Db } from '../stores/schema.ts'
import {
  findPosts,
  fromProfileDocument,
  type ImportedPost,
  toProfileDocument,
} from '../stores/stored-documents.ts'
import type { PlatformResponses } from './archive.ts'

export interface FeedImport extends PlatformResponses {
  plan: PlanName
  status: ConnectionStatus
  /** Milliseconds since the epoch; null leaves the last fetch as it is. */
  fetchedAt: number | null
}

export interface ImportDeps extends Download {
  feeds: FeedWriter
  media: MediaStore
  /** Called after each post with how many are done. */
  onProgress?: (done: number) => void
}

export interface ImportReport extends ImportResult {
  /** Posts and album items without media that a client could load, and comments without a time. */
  leftOut: { posts: number; items: number; comments: number }
  media: MediaReport
}

/** Stores an account's profile, posts and media. Media that cannot be stored are counted; the platform's URL is served then. */
export async function importFeed(
  { plan, status, fetchedAt, ...found }: FeedImport,
  { feeds, onProgress, ...deps }: ImportDeps,
): Promise<ImportReport> {
  const { platformId, profile } = mapProfile(found.profile.value)
  const ids = found.posts.map(({ value }) => value.id)
  const { accountId, mediaId, ...stored } = await feeds.find(platformId, ids)
  const intake = new Intake({ ...deps, mediaId })
  const posts = await intake.takePosts(found.posts, stored.posts, onProgress)
  const picture = await intake.takePicture(profile.picture, stored.picture, found.profile.folder)
  const result = await feeds.save({
    ...{ platformId, plan, status, posts, fetchedAt },
    target: { accountId, mediaId },
    profile: { ...profile, picture },
  })
  return { ...result, leftOut: leftOutOf(found.posts, posts), media: intake.report() }
}

function leftOutOf(
  found: PlatformResponses['posts'],
  stored: readonly ImportedPost[],
): ImportReport['leftOut'] {
  const byId = new Map(stored.map((post) => [post.id, post]))
  const leftOut = { posts: found.length - stored.length, items: 0, comments: 0 }
  for (const { value } of found) {
    const post = byId.get(value.id)
    if (!post) continue
    if (post.mediaType === 'CAROUSEL_ALBUM') {
      leftOut.items += value.children.length - post.children.length
    }
    leftOut.comments += value.comments.length - post.comments.length
  }
  return leftOut
}

/** One account's feed, as it is saved. */
export interface ImportedFeed extends Pick<FeedImport, 'plan' | 'status' | 'fetchedAt'> {
  platformId: string
  /** The account that the media were stored for. The feed is saved for no other account; by default for any. */
  target?: Pick<StoredFeed, 'accountId' | 'mediaId'>
  profile: StoredProfile
  /** As the platform lists them, newest first. */
  posts: ImportedPost[]
}

export interface ImportResult extends WrittenPosts {
  accountId: number
}

/** What is stored of a feed before an import. */
interface StoredFeed {
  /** Null if the account is new. */
  accountId: number | null
  /** The folder of the media of the account, also of a new one. */
  mediaId: string
  picture: Media | null
  /** By platform id. */
  posts: Map<string, StoredPost>
}

/** The account was added or deleted during its import. */
export class FeedConflict extends UserError {
  override readonly name = 'FeedConflict'

  constructor() {
    super('The account was added or deleted during the import. Run the import again.')
  }
}

export type FeedWriter = ReturnType<typeof createFeedWriter>

/** Creates the functions of the archive import. */
export function createFeedWriter(reader: Db, writer: Db, clock: () => number) {
  return {
    /**
     * Stores a feed in one transaction. The account is found by its platform id, or created; posts are found by their
     * platform id and keep their stored order. Posts that the feed does not contain stay. If it contains a post twice, the
     * last version is stored.
     *
     * @throws {UserError} if the account is connected; FeedConflict; FileTooOld if the media were stored too long ago.
     */
    save(feed: ImportedFeed): Promise<ImportResult> {
      return writer.transaction().execute(async (transaction) => {
        const stored = await lockAccount(transaction, 'platform_id', feed.platformId)
        if (stored) await assertNotConnected(transaction, stored)
        if (feed.target && feed.target.accountId !== (stored?.id ?? null)) throw new FeedConflict()
        const now = clock()
        const shown = stored ? fromProfileDocument(stored.profile) : null
        assertMayBeShown(shown, feed.profile, now)
        const columns = {
          plan: feed.plan,
          status: feed.status,
          profile: toProfileDocument(feed.profile),
          last_fetch_at: feed.fetchedAt ?? stored?.last_fetch_at ?? null,
        }
        const media_id = feed.target?.mediaId ?? newMediaId()
        const account =
          stored ??
          (await transaction
            .insertInto('account')
            .values({ platform_id: feed.platformId, media_id, version: 1, ...columns })
            // PostgreSQL: another import of the account may have inserted it after the query above.
            .onConflict((conflict) => conflict.column('platform_id').doNothing())
            .returning(['id', 'highest_position'])
            .executeTakeFirst())
        if (!account) throw new FeedConflict()
        const options = { now, olderFollow: false }
        const counts = await storeListedPosts(transaction, account, feed.posts, options)
        const isChanged = counts.added + counts.updated > 0
        const { id } = account
        if (stored && (isChanged || !isDeepStrictEqual({ ...stored, ...columns }, { ...stored }))) {
          await transaction.updateTable('account').set(columns).where('id', '=', id).execute()
          await clearCachedResponses(transaction, id)
        }
        return { accountId: id, ...counts }
      })
    },

    /**
     * Returns what an import may reuse.
     *
     * @throws {UserError} if the account is connected.
     */
    async find(platformId: string, postIds: readonly string[]): Promise<StoredFeed> {
      const account = await reader
        .selectFrom('account')
        .selectAll()
        .where('platform_id', '=', platformId)
        .executeTakeFirst()
      if (!account)
        return { accountId: null, mediaId: newMediaId(), picture: null, posts: new Map() }
      await assertNotConnected(reader, account)
      const posts = await findPosts(reader, account.id, postIds)
      const { picture } = fromProfileDocument(account.profile)
      return { accountId: account.id, mediaId: account.media_id, picture, posts }
    },
  }
}

/** Throws if the account's posts come from the platform: the next refresh would delete what an import adds. */
async function assertNotConnected(db: Db, account: AccountRow): Promise<void> {
  const connection = await rowOf(db, account.id)
  if (!connection) return
  const { username } = fromProfileDocument(account.profile)
  throw new UserError(
    connection.state === 'disconnected'
      ? `@${username} is being deleted. Run the import again when a server has deleted it.`
      : `@${username} is connected, and its posts come from the platform. Disconnect it first, or import into another data folder.`,
  )
}
