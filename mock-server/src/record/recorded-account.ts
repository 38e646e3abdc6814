import { createHash } from 'node:crypto'
import { parseMediaPath, type StoredFile } from '@photofeed/core'
import { type PlanName, plans } from '@photofeed/openapi'
import type { FeedPage, FeedPost } from '@photofeed/sdk'
import type { AccountInput, CustomItem, CustomPost, MediaInput } from '../builders/inputs.ts'

export type Post = FeedPost<readonly ['children', 'comments']>
type Item = Post | Post['children'][number]

export interface RecordedFeed {
  plan: PlanName
  profile: FeedPage['account']
  /** In stored order. */
  posts: readonly Post[]
  /** The same posts with WebP sizes; none where the plan has no sizes. */
  webp: readonly Post[]
}

/** A picture or video of a feed, or a resized picture. */
export interface FeedMedia {
  /** The id of the original in the recording. */
  id: string
  url: string
  /** `768/` for a resized picture; empty for the original. */
  folder: string
}

/** Returns every media file that a feed names, each once. */
export function mediaOf({ profile, posts, webp }: RecordedFeed): FeedMedia[] {
  const items = [...posts, ...webp].flatMap((post): Item[] => [post, ...post.children])
  const own = items.filter((item) => !isShownByItem(item))
  const urls = own.flatMap(({ mediaUrl, thumbnailUrl }) => [mediaUrl, thumbnailUrl])
  const originals = [profile.profilePictureUrl, ...urls]
    .filter((url) => url !== null)
    .map((url) => ({ id: idOf(url), url, folder: '' }))
  const media = [...originals, ...own.flatMap(renditionsOf)]
  return [...new Map(media.map((file) => [file.url, file])).values()]
}

function renditionsOf({ mediaUrl, thumbnailUrl, sizes }: Item): FeedMedia[] {
  const id = idOf(thumbnailUrl ?? mediaUrl)
  return Object.entries(sizes ?? {})
    .map(([width, url]) => ({ id, url, folder: `${width}/` }))
    .filter(({ folder }) => parseMediaPath(`/${folder}${id}.jpg`))
}

/** An album shows its first item, which lists the media itself. */
function isShownByItem(item: Item): boolean {
  return 'children' in item && item.children.length > 0
}

function idOf(url: string): string {
  return createHash('sha256').update(String(url)).digest('hex').slice(0, 32)
}

/** The downloaded originals by their ids; null: the mock serves its own pictures. */
type Files = ReadonlyMap<string, StoredFile> | null

/** Returns the builder's input for a recorded feed: its mock responds as the feed did. */
export function toAccountInput({ plan, profile, posts }: RecordedFeed, files: Files): AccountInput {
  const { profilePictureUrl: picture, ...fields } = profile
  return {
    ...fields,
    status: profile.status as NonNullable<AccountInput['status']>,
    description: `Recorded from a live feed on the ${plan} plan`,
    plan,
    profilePicture: picture === null ? null : toMedia(picture, true, files),
    // The last one of the list is the one that was stored first.
    posts: posts.map((post) => toPost(post, plan, files)).reverse(),
  }
}

function toPost(post: Post, plan: PlanName, files: Files): CustomPost {
  const { id, permalink, timestamp, caption, altText, likeCount, commentsCount, comments } = post
  const fields = { caption, altText, likeCount, commentsCount, comments }
  // A video without a poster has no sizes even when it is stored.
  const canHaveSizes = plans[plan].sizes && (post.mediaType !== 'VIDEO' || post.thumbnailUrl)
  const stored = Boolean(post.sizes || !canHaveSizes)
  if (post.mediaType !== 'CAROUSEL_ALBUM') return { ...toItem(post, stored, files), ...fields }
  return {
    mediaType: 'CAROUSEL_ALBUM',
    ...{ id, permalink, timestamp, ...fields },
    ...(isShownByItem(post) ? {} : toMedia(post.mediaUrl, stored, files)),
    children: post.children.map((child) => toItem(child, true, files)),
  }
}

function toItem(item: Item, stored: boolean, files: Files): CustomItem {
  const { id, permalink, timestamp, mediaUrl, thumbnailUrl } = item
  const fields = { id, permalink, timestamp, ...toMedia(mediaUrl, stored, files) }
  if (item.mediaType !== 'VIDEO') return { mediaType: 'IMAGE', ...fields }
  const poster = thumbnailUrl !== null && toMedia(thumbnailUrl, stored, files)
  return { mediaType: 'VIDEO', ...fields, poster }
}

/** A file that could not be downloaded keeps its address. */
function toMedia(url: string, stored: boolean, files: Files): MediaInput {
  if (!files) return { stored }
  const file = files.get(idOf(url))
  return file ? { file, stored } : { url }
}
