import {
  contentTypes,
  limitsOfFields as limits,
  originalUrl,
  parseMediaPath,
} from '@photofeed/core'
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
import type {
  AccountInput,
  CommentInput,
  CustomAlbum,
  CustomImage,
  CustomPost,
  CustomVideo,
  MediaInput,
  PostChanges,
} from './inputs.ts'
import { count, formatTime, line, nameOf, object, rejectWhole, timeRange } from './validation.ts'

// Each has the fields of its interface in inputs.ts. Messages complete "must be …".

type FieldsOf<Input> = { [Name in keyof Required<Input>]: z.ZodMiniType<unknown, Input[Name]> }

const text = z
  .string({ error: 'text' })
  .check(z.maxLength(100_000, { error: 'text of at most 100,000 characters' }))

const webAddress = z.string({ error: 'a web address' }).check(
  z.maxLength(100_000, { error: 'a web address' }),
  z.refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
    error: 'a web address, like https://photos.example/p/1/',
  }),
)

const timeForm = 'an ISO 8601 time with a zone, like 2026-03-01T06:00:00+00:00'
const isoTime = z.iso.datetime({ offset: true })

/** A time as text or Date, in the service's form. */
const time = z.pipe(
  z.union([z.string(), z.date()], { error: timeForm }),
  z.transform((value: string | Date, { issues }) => {
    const milliseconds = typeof value === 'string' ? parseTime(value) : value.getTime()
    if (milliseconds >= timeRange.earliest && milliseconds <= timeRange.latest) {
      return formatTime(milliseconds)
    }
    issues.push({ code: 'custom', input: value, message: timeForm })
    return z.NEVER
  }),
)

function parseTime(value: string): number {
  // The platform writes its offsets without a colon.
  const text = value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  return isoTime.safeParse(text).success ? Date.parse(text) : Number.NaN
}

/** A list of bounded length; the length is checked before the items. */
function list<Item extends z.core.SomeType>(
  item: Item,
): z.ZodMiniType<z.output<Item>[], readonly z.input<Item>[]> {
  const bounded = z
    .array(z.unknown(), { error: 'a list' })
    .check(z.maxLength(10_000, { error: 'a list of at most 10,000' }))
  return z.pipe(bounded, z.array(item)) as never
}

const trueOrFalse = z.boolean({ error: 'true or false' })
const extensions = Object.keys(contentTypes) as (keyof typeof contentTypes)[]

const storedFile = object({
  id: z.string({ error: 'the id of a file' }).check(
    z.refine((id) => parseMediaPath(originalUrl('', { id, extension: 'jpg' })) !== null, {
      error: '32 hexadecimal digits',
    }),
  ),
  extension: nameOf(extensions),
  bytes: count,
})

const mediaFields = {
  stored: z.optional(trueOrFalse),
  url: z.optional(webAddress),
  file: z.optional(storedFile),
} satisfies FieldsOf<MediaInput>

/** A picture beside a post: a poster, or the profile's. */
const picture = object(mediaFields).check(excludes('url', ['stored', 'file']))

const comment = object(
  {
    id: z.optional(line),
    text: z.optional(text),
    timestamp: z.optional(time),
    like_count: z.optional(count),
  } satisfies FieldsOf<CommentInput>,
  limits.Comment,
)

const postFields = {
  caption: z.nullish(text),
  altText: z.nullish(text),
  likeCount: z.nullish(count),
  commentsCount: z.nullish(count),
  comments: z.optional(list(comment)),
} satisfies FieldsOf<PostChanges>
export const postChangesSchema = object(postFields, limits.Post)

/** What every post of an account has. */
const placedFields = {
  ...postFields,
  position: z.optional(count.check(z.minimum(1, { error: 'a number from 1' }))),
}

/** What a post and an item of an album have in common. */
const itemFields = {
  ...mediaFields,
  id: z.optional(line),
  permalink: z.optional(webAddress),
  timestamp: z.optional(time),
}

const image = { ...itemFields, mediaType: z.literal('IMAGE') }
const video = {
  ...itemFields,
  mediaType: z.literal('VIDEO'),
  poster: z.optional(z.union([picture, z.literal(false)], { error: 'a picture, or false' })),
  withheld: z.optional(trueOrFalse),
}

/** A withheld video shows its poster, so it needs one. */
function withPoster(payload: z.core.ParsePayload<{ withheld?: unknown; poster?: unknown }>) {
  if (!payload.value.withheld || payload.value.poster !== false) return
  rejectWhole(payload, 'has withheld without a poster, which is what a withheld video shows')
}

const oneSource = excludes('url', ['stored', 'file'])
const withheldAlone = excludes('withheld', ['url', 'file', 'stored'])

const item = z.discriminatedUnion(
  'mediaType',
  [
    object(image, limits.Child).check(oneSource),
    object(video, limits.Child).check(oneSource, withheldAlone, withPoster),
  ],
  typeError(mediaTypes.filter((type) => type !== 'CAROUSEL_ALBUM')),
)

const imagePost = { ...image, ...placedFields } satisfies FieldsOf<CustomImage>
const videoPost = { ...video, ...placedFields } satisfies FieldsOf<CustomVideo>
const album = {
  ...itemFields,
  ...placedFields,
  mediaType: z.literal('CAROUSEL_ALBUM'),
  children: z.optional(list(item)),
} satisfies FieldsOf<CustomAlbum>

export const postSchema = z.discriminatedUnion(
  'mediaType',
  [
    object(imagePost, limits.Post).check(oneSource),
    object(videoPost, limits.Post).check(oneSource, withheldAlone, withPoster),
    object(album, limits.Post).check(oneSource),
  ],
  typeError(mediaTypes),
)

const publishedKeys = new Set<string>(
  [...accountScenarios, ...faultScenarios].map(({ apiKey }) => apiKey),
)
const keyText = 'a key of 64 characters, only digits and the letters a to f'

/** Defaults that depend on other fields are in `account()`. */
export const accountSchema = object(
  {
    username: z._default(
      line.check(z.refine((name) => !name.startsWith('@'), { error: 'without a leading @' })),
      'my.feed',
    ),
    scenario: z.optional(line),
    description: z.optional(line),
    apiKey: z.optional(
      z.string({ error: keyText }).check(
        z.regex(new RegExp(keyForm.pattern), { error: keyText }),
        z.refine((key) => !publishedKeys.has(key), {
          error: 'a key that no published scenario has',
        }),
      ),
    ),
    plan: z._default(nameOf(Object.keys(plans) as PlanName[]), 'premium'),
    status: z._default(nameOf(Object.keys(connectionStatuses) as ConnectionStatus[]), 'ready'),
    name: z.nullish(text),
    biography: z._default(z.nullable(text), null),
    website: z._default(z.nullable(text), null),
    profilePicture: z._default(z.nullable(picture), () => ({})),
    followersCount: z._default(z.nullable(count), 1280),
    followsCount: z._default(z.nullable(count), 301),
    mediaCount: z.nullish(count),
    lastFetchAt: z.nullish(time),
    posts: z._default(list(postSchema), () => []),
  } satisfies FieldsOf<AccountInput>,
  limits.Account,
)

/** Rejects a field beside others that contradict it. */
function excludes(name: string, others: readonly string[]) {
  return (payload: z.core.ParsePayload<object>): void => {
    const read = (field: string): unknown => Reflect.get(payload.value, field)
    const other = others.find((field) => read(field) !== undefined)
    if (!read(name) || other === undefined) return
    rejectWhole(payload, `has both ${name} and ${other}, of which there can be only one`)
  }
}

function typeError(types: readonly MediaType[]) {
  return {
    error: ({ code }: { code?: string | undefined }) =>
      code === 'invalid_type' ? 'an object' : `one of ${types.join(', ')}`,
  }
}

// Public types must not name those of zod, which is not installed with the package.

/** Input after the check: times in the service's form, no defaults yet. */
type Checked<Value> = Value extends Date
  ? never
  : Value extends readonly (infer Item)[]
    ? Checked<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: Checked<Value[Name]> }
      : Value
export type CheckedAccount = Checked<AccountInput>
export type CheckedPost = Checked<CustomPost>
