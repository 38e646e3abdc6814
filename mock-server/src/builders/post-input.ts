import type { MediaType, Schemas } from '@photofeed/openapi'
import type { MediaInput } from './media-input.ts'

type Field<Name extends keyof Schemas['Post']> = Schemas['Post'][Name]

/** What a post and an item of an album have in common. */
export interface ItemFields {
  /** The platform's id. Default: seventeen digits that no other post of the account has. */
  id?: string
  /** The address on the platform. Default: one made from the id. */
  permalink?: string
  /**
   * When it was published: ISO 8601 with a zone, or a Date. Default: a day before the post above, so that the first
   * is the newest; of an album's item, the album's.
   */
  timestamp?: string | Date
}

export interface ImageFields extends ItemFields, MediaInput {}

export interface VideoFields extends ItemFields, MediaInput {
  /** The picture that stands for the video; false for none. Default: one of the mock's own, stored as the video is. */
  poster?: MediaInput | false
  /** Whether the platform withheld the video's file: `mediaUrl` is then its poster's. Default: false. */
  withheld?: boolean
}

/** A comment of a post, in the platform's own form. */
export interface CommentInput {
  /** The platform's id. Default: one made from the post's. */
  id?: string
  /** Default: left out, as the platform does at times. */
  text?: string
  /** ISO 8601 with a zone, or a Date; answered in the platform's form. Default: an hour after the post. */
  timestamp?: string | Date
  /** Default: 0. */
  like_count?: number
}

/** What a post has beside its media. */
export interface PostFields {
  /** Hashtags and mentions included; null for none. Default: a line that fits the picture. */
  caption?: Field<'caption'>
  /** Default: null. */
  altText?: Field<'altText'>
  /** Null when the platform gives none. Default: a number that differs from post to post. */
  likeCount?: Field<'likeCount'>
  /** Null when the platform gives none. Default: as many as `comments` holds. */
  commentsCount?: Field<'commentsCount'>
  /** Given with `include[]=comments`, in this order. Default: none. */
  comments?: readonly CommentInput[]
  /** The place in the stored order, from 1. Default: the last post of the list was stored first. */
  position?: number
}

export interface ImageInput extends ImageFields, PostFields {}

export interface VideoInput extends VideoFields, PostFields {}

/** Its own media are what it shows when it has no stored item; by default those of its first item. */
export interface AlbumInput extends ItemFields, MediaInput, PostFields {
  /** Images and videos, in this order. Default: two images. */
  children?: readonly OwnItem[]
}

type OfType<Type extends MediaType, Fields> = Fields & { mediaType: Type }

/** An item of an album. */
export type OwnItem = OfType<'IMAGE', ImageFields> | OfType<'VIDEO', VideoFields>

export type OwnImage = OfType<'IMAGE', ImageInput>
export type OwnVideo = OfType<'VIDEO', VideoInput>
export type OwnAlbum = OfType<'CAROUSEL_ALBUM', AlbumInput>

/** A post of an account of your own. */
export type OwnPost = OwnImage | OwnVideo | OwnAlbum
