import type { StoredPost } from '@photofeed/core'
import { concurrentMap } from '@photofeed/core/node'
import type { ImportedPost } from '../db/ports.ts'
import type { PlatformPost } from '../platform/platform-schema.ts'
import type { Sourced } from './archive.ts'
import { mapPost } from './mapping.ts'
import type { MediaIntake } from './media-intake.ts'
import { storePostMedia } from './post-media.ts'

export interface Progress {
  done: number
  total: number
}

const concurrency = 4

/** The platform's posts as we store them, with their media in our store; without those that nothing can be shown of. */
export async function takePosts(
  posts: ReadonlyArray<Sourced<PlatformPost>>,
  known: ReadonlyMap<string, StoredPost>,
  intake: MediaIntake,
  onProgress?: (progress: Progress) => void,
): Promise<ImportedPost[]> {
  let done = 0
  const taken = await concurrentMap(posts, concurrency, async ({ value, folder }) => {
    const post = mapPost(value)
    const before = known.get(value.id) ?? null
    const stored = post && (await storePostMedia(post, before, folder, intake))
    done += 1
    onProgress?.({ done, total: posts.length })
    return stored
  })
  return taken.filter((post) => post !== null)
}
