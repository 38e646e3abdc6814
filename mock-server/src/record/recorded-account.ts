import { type PlanName, plans } from '@photofeed/openapi'
import type { AccountInput, MediaInput, OwnItem, OwnPost } from '../builders/index.ts'
import type { AnsweredItem, AnsweredPost, FeedAnswer } from './feed-answer.ts'
import { picture, video, type Original } from './feed-media.ts'
import type { RecordedMedia } from './media-recorder.ts'
import { missingFile } from './missing-file.ts'

type Files = RecordedMedia['files']

interface Recorded {
  scenario: string
  plan: PlanName
  /** Whose profile it is. */
  profile: FeedAnswer
  /** In stored order. */
  posts: readonly AnsweredPost[]
  files: Files
}

/** A recorded feed in the builder's form, so that a mock which holds it answers as the feed did. */
export function recordedAccount(recorded: Recorded): AccountInput {
  const { scenario, plan, profile, posts, files } = recorded
  const { username, name, biography, website, followersCount, followsCount, mediaCount } = profile
  const { profilePictureUrl: picture, status, lastFetchAt } = profile
  return {
    username,
    scenario,
    description: `Recorded from a live feed, with ${posts.length} posts`,
    plan,
    status,
    name,
    biography,
    website,
    profilePicture: picture === null ? null : mediaInput(original(picture), files, 'unknown'),
    followersCount,
    followsCount,
    mediaCount,
    lastFetchAt,
    posts: posts.map((post, index) => postInput(post, index + 1, plan, files)).sort(newestFirst),
  }
}
