import type { StoredPost } from '@photofeed/core'
import { plans } from '@photofeed/openapi'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import type { ClaimedJob } from '../db/jobs.ts'
import type { ImportedPost } from '../db/stored-documents.ts'
import { storePosts } from '../import/media-intake.ts'
import { RetryAt } from '../jobs/work-runner.ts'
import { graceMs } from '../media/media-keys.ts'
import { PlatformError } from '../platform/platform-problems.ts'
import type { PlatformPost } from '../platform/platform-schema.ts'
import { permissions as known } from '../platform/platform-tokens.ts'
import {
  handlePlatformError,
  mediaIntake,
  type Refreshed,
  type RefreshHandler,
  type RefreshParts,
  refreshed,
} from './account-refresh.ts'

/** Creates the job that fetches an account's posts with their media, page by page, at the plan's interval. */
export function createPostsRefresh(parts: RefreshParts): RefreshHandler {
  const { connections, refreshes, clock } = parts

  async function fetchPosts(
    job: ClaimedJob,
    { connection, token }: Refreshed,
    permissions: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const intake = mediaIntake(parts, connection, signal)
    const listed = new Set<string>()
    // A first import serves each page immediately. Later, new posts are stored together, so that the oldest comes first.
    const fresh: ImportedPost[] = []
    const isFirstImport = firstImport.includes(connection.state)
    let isComplete = false
    const startedAt = clock()
    try {
      for await (const page of parts.platform.mediaPages(token, { permissions, signal })) {
        const before = await refreshes.findPosts(job.accountId, page.posts.map(idOf))
        const taken = await storePosts(page.posts.map(fromPlatform), before, intake)
        // A post must not be stored without media only because the signal aborted their download.
        signal.throwIfAborted()
        const posts = permissions.includes(known.comments)
          ? taken
          : taken.map(withCommentsOf(before))
        const isSaved = (post: ImportedPost) => isFirstImport || before.has(post.id)
        await refreshes.savePosts(job, posts.filter(isSaved))
        fresh.push(...posts.filter((post) => !isSaved(post)))
        for (const { id } of [...page.posts, ...page.leftOut]) if (id !== null) listed.add(id)
        isComplete = page.complete
        // Posts must be saved while their files are new; see assertMayBeShown. The next run continues from there.
        if (fresh.length > 0 && clock() - startedAt > longestListingMs) {
          throw new RetryAt('The listing takes too long. The next run continues it.', clock())
        }
      }
    } finally {
      // Also if the listing failed.
      if (fresh.length > 0) await refreshes.savePosts(job, fresh)
    }
    const missing = await refreshes.finishPosts(job, {
      startedIn: connection.state,
      listed: isComplete ? listed : null,
    })
    if (missing > 0) parts.onMissingPosts?.({ accountId: job.accountId, missing })
  }

  return async (job, signal) => {
    const account = await refreshed(connections, job.accountId)
    const { plan, permissions } = account.connection
    try {
      await fetchPosts(job, account, permissions, signal).catch((error: unknown) => {
        if (!isAboutComments(error, permissions)) throw error
        return fetchPosts(job, account, permissions.filter(isNotComments), signal)
      })
    } catch (error) {
      await handlePlatformError(error, account, parts)
    }
    return { nextRunAt: clock() + plans[plan].postRefreshSeconds * 1000 }
  }
}

/** Whether the platform rejected only the comments. Without that permission, posts are fetched without comments. */
function isAboutComments(error: unknown, permissions: readonly string[]): boolean {
  return (
    error instanceof PlatformError &&
    error.kind === 'permission' &&
    permissions.includes(known.comments)
  )
}

/** Returns the post with its stored comments, from when they could be read. */
const withCommentsOf = (before: ReadonlyMap<string, StoredPost>) => (post: ImportedPost) => ({
  ...post,
  comments: before.get(post.id)?.comments ?? [],
})

/** A quarter of the grace period, so that the last page has time as well. */
const longestListingMs = graceMs / 4
const firstImport: readonly ConnectionState[] = ['importing', 'broken_import']
const isNotComments = (permission: string) => permission !== known.comments
const idOf = ({ id }: PlatformPost) => id
const fromPlatform = (value: PlatformPost) => ({ value, folder: null })
