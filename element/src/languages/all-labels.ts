import { addDefaults, completeFirstLabels, type Labels, type PhotoFeedLabels } from './labels.ts'

/** The English texts of what is loaded on demand. */
const defaults = {
  notice: '{explanation}',
  lastUpdated: 'Last updated {date}.',
  viewer: 'Photo viewer',
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  position: '{index} of {total}',
  likes: { one: '{count} like', other: '{count} likes' },
  comments: { one: '{count} comment', other: '{count} comments' },
  viewPost: 'View original post',
  follow: 'Follow',
  accountPosts: { one: '{count} post', other: '{count} posts' },
  followers: { one: '{count} follower', other: '{count} followers' },
  consent: 'These photos are on {host}, which sees your IP address when you load them.',
  showPhotos: 'Show photos',
}

/** Returns all labels: the given ones, else the defaults. */
export function completeLabels(labels: PhotoFeedLabels = {}): Labels {
  // A type error here names a label that no defaults have.
  return addDefaults(defaults, completeFirstLabels(labels))
}
