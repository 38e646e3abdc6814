import type { Schemas } from '@photofeed/openapi'
import type { StoredPost } from '../store.ts'
import { platformTime } from '../timestamp.ts'
import { createId } from './random.ts'
import type { Spot } from './recipe.ts'

// Places in the listing where something unusual is.
const withoutText = 3
const keptBack = 27
const notCounted = 33

// No account has this number, so no post has a comment's id.
const idSeries = 99

const hour = 3_600_000

/** A post's comments and how many the platform says they are. */
export function commentsOf(spot: Spot): Pick<StoredPost, 'commentsCount' | 'comments'> {
  const { index } = spot
  // The platform sometimes counts comments that it does not give.
  if (index === keptBack) return { commentsCount: 8, comments: [] }
  const comments = index % 3 === 0 ? createComments(spot) : []
  return { commentsCount: index === notCounted ? null : comments.length, comments }
}

function createComments({ index, publishedAt, random }: Spot): Schemas['Comment'][] {
  return Array.from({ length: random.integer(1, 4) }, (_, place) => ({
    id: createId(idSeries, index, random),
    ...((index !== withoutText || place > 0) && { text: random.pick(texts) }),
    timestamp: platformTime(publishedAt + (place + 1) * hour + random.integer(0, 3000) * 1000),
    like_count: random.integer(0, 9),
  }))
}

const texts = [
  'That light! Where is this?',
  'We were there in May and it rained for a week.',
  'Saving this for the next rainy Sunday.',
  'My grandfather built boats like that 😍',
  'Print, please.',
  'Is the path open again?',
  'You had me at soup.',
  'The colours are unreal.',
  'Which lens did you take?',
  'See you on Thursday ⛵️',
  'I can smell the pines from here.',
  'Recipe or it did not happen!',
] as const
