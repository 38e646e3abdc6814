import { UserError } from '@photofeed/core'
import type * as z from 'zod/mini'
import { deriveKey, idMaker } from './identity.ts'
import type {
  AccountInput,
  AlbumInput,
  CustomAlbum,
  CustomImage,
  CustomVideo,
  ImageInput,
  VideoInput,
} from './inputs.ts'
import { accountSchema, type CheckedAccount, type CheckedPost } from './schemas.ts'
import { formatTime, readData, timeRange } from './validation.ts'

/**
 * An account with the defaults of its fields, except the time of its last fetch, and with the place of each post. Plain
 * JSON: `account()` returns an equal account for a copy of it.
 */
export interface CompleteAccount
  extends Complete<Omit<CheckedAccount, 'lastFetchAt' | 'posts'>>,
    Pick<CheckedAccount, 'lastFetchAt'> {
  /** Each with its place in the account. */
  posts: (CheckedPost & { id: string; position: number; timestamp: string })[]
}

type Complete<Fields> = { [Name in keyof Fields]-?: Exclude<Fields[Name], undefined> }
export type PlacedPost = CompleteAccount['posts'][number]

/**
 * Creates your own account for a mock, checked against the contract, with a default for each missing field. Returns plain
 * JSON; for a copy of it, an equal account.
 *
 * @example
 * const shop = account({ username: 'my.shop', plan: 'free', posts: [post.image(), post.video()] })
 * const mock = createMock({ accounts: [shop] })
 *
 * @throws {UserError} when a value breaks the contract or a field is unknown.
 */
export function account(input: AccountInput = {}): CompleteAccount {
  const start = `account${quoteName(input)}: `
  const complete = completeAccount(readData(accountSchema, input, start))
  const { posts } = complete
  const problem = findRepeated(posts, 'id') ?? findRepeated(posts, 'position')
  if (problem !== null) throw new UserError(`${start}${problem}.`)
  return complete
}

function quoteName(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const { scenario, username } = input as Record<string, unknown>
  const name = [scenario, username].find((name) => typeof name === 'string' && name !== '')
  return typeof name === 'string' ? ` ${JSON.stringify(name.slice(0, 60))}` : ''
}

/**
 * Creates posts for {@link account}, and items for albums. Missing fields have plausible values.
 *
 * @example
 * post.image({ caption: 'First light #harbour', likeCount: 12 })
 * post.video({ withheld: true })
 * post.album({ children: [post.image(), post.video({ poster: false })] })
 */
export const post = {
  /** An IMAGE. */
  image: (input: ImageInput = {}): CustomImage => ({ ...input, mediaType: 'IMAGE' }),
  /** A VIDEO; reels are videos. */
  video: (input: VideoInput = {}): CustomVideo => ({ ...input, mediaType: 'VIDEO' }),
  /** A CAROUSEL_ALBUM. */
  album: (input: AlbumInput = {}): CustomAlbum => ({ ...input, mediaType: 'CAROUSEL_ALBUM' }),
} as const

/** Fills in the defaults that depend on other fields, always the same ones for the same account. */
function completeAccount(checked: z.output<typeof accountSchema>): CompleteAccount {
  const { lastFetchAt: given, ...fields } = checked
  const { username, plan, status, posts } = fields
  const { scenario = username, name = username, mediaCount = posts.length } = fields
  const lastFetchAt = given === undefined && status === 'importing' ? null : given
  return {
    ...fields,
    scenario,
    description: fields.description ?? `A custom account on the ${plan} plan`,
    apiKey: fields.apiKey ?? deriveKey(scenario),
    name,
    mediaCount,
    ...(lastFetchAt !== undefined && { lastFetchAt }),
    posts: placePosts(scenario, posts),
  }
}

function placePosts(scenario: string, posts: readonly CheckedPost[]): PlacedPost[] {
  const times = completeTimes(posts)
  const ids = posts.map(({ id }) => id)
  const newId = idMaker(scenario, ids)
  return posts.map((post, index) => {
    const position = post.position ?? posts.length - index
    const timestamp = times[index] as string
    return { ...post, id: post.id ?? newId(position), position, timestamp }
  })
}

const day = 86_400_000
const newest = Date.UTC(2026, 10, 18, 17, 42, 10)

/** The times of posts in a list: one without a time is a day older than the one before. */
function completeTimes(posts: readonly { timestamp?: string | undefined }[]): string[] {
  const first = posts.findIndex(({ timestamp }) => timestamp !== undefined)
  const known = posts[first]?.timestamp
  let next = known === undefined ? newest : Date.parse(known) + first * day
  return posts.map(({ timestamp }) => {
    const time = timestamp === undefined ? inRange(next) : Date.parse(timestamp)
    next = time - day
    return formatTime(time)
  })
}

function inRange(time: number): number {
  return Math.min(Math.max(time, timeRange.earliest), timeRange.latest)
}

/** Returns which posts have the same value in a field; null when each has another. */
function findRepeated(posts: readonly PlacedPost[], field: 'id' | 'position'): string | null {
  const places = new Map<unknown, number>()
  for (const [index, post] of posts.entries()) {
    const before = places.get(post[field])
    if (before !== undefined) {
      const value = JSON.stringify(post[field])
      return `posts[${index}].${field} must differ from that of posts[${before}], but both are ${value}`
    }
    places.set(post[field], index)
  }
  return null
}
