import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import type { ImportedPost } from '../db/stored-documents.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { MediaSource } from '../refresh/download.ts'
import { mapProfile } from '../refresh/mapping.ts'
import { createMediaIntake, type MediaReport, storePosts } from '../refresh/media-intake.ts'
import type { PlatformResponses } from './archive.ts'
import type { FeedWriter, ImportResult } from './feed-writer.ts'

export interface FeedImport extends PlatformResponses {
  plan: PlanName
  status: ConnectionStatus
  /** Now by default; null leaves the last fetch as it is. */
  fetchedAt?: number | null
}

export interface ImportDeps {
  feeds: FeedWriter
  media: MediaStore
  source: MediaSource
  clock: () => number
  /** Called after each post with how many are done. */
  onProgress?: (done: number) => void
}

export interface ImportReport extends ImportResult {
  /** Posts and album items without media that a client could load, and comments without a time. */
  leftOut: { posts: number; items: number; comments: number }
  media: MediaReport
}

/** Stores an account's profile, posts and media. Media that cannot be stored are counted; the platform's URL is served then. */
export async function importFeed(feed: FeedImport, deps: ImportDeps): Promise<ImportReport> {
  const fetchedAt = feed.fetchedAt === undefined ? deps.clock() : feed.fetchedAt
  const { platformId, profile } = mapProfile(feed.profile.value)
  const ids = feed.posts.map(({ value }) => value.id)
  const stored = await deps.feeds.find(platformId, ids)
  const { accountId, mediaId } = stored
  const intake = createMediaIntake(
    {
      put: (content, known) => deps.media.put(mediaId, content, known),
      has: deps.media.has,
    },
    deps.source,
  )
  const posts = await storePosts(feed.posts, stored.posts, intake, deps.onProgress)
  const { folder } = feed.profile
  const picture =
    profile.picture &&
    (await intake.take({
      media: profile.picture,
      folder,
      known: stored.picture,
      refetch: true,
      picture: true,
    }))
  const result = await deps.feeds.save({
    platformId,
    target: { accountId, mediaId },
    plan: feed.plan,
    status: feed.status,
    profile: { ...profile, picture },
    posts,
    fetchedAt,
  })
  return { ...result, leftOut: leftOutOf(feed.posts, posts), media: intake.report() }
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
