import type { PlanName, Schemas } from '@photofeed/openapi'
import type { CompletePost } from './complete-post.ts'
import type { MediaInput, OwnMedia } from './media-input.ts'
import type { OwnPost } from './post-input.ts'

type Field<Name extends keyof Schemas['Account']> = Schemas['Account'][Name]

/** An account of your own; every field has a default. */
export interface AccountInput {
  /** Without a leading @. Default: `my.feed`. */
  username?: Field<'username'>
  /** The name that tools list the account by. Default: the username. */
  scenario?: string
  /** What the account is for, in a line. Default: a line that names the plan. */
  description?: string
  /** 64 hexadecimal digits, not one of the published keys. Default: made from `scenario`, always the same. */
  apiKey?: string
  /** Default: `premium`. */
  plan?: PlanName
  /** Default: `ready`. */
  status?: Field<'status'>
  /** The profile's display name. Default: the username. */
  name?: Field<'name'>
  /** May contain line breaks. Default: null. */
  biography?: Field<'biography'>
  /** Default: null. */
  website?: Field<'website'>
  /** Null for none. Default: one of the mock's own pictures, stored. */
  profilePicture?: MediaInput | null
  /** Default: 1280. */
  followersCount?: Field<'followersCount'>
  /** Default: 301. */
  followsCount?: Field<'followsCount'>
  /** All posts on the platform, not only those here. Default: as many as `posts` holds. */
  mediaCount?: Field<'mediaCount'>
  /** ISO 8601 with a zone, or a Date; null if never. Default: when the mock starts; while importing, null. */
  lastFetchAt?: string | Date | null
  /** Newest first, at most 10,000. Default: none. */
  posts?: readonly OwnPost[]
}

/**
 * An account with nothing left open but the moment of its last fetch. Plain JSON: written to a file and read back
 * through `account()`, it is the same.
 */
export interface OwnAccount extends Omit<Schemas['Account'], 'profilePictureUrl' | 'lastFetchAt'> {
  scenario: string
  description: string
  apiKey: string
  plan: PlanName
  profilePicture: OwnMedia | null
  /** The service's form of a time; null if never; left out: when the mock starts. */
  lastFetchAt?: string | null
  posts: CompletePost[]
}
