import type { StoredFile } from '@photofeed/core'
import { type PlanName, plans } from '@photofeed/openapi'
import type {
  AccountInput,
  CustomItem,
  CustomPost,
  ItemFields,
  MediaInput,
  PostFields,
} from '../builders/inputs.ts'
import type { PageData, PageItem, PagePost } from './feed-page.ts'
import { missingFile, type Original, pictureOriginal, videoOriginal } from './media-recorder.ts'

export interface RecordedFeed {
  scenario: string
  plan: PlanName
  profile: PageData['account']
  /** In stored order. */
  posts: readonly PagePost[]
  files: RecordedFiles
}

/** Returns the builder's input for a recorded feed: its mock responds as the feed did. */
export function toAccountInput({
  scenario,
  plan,
  profile,
  posts,
  files,
}: RecordedFeed): AccountInput {
  const { profilePictureUrl: picture, ...fields } = profile
  return {
    ...fields,
    scenario,
    description: `Recorded from a live feed on the ${plan} plan`,
    plan,
    profilePicture:
      picture === null ? null : toMediaInput(pictureOriginal(picture), 'unknown', files),
    posts: posts
      .map((post, index) => toPostInput(post, index + 1, copyOf(post, plan), files))
      .sort(newestFirst),
  }
}

/** A video without a poster has no sizes even when it is stored. */
function copyOf({ mediaType, thumbnailUrl, sizes }: PagePost, plan: PlanName): Copy {
  if (sizes) return 'stored'
  const isKnown = plans[plan].sizes && !(mediaType === 'VIDEO' && thumbnailUrl === null)
  return isKnown ? 'unstored' : 'unknown'
}

type RecordedPost = CustomPost & { timestamp: string; position: number }

function toPostInput(
  post: PagePost,
  position: number,
  copy: Copy,
  files: RecordedFiles,
): RecordedPost {
  const { id, permalink, timestamp, mediaType, children } = post
  const { caption, altText, likeCount, commentsCount, comments } = post
  const fields = {
    position,
    caption,
    altText,
    likeCount,
    commentsCount,
    comments,
  } satisfies Record<keyof PostFields, unknown>
  if (mediaType !== 'CAROUSEL_ALBUM') {
    return { ...recordedItem({ ...post, mediaType }, copy, files), ...fields, timestamp }
  }
  // An album shows its first item; only one without items has media of its own.
  const own = children.length === 0 && toMediaInput(pictureOriginal(post.mediaUrl), copy, files)
  return {
    mediaType,
    id,
    permalink,
    timestamp,
    ...fields,
    ...own,
    children: children.map((child) => recordedItem(child, 'stored', files)),
  }
}

function newestFirst(one: RecordedPost, other: RecordedPost): number {
  return Date.parse(other.timestamp) - Date.parse(one.timestamp) || other.position - one.position
}

/** The downloaded originals, by the URL in the recorded pages. */
export type RecordedFiles = ReadonlyMap<string, StoredFile>

/**
 * Whether the service has a copy, as far as its responses show: an item of an album and a post with `sizes` are
 * stored, and on a plan with sizes a post without them is not. Otherwise it is unknown: a file that could be
 * downloaded then counts as stored, any other as the platform's.
 */
export type Copy = 'stored' | 'unstored' | 'unknown'

/** Returns the builder's input for an image or video. */
export function recordedItem(item: PageItem, copy: Copy, files: RecordedFiles): CustomItem {
  const { id, permalink, timestamp, mediaUrl, thumbnailUrl } = item
  const identity = { id, permalink, timestamp } satisfies Record<keyof ItemFields, unknown>
  if (item.mediaType === 'IMAGE') {
    const media = toMediaInput(pictureOriginal(mediaUrl), copy, files)
    return { mediaType: item.mediaType, ...identity, ...media }
  }
  return {
    mediaType: item.mediaType,
    ...identity,
    ...toMediaInput(videoOriginal(mediaUrl), copy, files),
    poster:
      thumbnailUrl === null ? false : toMediaInput(pictureOriginal(thumbnailUrl), copy, files),
  }
}

/**
 * A stored file that is missing stays stored: the mock then responds with 404, as the media host did. A file that is not
 * stored keeps a URL of the platform, which a mock can serve for longer than the platform does.
 */
export function toMediaInput(original: Original, copy: Copy, files: RecordedFiles): MediaInput {
  const file = files.get(original.url)
  if (file) return copy === 'unstored' ? { file, stored: false } : { file }
  return copy === 'stored' ? { file: missingFile(original) } : { url: original.url }
}
