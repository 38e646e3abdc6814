import { plans } from '@photofeed/openapi'
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
    { token }: Refreshed,
    permissions: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const intake = mediaIntake(parts, signal)
    const listed = new Set<string>()
    let isComplete = false
    for await (const page of parts.platform.mediaPages(token, { permissions, signal })) {
      const before = await refreshes.findPosts(job.accountId, page.posts.map(idOf))
      const posts = await takePosts(page.posts.map(fromPlatform), before, intake)
      // Media that were broken off for the signal are no reason to store a post without them.
      signal.throwIfAborted()
      const withComments = permissions.includes(known.comments)
      await refreshes.savePosts(
        job,
        withComments
          ? posts
          : posts.map((post) => ({ ...post, comments: before.get(post.id)?.comments ?? [] })),
      )
      for (const { id } of [...page.posts, ...page.leftOut]) if (id !== null) listed.add(id)
      isComplete = page.complete
    }
    await refreshes.finishPosts(job, isComplete ? listed : null)
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

const isNotComments = (permission: string) => permission !== known.comments
const idOf = ({ id }: PlatformPost) => id
const fromPlatform = (value: PlatformPost) => ({ value, folder: null })
