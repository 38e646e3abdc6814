import { type MediaType, mediaTypes } from '@photofeed/openapi'
import { z } from 'zod'
import { count, line, list, object, text, time, webAddress } from '../schemas/value-schemas.ts'
import { excludes, mediaFields, picture } from './media-schema.ts'
import type { CommentInput, ItemFields, PostFields } from './post-input.ts'

const itemFields = {
  id: line.optional(),
  permalink: webAddress.optional(),
  timestamp: time.optional(),
} satisfies Record<keyof ItemFields, z.ZodType>

const imageFields = { mediaType: z.literal('IMAGE'), ...itemFields, ...mediaFields }

const videoFields = {
  mediaType: z.literal('VIDEO'),
  ...itemFields,
  ...mediaFields,
  poster: z.union([picture, z.literal(false)], { error: 'a picture, or false' }).optional(),
  withheld: z.boolean({ error: 'true or false' }).optional(),
}

const comment = object({
  id: line.optional(),
  text: text.optional(),
  timestamp: time.optional(),
  like_count: count.optional(),
} satisfies Record<keyof CommentInput, z.ZodType>)

const postFields = {
  caption: text.nullable().optional(),
  altText: text.nullable().optional(),
  likeCount: count.nullable().optional(),
  commentsCount: count.nullable().optional(),
  comments: list(comment).optional(),
  position: count.min(1, { error: 'a number from 1' }).optional(),
} satisfies Record<keyof PostFields, z.ZodType>

const oneSource = excludes('url', ['stored', 'file'])
const withheldAlone = excludes('withheld', ['url', 'file', 'stored'])

/** A withheld video shows its poster, so it needs one. */
function withPoster({
  value,
  issues,
}: z.core.ParsePayload<{ withheld?: unknown; poster?: unknown }>) {
  if (!value.withheld || value.poster !== false) return
  issues.push({
    code: 'custom',
    input: value,
    params: { whole: true },
    message: 'has withheld without a poster, which is what a withheld video shows',
  })
}

const itemTypes = mediaTypes.filter((type) => type !== 'CAROUSEL_ALBUM')

const item = z.discriminatedUnion(
  'mediaType',
  [
    object(imageFields).check(oneSource),
    object(videoFields).check(oneSource, withheldAlone, withPoster),
  ],
  oneOf(itemTypes),
)

export const ownPost = z.discriminatedUnion(
  'mediaType',
  [
    object({ ...imageFields, ...postFields }).check(oneSource),
    object({ ...videoFields, ...postFields }).check(oneSource, withheldAlone, withPoster),
    object({
      mediaType: z.literal('CAROUSEL_ALBUM'),
      ...itemFields,
      ...mediaFields,
      ...postFields,
      children: list(item).optional(),
    }).check(oneSource),
  ],
  oneOf(mediaTypes),
)

function oneOf(types: readonly MediaType[]) {
  return {
    error: ({ code }: { code?: string | undefined }) =>
      code === 'invalid_type' ? 'an object' : `one of ${types.join(', ')}`,
  }
}

/** A post as it was written: checked, its times in the service's form, nothing filled in. */
export type WrittenPost = z.infer<typeof ownPost>
export type WrittenItem = z.infer<typeof item>
export type WrittenComment = z.infer<typeof comment>
