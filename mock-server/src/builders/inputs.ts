import type { StoredFile } from '@photofeed/core'
import type { ConnectionStatus, PlanName } from '@photofeed/openapi'

// What accounts and posts of your own are made from. The schemas check it; these are interfaces of their own, because users
// read them in their editor.

/** Where a picture or video is. At most one of `url` and `file`; without both it is a built-in one. */
export interface MediaInput {
  /** Whether the service has a copy; otherwise the platform's expiring URL is served. Default: true. */
  stored?: boolean | undefined
  /** An address to serve as it is; the service then has no copy. */
  url?: string | undefined
  /** A file whose bytes are served by the mock's option `media`, or are in the media folder of a data file. */
  file?: StoredFile | undefined
}

/** What a post and an item of an album have in common. */
interface ItemFields {
  /** The platform's id. Default: seventeen digits that no other post of the account has. */
  id?: string | undefined
  /** The address on the platform. Default: one made from the id. */
  permalink?: string | undefined
  /**
   * When it was published: ISO 8601 with a zone, or a Date. Default: a day before the post above, so that the first
   * is the newest; of an album's item, the album's.
   */
  timestamp?: string | Date | undefined
}

interface VideoFields {
  /** The picture to show before the video plays; false for none. Default: a built-in picture, stored like the video. */
  poster?: MediaInput | false | undefined
  /** Whether the platform withheld the video's file: `mediaUrl` is then its poster's. Default: false. */
  withheld?: boolean | undefined
}

/** A comment of a post, in the platform's form. */
export interface CommentInput {
  /** The platform's id. Default: one made from the post's. */
  id?: string | undefined
  /** Default: left out, as the platform does at times. */
  text?: string | undefined
  /** ISO 8601 with a zone, or a Date; returned in the platform's form. Default: an hour after the post. */
  timestamp?: string | Date | undefined
  /** Default: 0. */
  like_count?: number | undefined
}

/** What a post has beside its media and its place; in changes, fields that are missing stay as they are. */
export interface PostChanges {
  /** Hashtags and mentions included; null for none. Default: a line that fits the picture. */
  caption?: string | null | undefined
  /** Default: null. */
  altText?: string | null | undefined
  /** Null when the platform gives none. Default: a number that differs from post to post. */
  likeCount?: number | null | undefined
  /** Null when the platform gives none. Default: the number of `comments`. */
  commentsCount?: number | null | undefined
  /** Returned with `include[]=comments`, in this order. Default: none. */
  comments?: readonly CommentInput[] | undefined
}

interface PostFields extends PostChanges {
  /** The place in the stored order, from 1. Default: the last post of the list was stored first. */
  position?: number | undefined
}

export interface ImageInput extends ItemFields, MediaInput, PostFields {}
export interface VideoInput extends ItemFields, MediaInput, VideoFields, PostFields {}
/** An album shows its own media when it has no stored item; by default those of its first item. */
export interface AlbumInput extends ItemFields, MediaInput, PostFields {
  /** Images and videos, in this order. Default: two images. */
  children?: readonly CustomItem[] | undefined
}

/** An item of an album. */
export type CustomItem =
  | (ItemFields & MediaInput & { mediaType: 'IMAGE' })
  | (ItemFields & MediaInput & VideoFields & { mediaType: 'VIDEO' })

export interface CustomImage extends ImageInput {
  mediaType: 'IMAGE'
}
export interface CustomVideo extends VideoInput {
  mediaType: 'VIDEO'
}
export interface CustomAlbum extends AlbumInput {
  mediaType: 'CAROUSEL_ALBUM'
}
/** A post of an account of your own. */
export type CustomPost = CustomImage | CustomVideo | CustomAlbum

/** An account of your own; every field has a default. */
export interface AccountInput {
  /** Without a leading @. Default: `my.feed`. */
  username?: string | undefined
  /** The name that tools list the account by. Default: the username. */
  scenario?: string | undefined
  /** The account's purpose, in a line. Default: a line that names the plan. */
  description?: string | undefined
  /** 64 hexadecimal digits, not one of the published keys. Default: made from `scenario`, always the same. */
  apiKey?: string | undefined
  /** Default: `premium`. */
  plan?: PlanName | undefined
  /** Default: `ready`. */
  status?: ConnectionStatus | undefined
  /** The profile's display name. Default: the username. */
  name?: string | null | undefined
  /** May contain line breaks. Default: null. */
  biography?: string | null | undefined
  /** Default: null. */
  website?: string | null | undefined
  /** Null for none. Default: a built-in picture, stored. */
  profilePicture?: MediaInput | null | undefined
  /** Default: 1280. */
  followersCount?: number | null | undefined
  /** Default: 301. */
  followsCount?: number | null | undefined
  /** All posts on the platform, not only those here. Default: the number of `posts`. */
  mediaCount?: number | null | undefined
  /** ISO 8601 with a zone, or a Date; null if never. Default: when the mock starts; while importing, null. */
  lastFetchAt?: string | Date | null | undefined
  /** Newest first, at most 10,000. Default: none. */
  posts?: readonly CustomPost[] | undefined
}
