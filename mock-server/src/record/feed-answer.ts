import {
  type ConnectionStatus,
  connectionStatuses,
  mediaTypes,
  type Schemas,
} from '@photofeed/openapi'
import { z } from 'zod'
import { dataProblem } from '../schemas/data-problem.ts'

// Only the form is looked at: what a value may be is for the builder to say. Messages complete "must be …".

/** Every field of a schema that is not always null: one that is missing below is a type error. */
type Fields<Name extends keyof Schemas> = {
  [Field in keyof Required<Schemas[Name]> as Schemas[Name][Field] extends null
    ? never
    : Field]: z.ZodType
}

const text = z.string({ error: 'text' })
const count = z.int({ error: 'a whole number' }).nullable()
const statuses = Object.keys(connectionStatuses) as ConnectionStatus[]

const sizes = z.record(text, text, { error: 'an object' })

const itemFields = {
  id: text,
  mediaUrl: text,
  thumbnailUrl: text.nullable(),
  permalink: text,
  timestamp: text,
  sizes: sizes.nullable().optional(),
}

const child = z.object(
  {
    ...itemFields,
    mediaType: z.enum(mediaTypes).exclude(['CAROUSEL_ALBUM'], { error: 'IMAGE or VIDEO' }),
  } satisfies Fields<'Child'>,
  { error: 'an object' },
)

const comment = z.object({
  id: text,
  text: text.exactOptional(),
  timestamp: text,
  like_count: z.int({ error: 'a whole number' }),
} satisfies Fields<'Comment'>)

const post = z.object(
  {
    ...itemFields,
    mediaType: z.enum(mediaTypes, { error: `one of ${mediaTypes.join(', ')}` }),
    caption: text.nullable(),
    altText: text.nullable(),
    likeCount: count,
    commentsCount: count,
    children: z.array(child, { error: 'a list' }),
    comments: z.array(comment, { error: 'a list' }),
  } satisfies Fields<'Post'>,
  { error: 'an object' },
)

const answer = z.object(
  {
    username: text,
    name: text.nullable(),
    biography: text.nullable(),
    website: text.nullable(),
    profilePictureUrl: text.nullable(),
    followersCount: count,
    followsCount: count,
    mediaCount: count,
    status: z.enum(statuses, { error: `one of ${statuses.join(', ')}` }),
    lastFetchAt: text.nullable(),
    posts: z.array(post, { error: 'a list' }),
    pagination: z.object(
      {
        nextCursor: text.nullable(),
        hasMore: z.boolean({ error: 'true or false' }),
        perPage: z.int({ error: 'a whole number' }),
      },
      { error: 'an object' },
    ),
  } satisfies Fields<'AccountWithPosts'>,
  { error: 'an object' },
)

/** One page of a feed with children and comments, as far as a recording looks at it. */
export type FeedAnswer = z.infer<typeof answer>
export type AnsweredPost = z.infer<typeof post>
export type AnsweredItem = z.infer<typeof child>

/** Reads an answer of `/api/v1/me`; of another shape, what is wrong with it. */
export function readFeedAnswer(json: unknown): { answer: FeedAnswer } | { problem: string } {
  const read = answer.safeParse(json)
  return read.success ? { answer: read.data } : { problem: dataProblem(read.error, json) }
}
