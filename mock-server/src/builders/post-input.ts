import { type StoredPost, UserError } from '@photofeed/core'
import { idMaker, type PlacedPost } from './account.ts'
import type { CustomPost, PostChanges } from './inputs.ts'
import { postChangesSchema, postSchema } from './schemas.ts'
import { storedComments } from './stored-post.ts'
import { dataProblem, endSentence, formatTime } from './validation.ts'

/** Where a new post is in its account. */
interface NewPlace {
  position: number
  /** Milliseconds since the epoch. */
  publishedAt: number
  /** The ids of the other posts. */
  ids: readonly string[]
}

/**
 * Returns a post with its place.
 *
 * @throws {UserError} when a value breaks the contract, and for an id that another post has
 */
export function readPost(input: CustomPost, { position, publishedAt, ids }: NewPlace): PlacedPost {
  const read = postSchema.safeParse(input)
  if (!read.success) throw new UserError(postProblem(dataProblem(read.error, input)))
  const post = read.data
  if (post.id !== undefined && ids.includes(post.id)) {
    throw new UserError(postProblem(`id must differ from that of other posts, but is "${post.id}"`))
  }
  const newId = idMaker(ids.map((id) => ({ id })))
  return {
    ...post,
    id: post.id ?? newId(position),
    position,
    timestamp: post.timestamp ?? formatTime(publishedAt),
  }
}

/**
 * Returns changes of a post.
 *
 * @throws {UserError} when a value breaks the contract or a field is unknown
 */
export function readPostChanges(
  changes: PostChanges,
  { id, publishedAt }: Pick<StoredPost, 'id' | 'publishedAt'>,
): Partial<StoredPost> {
  const read = postChangesSchema.safeParse(changes)
  if (!read.success) throw new UserError(postProblem(dataProblem(read.error, changes)))
  const { comments, ...others } = read.data
  const known = Object.entries(others).filter(([, value]) => value !== undefined)
  return {
    ...(comments && {
      comments: storedComments(comments, { id, publishedAt }),
      commentsCount: comments.length,
    }),
    ...Object.fromEntries(known),
  }
}

function postProblem(problem: string): string {
  return endSentence(`The post's ${problem.replace(/^it /, 'fields ')}`)
}
