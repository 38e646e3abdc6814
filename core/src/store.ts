import type {
  ConnectionStatus,
  ImageFormat,
  MediaType,
  Ordering,
  PlanName,
  Schemas,
} from '@photofeed/openapi'
import type { PostFilter } from './query.ts'

/**
 * What core reads an account's feed from. The mock stores it in memory, the server in SQL;
 * both pass the suite in `core/test/store/`.
 */
export interface FeedStore {
  /** The account that a well-formed key reads; null for every key that is not active. */
  findAccountByKey(apiKey: string): Promise<StoredAccount | null>
  /** At most `query.limit` matching posts, in the query's order, strictly behind `query.after`. */
  findPosts(accountId: number, query: PostQuery): Promise<StoredPost[]>
  /** One post of the account by the platform's id; null when it has none. */
  findPost(accountId: number, platformId: string): Promise<StoredPost | null>
}

export interface StoredAccount {
  /** The store's own id; never leaves the service. */
  id: number
  /** The platform's id of the account. */
  platformId: string
  plan: PlanName
  status: ConnectionStatus
  profile: StoredProfile
  /** Milliseconds since the epoch of the last successful fetch of posts; null if never. */
  lastFetchAt: number | null
  /** Grows whenever a response about this account could change; cached responses are found by it. */
  version: number
}

export interface StoredProfile {
  username: string
  name: string | null
  biography: string | null
  website: string | null
  picture: Media | null
  followersCount: number | null
  followsCount: number | null
  mediaCount: number | null
}

export interface StoredPost {
  /** The platform's id of the post. */
  id: string
  /** The stored order: a number that is unique in the account, grows and never changes. */
  position: number
  /** Milliseconds since the epoch. */
  publishedAt: number
  mediaType: MediaType
  caption: string | null
  altText: string | null
  /** The picture or video; of a video that the platform withheld, its poster. */
  media: Media
  /** The poster of a VIDEO; null for other types. */
  thumbnail: Media | null
  permalink: string
  likeCount: number | null
  commentsCount: number | null
  /** The items of a CAROUSEL_ALBUM, in its order; empty for other types. */
  children: StoredChild[]
  /** Empty if the query does not request comments. */
  comments: Schemas['Comment'][]
}

export interface StoredChild {
  id: string
  mediaType: Exclude<MediaType, 'CAROUSEL_ALBUM'>
  media: Media
  thumbnail: Media | null
  permalink: string
  publishedAt: number
}

/** A picture or video: our copy when there is one, and the platform's expiring URL. */
export interface Media {
  file: StoredFile | null
  platformUrl: string
  /** Why our copy can never be stored, in a few words. */
  rejected?: string
}

export interface StoredFile {
  /** 32 hexadecimal digits; a server adds the folder of the account in front: 16 digits and a slash. */
  id: string
  extension: FileExtension
  bytes: number
}

export type FileExtension = ImageFormat | 'png' | 'mp4'

/** A post's place in both orderings. */
export type PostPosition = Pick<StoredPost, 'publishedAt' | 'position'>

export interface PostQuery extends PostFilter {
  /** Equal publication times are in stored order, in the same direction. */
  order: Ordering
  /** Start behind this place, in the query's order; null starts at the beginning. The place need not hold a post. */
  after: PostPosition | null
  limit: number
  /** Whether the posts' comments are read too. */
  comments: boolean
}
