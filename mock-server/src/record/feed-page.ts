import {
  type ConnectionStatus,
  connectionStatuses,
  mediaTypes,
  type Schemas,
} from '@photofeed/openapi'
import type { FeedPage } from '@photofeed/sdk'
import * as z from 'zod/mini'
import { dataProblem } from '../builders/validation.ts'

// Only the shape is checked: the builder checks the values. Messages complete "must be …".

/** Every field of a schema that is not always null: one that is missing below is a type error. */
type Fields<Name extends keyof Schemas> = {
  [Field in keyof Required<Schemas[Name]> as Schemas[Name][Field] extends null
    ? never
    : Field]: z.ZodMiniType
}

const text = z.string({ error: 'text' })
const wholeNumber = z.int({ error: 'a whole number' })
const anObject = { error: 'an object' }
const statuses = Object.keys(connectionStatuses) as ConnectionStatus[]

const itemFields = {
  id: text,
  mediaUrl: text,
  thumbnailUrl: z.nullable(text),
  permalink: text,
  timestamp: text,
  sizes: z.nullish(z.record(text, text, anObject)),
}

const childTypes = mediaTypes.filter((type) => type !== 'CAROUSEL_ALBUM')

const child = z.object(
  {
    ...itemFields,
    mediaType: z.enum(childTypes, { error: `one of ${childTypes.join(', ')}` }),
  } satisfies Fields<'Child'>,
  anObject,
)

const comment = z.object(
  {
    id: text,
    text: z.exactOptional(text),
    timestamp: text,
    like_count: wholeNumber,
  } satisfies Fields<'Comment'>,
  anObject,
)

const post = z.object(
  {
    ...itemFields,
    mediaType: z.enum(mediaTypes, { error: `one of ${mediaTypes.join(', ')}` }),
    caption: z.nullable(text),
    altText: z.nullable(text),
    likeCount: z.nullable(wholeNumber),
    commentsCount: z.nullable(wholeNumber),
    children: z.array(child, { error: 'a list' }),
    comments: z.array(comment, { error: 'a list' }),
  } satisfies Fields<'Post'>,
  anObject,
)

const account = z.object(
  {
    username: text,
    name: z.nullable(text),
    biography: z.nullable(text),
    website: z.nullable(text),
    profilePictureUrl: z.nullable(text),
    followersCount: z.nullable(wholeNumber),
    followsCount: z.nullable(wholeNumber),
    mediaCount: z.nullable(wholeNumber),
    status: z.enum(statuses, { error: `one of ${statuses.join(', ')}` }),
    lastFetchAt: z.nullable(text),
  } satisfies Fields<'Account'>,
  anObject,
)

const page = z.object(
  {
    account,
    posts: z.array(post, { error: 'a list' }),
    pagination: z.object(
      {
        nextCursor: z.nullable(text),
        hasMore: z.boolean({ error: 'true or false' }),
        perPage: wholeNumber,
      },
      anObject,
    ),
  },
  anObject,
)

/** What a recording uses of a page with children and comments. */
export type PageData = z.infer<typeof page>
export type PagePost = z.infer<typeof post>
export type PageItem = z.infer<typeof child>

/** Returns what a recording uses of a page, or what is wrong with its shape. */
export function readPage(data: unknown): { page: PageData } | { problem: string } {
  const read = page.safeParse(data)
  return read.success ? { page: read.data } : { problem: dataProblem(read.error, data) }
}

/** A page, and the same page with WebP sizes; null where the plan has no sizes. */
export interface RecordedPage {
  page: PageData
  webp: PageData | null
}

/** A page as the SDK returned it, which `feed.next` reads on from. */
export type SourcePage = FeedPage
