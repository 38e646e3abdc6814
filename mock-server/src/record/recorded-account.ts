import { type PlanName, plans } from '@photofeed/openapi'
import type { AccountInput, OwnPost } from '../builders/index.ts'
import type { PostFields } from '../builders/post-input.ts'
import type { AnsweredPost, FeedAnswer } from './feed-answer.ts'
import { pictureOriginal } from './feed-media.ts'
import { type Holding, type RecordedFiles, recordedItem, recordedMedia } from './recorded-item.ts'

export interface RecordedFeed {
  scenario: string
  plan: PlanName
  /** Whose profile it is. */
  profile: FeedAnswer
  /** In stored order. */
  posts: readonly AnsweredPost[]
  files: RecordedFiles
}

/** A recorded feed in the builder's form: a mock that holds it answers as the feed did. */
export function recordedAccount({
  scenario,
  plan,
  profile,
  posts,
  files,
}: RecordedFeed): AccountInput {
  const { profilePictureUrl: picture, posts: _, pagination: __, ...fields } = profile
  return {
    ...fields,
    scenario,
    description: `Recorded from a live feed on the ${plan} plan`,
    plan,
    profilePicture:
      picture === null ? null : recordedMedia(pictureOriginal(picture), 'unknown', files),
    posts: posts
      .map((post, index) => recordedPost(post, index + 1, holdingOf(post, plan), files))
      .sort(newestFirst),
  }
}

/** A video without a poster has no sizes even when it is stored. */
function holdingOf({ mediaType, thumbnailUrl, sizes }: AnsweredPost, plan: PlanName): Holding {
  if (sizes) return 'stored'
  const tells = plans[plan].sizes && !(mediaType === 'VIDEO' && thumbnailUrl === null)
  return tells ? 'unstored' : 'unknown'
}

type RecordedPost = OwnPost & { timestamp: string; position: number }

function recordedPost(
  post: AnsweredPost,
  position: number,
  holding: Holding,
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
    return { ...recordedItem({ ...post, mediaType }, holding, files), ...fields, timestamp }
  }
  // What an album shows is its first item's; only one without items has media of its own.
  const own = children.length === 0 && recordedMedia(pictureOriginal(post.mediaUrl), holding, files)
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
