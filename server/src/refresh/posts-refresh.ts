import { type PlanName, plans } from '@photofeed/openapi'
import type { ConnectionState } from '../connections/lifecycle.ts'
import type { ListingPlace } from '../platform/media-listing.ts'
import { PlatformError } from '../platform/platform-problems.ts'
import { changeOf, type ImportedPost } from '../stores/engine/stored-documents.ts'
import type { Connection } from '../stores/service/connections.ts'
import type { ClaimedWork, PostsState } from '../stores/service/work-kinds.ts'
import type { End, Handler } from '../work/work-runner.ts'
import {
  type AccountWithToken,
  createIntake,
  createRefresh,
  day,
  endedByOwner,
  nextRunIn,
  type RefreshParts,
  reportMedia,
} from './refresh.ts'

/** Where an interrupted listing continues; stored with the job. */
interface ListingProgress {
  place: ListingPlace
  /** The ids of the stored posts that the pages before the place lack. */
  unlisted: string[]
  /** Whether it goes on to the oldest post, also if nothing changed. */
  isFull: boolean
  /** By this process's clock, in milliseconds since the epoch. */
  startedAt: number
  /** How many posts it has stored. */
  stored: number
  /** What it could not read so far; see PostsState. */
  leftOut: PartCounts
}

/** Fetches posts, newest first, until nothing on a page is new. Once a day it goes on to the oldest, and deletes unlisted ones. */
export function createPostsRefresh(parts: RefreshParts): Handler<ClaimedWork<'posts'>> {
  const { refreshes, clock } = parts

  async function fetchPosts(
    job: ClaimedWork<'posts'>,
    { connection, token }: AccountWithToken,
    signal: AbortSignal,
  ): Promise<End> {
    const { accountId } = job
    const { permissions } = connection
    const isFirstImport = firstImport.includes(connection.state)
    const listedAt = job.payload?.listedAt ?? null
    const resumed = resumable(job.payload, clock())
    const startedAt = resumed?.startedAt ?? clock()
    const isFull =
      resumed?.isFull ?? (isFirstImport || isFullListingDue({ accountId, listedAt }, clock()))
    const listed = new Set<string>()
    // Of a first import there are none, so that its progress stays small.
    let unlisted = resumed?.unlisted ?? null
    let place = resumed?.place ?? null
    let savedPlace = place
    const claimedAt = clock()
    let savedAt = claimedAt
    // Stored together, so that of the new posts the oldest comes first.
    let changed: ImportedPost[] = []
    // A new signature in a URL is no change that anyone sees.
    let stored = resumed?.stored ?? 0
    let leftOut = resumed?.leftOut ?? {}
    let isComplete = false
    let isAtEnd = true

    /** Returns the stored posts that were not listed so far. Those of pages before were stored since. */
    async function findUnlisted(): Promise<string[]> {
      const before = unlisted ?? (await refreshes.postIds(accountId))
      unlisted = before.filter((id) => !listed.has(id))
      return unlisted
    }

    async function save(from: ListingPlace | null): Promise<void> {
      const progress: ListingProgress | null = from && {
        ...{ place: from, unlisted: await findUnlisted(), isFull, startedAt, stored, leftOut },
      }
      // The next listing is full: another one would end at the first page, which is stored now.
      const isLost = from === null && place !== null
      const state = { ...job.payload, listedAt: isLost ? null : listedAt, progress }
      await refreshes.savePosts(job, changed, state)
      changed = []
      savedPlace = from
      savedAt = clock()
    }

    const intake = createIntake(parts, connection, signal, isFull)
    const pages = parts.platform.mediaPages(token, { permissions, from: place, signal })
    try {
      for await (const page of pages) {
        const before = await refreshes.findPosts(
          accountId,
          page.posts.map(({ id }) => id),
        )
        const taken = await intake.takePosts(page.posts, before)
        // A post must not be stored without media only because the signal aborted their download.
        signal.throwIfAborted()
        const posts = taken.map((post) =>
          page.hasComments && !lacksComments(post)
            ? post
            : { ...post, comments: before.get(post.id)?.comments ?? [] },
        )
        const changes = posts.map((post) => changeOf(before.get(post.id), post))
        changed.push(...posts.filter((_, index) => changes[index] !== null))
        stored += changes.filter((change) => change !== null && change !== 'signature').length
        for (const { id } of [...page.posts, ...page.leftOut]) if (id !== null) listed.add(id)
        for (const { id } of page.leftOut) if (id === null) intake.leaveOut('post.id')
        leftOut = combined(resumed?.leftOut ?? {}, intake.leftOut, (one, other) => one + other)
        place = page.next
        isComplete = page.complete
        const isUnchanged = changes.every((change) => change === null || change === 'signature')
        if (!isFull && posts.length > 0 && isUnchanged) {
          isAtEnd = isComplete
          break
        }
        // A first import serves each page immediately. Posts must be saved while their files are new.
        const isLong = changed.length >= mostUnsaved || clock() - savedAt > longestUnsavedMs
        if (!place || !(isFirstImport || isLong)) continue
        await save(place)
        // Others wait for its slot.
        if (isFirstImport && clock() - claimedAt > longestImportMs) {
          return async () => (await parts.work.fail(job, null, 0)) !== null
        }
      }
    } catch (error) {
      const from = canContinue(error) ? place : null
      if (changed.length > 0 || from !== savedPlace) await save(from)
      throw error
    } finally {
      reportMedia(parts, accountId, intake)
    }
    const gone = isComplete ? await findUnlisted() : null
    const before = job.payload?.leftOut
    return async () => {
      const { deleted, missing } = await refreshes.finishPosts(job, {
        startedIn: connection.state,
        posts: changed,
        isFull: isAtEnd,
        unlisted: gone,
        listedAt,
        // A listing of the first pages says nothing about the others.
        leftOut: isAtEnd ? leftOut : combined(before ?? {}, leftOut, Math.max),
        missing: job.payload?.missing ?? null,
        nextRunInMs: (plan) => nextRunIn(parts, intervalOf(plan)),
      })
      parts.report('refreshedPosts', { accountId, isFirstImport, stored, deleted })
      if (missing > 0) parts.report('missingPosts', { accountId, missing })
      const isNew = Object.keys(leftOut).some((part) => before?.[part] === undefined)
      if (isNew) parts.report('unreadableParts', { accountId, leftOut })
      return true
    }
  }

  return createRefresh<'posts'>(parts, {
    // Without its posts a feed is of no use: what ends that for good breaks the connection.
    breaking: endedByOwner,
    whenBrokenMs: (connection) => nextRunIn(parts, brokenInterval(connection, clock())),
    run: fetchPosts,
  })
}

type PartCounts = Readonly<Record<string, number>>

function combined(
  before: PartCounts,
  now: PartCounts,
  combine: (one: number, other: number) => number,
): PartCounts {
  const parts = Object.keys({ ...before, ...now })
  return Object.fromEntries(parts.map((part) => [part, combine(before[part] ?? 0, now[part] ?? 0)]))
}

function intervalOf(plan: PlanName): number {
  return plans[plan].postRefreshSeconds * 1000
}

/** As long as the connection has been broken, so that each wait is twice the one before, up to a day. */
function brokenInterval(connection: Connection, now: number): number {
  const brokenMs = now - (connection.lastFetchAt ?? connection.connectedAt)
  return Math.max(intervalOf(connection.plan), Math.min(brokenMs, day))
}

/** Whether the last full listing was on another day. Days begin at another time for each account, to spread the load. */
export function isFullListingDue(
  { accountId, listedAt }: { accountId: number; listedAt: number | null },
  now: number,
): boolean {
  // Multiplicative hashing: accounts with consecutive ids are far apart.
  const offset = ((Math.imul(accountId, 0x9e3779b1) >>> 0) / 2 ** 32) * day
  const dayOf = (time: number) => Math.floor((time + offset) / day)
  return listedAt === null || dayOf(listedAt) !== dayOf(now)
}

/** Returns null if there is no progress, or if it is so old that the posts before its place have changed. */
function resumable(state: PostsState | null, now: number): ListingProgress | null {
  const progress = (state?.progress ?? null) as ListingProgress | null
  return progress && Math.abs(now - progress.startedAt) < day ? progress : null
}

/** Whether the next run may continue at the same place. A platform that does not understand a place never will. */
function canContinue(error: unknown): boolean {
  if (!(error instanceof PlatformError)) return true
  return !['malformed', 'gone', 'permission'].includes(error.kind)
}

/** Whether the platform may have left the comments out, as it does without an error: it does not count zero. */
function lacksComments({ comments, commentsCount }: ImportedPost): boolean {
  return comments.length === 0 && commentsCount !== 0
}

/** Far less than the day that a file stays which no post shows. */
const longestUnsavedMs = 6 * 3_600_000
const longestImportMs = 30_000
const mostUnsaved = 1000
const firstImport: readonly ConnectionState[] = ['importing', 'broken_import']
