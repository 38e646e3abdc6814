import { mediaTypes } from '@photofeed/openapi'
import { z } from 'zod'
import { PlatformError, redacted } from './platform-problems.ts'

// The platform says null by leaving a key out.

/** A number above 2^53 has lost digits. */
export const id = z.preprocess(
  (value) => (Number.isSafeInteger(value) ? String(value) : value),
  z.string().regex(/^\w{1,64}$/),
)

const text = z.string().nullable().default(null)

const count = z.int().nonnegative().nullable().default(null)

/** A time like 2024-10-29T13:53:38+0000. Other ways to write UTC are accepted. */
const time = z.string().transform((value, { addIssue }) => {
  const [, seconds = ''] = /^(.{19})(?:\.\d{1,9})?(?:Z|[+-]00:?00)$/.exec(value) ?? []
  const milliseconds = Date.parse(`${seconds}Z`)
  // Date.parse moves 30 February on to March.
  if (!Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(seconds)) {
    return `${seconds}+0000`
  }
  addIssue({ code: 'custom', message: 'no time in UTC' })
  return z.NEVER
})
const instant = time.transform((value) => Date.parse(`${value.slice(0, 19)}Z`))

/** Whether a client can load a URL. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

/** No URL is null; one that no client could load cannot be read. */
const url = text
  .transform((value) => value || null)
  .refine((value) => value === null || isWebAddress(value))

const permalink = z.string().refine(isWebAddress)

const mediaType = reelsAsVideo(z.enum(mediaTypes))

/** A field of another form than the platform documents is undefined, so that it costs only itself. */
const lenient = <Output>(field: z.ZodType<Output>) =>
  field.or(z.unknown().transform(() => undefined))

const itemTypes = z.enum(mediaTypes).exclude(['CAROUSEL_ALBUM'])
const childType = reelsAsVideo(itemTypes)

const files = { media_url: lenient(url), thumbnail_url: lenient(url) }

export const childSchema = z.object({
  id,
  media_type: lenient(childType),
  ...files,
  permalink: lenient(permalink.nullable().default(null)),
  timestamp: lenient(instant.nullable().default(null)),
})

export const commentSchema = z.object({
  id,
  text: lenient(text),
  timestamp: lenient(time),
  like_count: lenient(count),
})

export const postSchema = z.object({
  id,
  caption: lenient(text),
  alt_text: lenient(text),
  media_type: lenient(mediaType),
  ...files,
  permalink: lenient(permalink),
  timestamp: lenient(instant),
  like_count: lenient(count),
  comments_count: lenient(count),
  children: lenient(edge(childSchema)),
  comments: lenient(edge(commentSchema)),
})

/** `id` differs for every app, so only `user_id` names the account. */
export const profileSchema = z.object({
  user_id: id,
  username: lenient(z.string().regex(/^[\w.-]{1,64}$/)),
  name: lenient(text),
  biography: lenient(text),
  website: lenient(text),
  profile_picture_url: lenient(url),
  followers_count: lenient(count),
  follows_count: lenient(count),
  media_count: lenient(count),
})

/** The permissions that the client requests. */
export const permissions = {
  /** Profile, posts, albums. */
  basic: 'instagram_business_basic',
  /** The texts of comments. */
  comments: 'instagram_business_manage_comments',
} as const

const token = z.string().regex(/^[\x21-\x7e]{1,4096}$/)

const permissionList = z
  .union([z.string().transform((text) => text.split(/[\s,]+/)), z.array(z.string())])
  .transform((names) => names.filter((name) => name !== ''))
  .nullable()
  .default(null)

export const shortTokenSchema = z.object({
  access_token: token,
  user_id: id,
  permissions: permissionList,
})

export const longTokenSchema = z.object({
  access_token: token,
  expires_in: z.int().positive(),
})

/** Returns the schema for a response that is flat, or the only item of `data`: both occur. */
export function flatOrWrapped<Item>(item: z.ZodType<Item>, json: unknown): z.ZodType<Item> {
  if (!isWrapped(json)) return item
  return z.object({ data: z.tuple([item], z.unknown()) }).transform(({ data }) => data[0])
}

/** Each post is read by itself, so that one that cannot be read costs only itself. */
export const listingSchema = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({
      cursors: z
        .object({ after: z.string().nullable().default(null) })
        .nullable()
        .default(null),
      // A URL that contains the access token: only whether it is there is read.
      next: z
        .unknown()
        .optional()
        .transform((next) => next !== undefined && next !== null),
    })
    .nullable()
    .default(null),
})

/** The platform's way to list what belongs to a post: `{ data: [...] }`. Items without an id are only counted. */
function edge<Item>(item: z.ZodType<Item>) {
  return z
    .object({ data: z.array(z.unknown()).nullable().default(null) })
    .nullable()
    .default(null)
    .transform((found) => {
      const all = (found?.data ?? []).map((json) => item.safeParse(json))
      const items = all.flatMap(({ data }) => (data === undefined ? [] : [data]))
      return { items, nameless: all.length - items.length }
    })
}

function reelsAsVideo<Type extends z.ZodType>(type: Type) {
  return z.preprocess((value) => (value === 'REELS' ? 'VIDEO' : value), type)
}

export type PlatformProfile = z.infer<typeof profileSchema>
export type PlatformPost = z.infer<typeof postSchema>

/** Whether a response has its items in `data`, as media pages and some profiles do. */
function isWrapped(json: unknown): json is { data: unknown[] } {
  return typeof json === 'object' && json !== null && 'data' in json && Array.isArray(json.data)
}

/** Parses a response with a schema. The error says where the first problem is, and contains none of its values. */
export function readResponse<T>(schema: z.ZodType<T>, json: unknown, operation: string): T {
  const { data, error } = schema.safeParse(json)
  if (!error) return data
  const [issue] = error.issues
  const saying = `${z.core.toDotPath(issue?.path ?? [])}: ${issue?.message}`
  throw new PlatformError('unreadable', { operation, saying: redacted(saying, []) })
}

/** JSON in which a whole number that JavaScript would round stays the text that it was; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, exactly)
  } catch {
    return undefined
  }
}

// The third argument is not in TypeScript's types yet.
const exactly = ((_key: string, value: unknown, { source = '' }: { source?: string }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
    ? source
    : value) as (key: string, value: unknown) => unknown
