import type { Media } from '@photofeed/core'
import { concurrentMap } from '@photofeed/core/node'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'
import type { FeedWriter, ImportedPost, ImportResult } from '../db/ports.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { PlatformPost, PlatformProfile } from '../platform/platform-schema.ts'
import { mapPost, mapProfile } from './mapping.ts'
import { createMediaIntake, type MediaIntake, type MediaReport } from './media-intake.ts'
import type { MediaSource } from './media-source.ts'
import { storePostMedia } from './post-media.ts'

/** What the platform answered, with the folder that relative media paths start from. */
export interface PlatformAnswers {
  profile: Sourced<PlatformProfile>
  /** As the platform lists them, newest first; no post twice. */
  posts: Array<Sourced<PlatformPost>>
}

export interface Sourced<Value> {
  value: Value
  /** Null when the answer did not come from a file. */
  folder: string | null
}

export interface FeedImport extends PlatformAnswers {
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
  onProgress?: (progress: { done: number; total: number }) => void
}

export interface ImportReport extends ImportResult {
  /** Posts without any media that a client could load. */
  leftOut: number
  media: MediaReport
}

const concurrency = 4

/** Stores an account's profile, posts and media; media that cannot be had stays the platform's and is counted. */
export async function importFeed(feed: FeedImport, deps: ImportDeps): Promise<ImportReport> {
  const fetchedAt = feed.fetchedAt === undefined ? deps.clock() : feed.fetchedAt
  const intake = createMediaIntake(deps.media, deps.source)
  const { platformId, profile } = mapProfile(feed.profile.value)
  const posts = await storePosts(feed, platformId, intake, deps)
  const picture = await takePicture(profile.picture, feed.profile.folder, intake)
  const result = await deps.feeds.save({
    platformId,
    plan: feed.plan,
    status: feed.status,
    profile: { ...profile, picture },
    posts: oldestFirst(posts),
    fetchedAt,
  })
  return { ...result, leftOut: feed.posts.length - posts.length, media: intake.report() }
}

async function storePosts(
  feed: FeedImport,
  platformId: string,
  intake: MediaIntake,
  { feeds, onProgress }: ImportDeps,
): Promise<ImportedPost[]> {
  const known = await feeds.findPosts(
    platformId,
    feed.posts.map(({ value }) => value.id),
  )
  let done = 0
  const posts = await concurrentMap(feed.posts, concurrency, async ({ value, folder }) => {
    const post = mapPost(value)
    const before = known.get(value.id) ?? null
    const stored = post && (await storePostMedia(post, before, folder, intake))
    done += 1
    onProgress?.({ done, total: feed.posts.length })
    return stored
  })
  return posts.filter((post) => post !== null)
}

async function takePicture(
  picture: Media | null,
  folder: string | null,
  intake: MediaIntake,
): Promise<Media | null> {
  return picture && intake.take({ media: picture, folder, known: null, picture: true })
}

/** The platform lists newest first, so of two equal times the later listed is the older. */
function oldestFirst(posts: ImportedPost[]): ImportedPost[] {
  return posts.toReversed().sort((one, other) => one.publishedAt - other.publishedAt)
}
