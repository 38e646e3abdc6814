import { contentTypes, originalUrl, parseMediaPath } from '@photofeed/core'
import { accountScenarios, faultScenarios } from '@photofeed/core/scenarios'
import {
  type ConnectionStatus,
  connectionStatuses,
  apiKey as keyForm,
  type MediaType,
  mediaTypes,
  type PlanName,
  plans,
} from '@photofeed/openapi'
import * as z from 'zod/mini'
import { count, line, list, object, oneOf, text, time, webAddress } from './validation.ts'

// The fields of accounts and posts. The types below are inferred, so that each field is defined once. Messages complete
// "must be …".

const trueOrFalse = z.boolean({ error: 'true or false' })
const extensions = Object.keys(contentTypes) as (keyof typeof contentTypes)[]

const storedFile = object({
  /** 32 hexadecimal digits, derived from the content. */
  id: z
    .string({ error: 'the id of a file' })
    .check(z.refine(isFileId, { error: '32 hexadecimal digits' })),
  extension: oneOf(extensions),
  bytes: count,
})

function isFileId(id: string): boolean {
  return parseMediaPath(originalUrl('', { id, extension: 'jpg' })) !== null
}

const mediaFields = {
  /** Whether the service has a copy; otherwise the platform's expiring URL is served. Default: true. */
  stored: z.optional(trueOrFalse),
  /** An address to serve as it is; the service then has no copy. */
  url: z.optional(webAddress),
  /** A file whose bytes are served by the mock's option `media`, or are in the media folder of a data file. */
  file: z.optional(storedFile),
}

/** A picture beside a post: a poster, or the profile's. */
const picture = object(mediaFields).check(excludes('url', ['stored', 'file']))

const itemFields = {
  /** The platform's id. Default: seventeen digits that no other post of the account has. */
  id: z.optional(line),
  /** The address on the platform. Default: one made from the id. */
  permalink: z.optional(webAddress),
  /**
   * When it was published: ISO 8601 with a zone, or a Date. Default: a day before the post above, so that the first
   * is the newest; of an album's item, the album's.
   */
  timestamp: z.optional(time),
}

const imageFields = { ...itemFields, ...mediaFields }

const videoFields = {
  ...itemFields,
  ...mediaFields,
  /** The picture to show before the video plays; false for none. Default: a built-in picture, stored like the video. */
  poster: z.optional(z.union([picture, z.literal(false)], { error: 'a picture, or false' })),
  /** Whether the platform withheld the video's file: `mediaUrl` is then its poster's. Default: false. */
  withheld: z.optional(trueOrFalse),
}

const commentFields = {
  /** The platform's id. Default: one made from the post's. */
  id: z.optional(line),
  /** Default: left out, as the platform does at times. */
  text: z.optional(text),
  /** ISO 8601 with a zone, or a Date; returned in the platform's form. Default: an hour after the post. */
  timestamp: z.optional(time),
  /** Default: 0. */
  like_count: z.optional(count),
}
const comment = object(commentFields)

const postFields = {
  /** Hashtags and mentions included; null for none. Default: a line that fits the picture. */
  caption: z.nullish(text),
  /** Default: null. */
  altText: z.nullish(text),
  /** Null when the platform gives none. Default: a number that differs from post to post. */
  likeCount: z.nullish(count),
  /** Null when the platform gives none. Default: the number of `comments`. */
  commentsCount: z.nullish(count),
  /** Returned with `include[]=comments`, in this order. Default: none. */
  comments: z.optional(list(comment)),
  /** The place in the stored order, from 1. Default: the last post of the list was stored first. */
  position: z.optional(count.check(z.minimum(1, { error: 'a number from 1' }))),
}

const image = { mediaType: z.literal('IMAGE') }
const video = { mediaType: z.literal('VIDEO') }

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

const item = z.discriminatedUnion(
  'mediaType',
  [
    object({ ...image, ...imageFields }).check(oneSource),
    object({ ...video, ...videoFields }).check(oneSource, withheldAlone, withPoster),
  ],
  typeError(mediaTypes.filter((type) => type !== 'CAROUSEL_ALBUM')),
)

const albumFields = {
  ...itemFields,
  ...mediaFields,
  ...postFields,
  /** Images and videos, in this order. Default: two images. */
  children: z.optional(list(item)),
}

const post = z.discriminatedUnion(
  'mediaType',
  [
    object({ ...image, ...imageFields, ...postFields }).check(oneSource),
    object({ ...video, ...videoFields, ...postFields }).check(oneSource, withheldAlone, withPoster),
    object({ mediaType: z.literal('CAROUSEL_ALBUM'), ...albumFields }).check(oneSource),
  ],
  typeError(mediaTypes),
)

const publishedKeys = new Set<string>(
  [...accountScenarios, ...faultScenarios].map(({ apiKey }) => apiKey),
)
const keyText = 'a key of 64 characters, only digits and the letters a to f'

const accountFields = {
  /** Without a leading @. Default: `my.feed`. */
  username: z.optional(
    line.check(z.refine((name) => !name.startsWith('@'), { error: 'without a leading @' })),
  ),
  /** The name that tools list the account by. Default: the username. */
  scenario: z.optional(line),
  /** The account's purpose, in a line. Default: a line that names the plan. */
  description: z.optional(line),
  /** 64 hexadecimal digits, not one of the published keys. Default: made from `scenario`, always the same. */
  apiKey: z.optional(
    z.string({ error: keyText }).check(
      z.regex(new RegExp(keyForm.pattern), { error: keyText }),
      z.refine((key) => !publishedKeys.has(key), {
        error: 'a key that no published scenario has',
      }),
    ),
  ),
  /** Default: `premium`. */
  plan: z.optional(oneOf(Object.keys(plans) as PlanName[])),
  /** Default: `ready`. */
  status: z.optional(oneOf(Object.keys(connectionStatuses) as ConnectionStatus[])),
  /** The profile's display name. Default: the username. */
  name: z.nullish(text),
  /** May contain line breaks. Default: null. */
  biography: z.nullish(text),
  /** Default: null. */
  website: z.nullish(text),
  /** Null for none. Default: a built-in picture, stored. */
  profilePicture: z.nullish(picture),
  /** Default: 1280. */
  followersCount: z.nullish(count),
  /** Default: 301. */
  followsCount: z.nullish(count),
  /** All posts on the platform, not only those here. Default: the number of `posts`. */
  mediaCount: z.nullish(count),
  /** ISO 8601 with a zone, or a Date; null if never. Default: when the mock starts; while importing, null. */
  lastFetchAt: z.nullish(time),
  /** Newest first, at most 10,000. Default: none. */
  posts: z.optional(list(post)),
}
export const accountSchema = object(accountFields)

/** Rejects a field beside others that contradict it. */
function excludes(name: string, others: readonly string[]) {
  return ({ value, issues }: z.core.ParsePayload<object>): void => {
    const isSet = (field: string) => ![undefined, false].includes(Reflect.get(value, field))
    const other = others.find((field) => Reflect.get(value, field) !== undefined)
    if (!isSet(name) || other === undefined) return
    issues.push({
      code: 'custom',
      input: value,
      params: { whole: true },
      message: `has both ${name} and ${other}, of which there can be only one`,
    })
  }
}

function typeError(types: readonly MediaType[]) {
  return {
    error: ({ code }: { code?: string | undefined }) =>
      code === 'invalid_type' ? 'an object' : `one of ${types.join(', ')}`,
  }
}

type InputOf<Fields extends z.core.$ZodLooseShape> = z.input<z.ZodMiniObject<Fields>>

/** Where a picture or video is. At most one of `url` and `file`; without both it is a built-in one. */
export interface MediaInput extends InputOf<typeof mediaFields> {}
/** A comment of a post, in the platform's form. */
export interface CommentInput extends InputOf<typeof commentFields> {}
export interface ImageInput extends InputOf<typeof imageFields & typeof postFields> {}
export interface VideoInput extends InputOf<typeof videoFields & typeof postFields> {}
/** An album shows its own media when it has no stored item; by default those of its first item. */
export interface AlbumInput extends InputOf<typeof albumFields> {}
/** An account of your own; every field has a default. */
export interface AccountInput extends InputOf<typeof accountFields> {}

/** What a post and an item of an album have in common. */
export interface ItemFields extends InputOf<typeof itemFields> {}
/** What a post has beside its media. */
export interface PostFields extends InputOf<typeof postFields> {}

/** An item of an album. */
export type CustomItem = z.input<typeof item>
/** A post of an account of your own. */
export type CustomPost = z.input<typeof post>
export interface CustomImage extends ImageInput {
  mediaType: 'IMAGE'
}
export interface CustomVideo extends VideoInput {
  mediaType: 'VIDEO'
}
export interface CustomAlbum extends AlbumInput {
  mediaType: 'CAROUSEL_ALBUM'
}

/** Input after the check: times in the service's form, no defaults yet. */
export type CheckedAccount = z.output<typeof accountSchema>
export type CheckedPost = z.output<typeof post>
export type CheckedItem = z.output<typeof item>
export type CheckedComment = z.output<typeof comment>
