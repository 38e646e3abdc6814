import type { StoredPost } from '@photofeed/core'
import { plans } from '@photofeed/openapi'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import { filesOf } from '../db/media-use-rows.ts'
import type { ImportedPost } from '../db/ports.ts'
import { takePosts } from '../import/post-intake.ts'
import type { ClaimedJob } from '../jobs/job.ts'
import { permissions as known } from '../platform/platform-config.ts'
import { PlatformError } from '../platform/platform-error.ts'
import type { PlatformPost } from '../platform/platform-schema.ts'
import { acceptRefusal } from './platform-refusal.ts'
import {
  mediaIntake,
  type Refreshed,
  type RefreshHandler,
  type RefreshParts,
  refreshed,
} from './refresh-parts.ts'

/** Fetches an account's posts with their media, page by page, as often as the plan says. */
export function createPostsRefresh(parts: RefreshParts): RefreshHandler {
  const { connections, refreshes, clock } = parts

  async function fetchPosts(
    job: ClaimedJob,
    { connection, token }: Refreshed,
    permissions: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const intake = mediaIntake(parts, connection, job, signal)
    const listed = new Set<string>()
    // The first import serves each page at once. Later, new posts wait for each other: the oldest of them goes first.
    const fresh: ImportedPost[] = []
    const isFirstImport = firstImport.includes(connection.state)
    let isComplete = false
    let dropsMedia = false
    try {
      for await (const page of parts.platform.mediaPages(token, { permissions, signal })) {
        const before = await refreshes.findPosts(job.accountId, page.posts.map(idOf))
        const taken = await takePosts(page.posts.map(fromPlatform), before, intake)
        // Media that were broken off for the signal are no reason to store a post without them.
        signal.throwIfAborted()
        const posts = permissions.includes(known.comments)
          ? taken
          : taken.map(withCommentsOf(before))
        const isSaved = (post: ImportedPost) => isFirstImport || before.has(post.id)
        await refreshes.savePosts(job, posts.filter(isSaved))
        fresh.push(...posts.filter((post) => !isSaved(post)))
        for (const { id } of [...page.posts, ...page.leftOut]) if (id !== null) listed.add(id)
        isComplete = page.complete
        dropsMedia ||= drops(before.values(), posts)
      }
    } finally {
      // Also those of a listing that fails later on.
      if (fresh.length > 0) await refreshes.savePosts(job, fresh)
    }
    await refreshes.finishPosts(job, {
      ...{ beganIn: connection.state, listed: isComplete ? listed : null, dropsMedia },
    })
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
      await acceptRefusal(error, account, parts)
    }
    return { nextRunAt: clock() + plans[plan].postRefreshSeconds * 1000 }
  }
}

/** A permission that was withdrawn costs the comments, not the posts. */
function isAboutComments(error: unknown, permissions: readonly string[]): boolean {
  return (
    error instanceof PlatformError &&
    error.kind === 'permission' &&
    permissions.includes(known.comments)
  )
}

/** A post keeps the comments that were stored when they could be read. */
const withCommentsOf = (before: ReadonlyMap<string, StoredPost>) => (post: ImportedPost) => ({
  ...post,
  comments: before.get(post.id)?.comments ?? [],
})

/** Whether files were shown before and are not shown now. */
function drops(before: Iterable<StoredPost>, after: readonly ImportedPost[]): boolean {
  const shown = filesOf(after, null)
  return [...filesOf(before, null)].some((file) => !shown.has(file))
}

const firstImport: readonly ConnectionState[] = ['importing', 'broken_import']
const isNotComments = (permission: string) => permission !== known.comments
const idOf = ({ id }: PlatformPost) => id
const fromPlatform = (value: PlatformPost) => ({ value, folder: null })
