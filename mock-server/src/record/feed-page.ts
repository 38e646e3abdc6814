import {
  type ConnectionStatus,
  connectionStatuses,
  mediaTypes,
  type Schemas,
} from '@photofeed/openapi'
import type { FeedPage } from '@photofeed/sdk'
import * as z from 'zod'
import { dataProblem } from '../builders/validation.ts'

// Only the shape is checked: the builder checks the values. Messages complete "must be …".

/** Every field of a schema that is not always null: one that is missing below is a type error. */
type Fields<Name extends keyof Schemas> = {
  [Field in keyof Required<Schemas[Name]> as Schemas[Name][Field] extends null
    ? never
    : Field]: z.ZodType
}

const text = z.string({ error: 'text' })
const wholeNumber = z.int({ error: 'a whole number' })
const anObject = { error: 'an object' }
const statuses = Object.keys(connectionStatuses) as ConnectionStatus[]

const itemFields = {
  id: text,
  mediaUrl: text,
  thumbnailUrl: text.nullable(),
  permalink: text,
  timestamp: text,
  sizes: z.record(text, text, anObject).nullable().optional(),
}

const child = z.object(
  {
    ...itemFields,
    mediaType: z.enum(mediaTypes).exclude(['CAROUSEL_ALBUM'], { error: 'IMAGE or VIDEO' }),
  } satisfies Fields<'Child'>,
  anObject,
)

const comment = z.object(
  {
    id: text,
    text: text.exactOptional(),
    timestamp: text,
    like_count: wholeNumber,
  } satisfies Fields<'Comment'>,
  anObject,
)

const post = z.object(
  {
    ...itemFields,
    mediaType: z.enum(mediaTypes, { error: `one of ${mediaTypes.join(', ')}` }),
    caption: text.nullable(),
    altText: text.nullable(),
    likeCount: wholeNumber.nullable(),
    commentsCount: wholeNumber.nullable(),
    children: z.array(child, { error: 'a list' }),
    comments: z.array(comment, { error: 'a list' }),
  } satisfies Fields<'Post'>,
  anObject,
)

const account = z.object(
  {
    username: text,
    name: text.nullable(),
    biography: text.nullable(),
    website: text.nullable(),
    profilePictureUrl: text.nullable(),
    followersCount: wholeNumber.nullable(),
    followsCount: wholeNumber.nullable(),
    mediaCount: wholeNumber.nullable(),
    status: z.enum(statuses, { error: `one of ${statuses.join(', ')}` }),
    lastFetchAt: text.nullable(),
  } satisfies Fields<'Account'>,
  anObject,
)

const page = z.object(
  {
    account,
    posts: z.array(post, { error: 'a list' }),
    pagination: z.object(
      {
        nextCursor: text.nullable(),
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
