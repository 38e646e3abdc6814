/**
 * The texts of `<photo-feed>` for visitors, in English. `npm run generate` makes the types and defaults of them
 * (`src/languages/generated/labels.ts`). Each language in `src/languages/translations` has the same names.
 */
export interface LabelRow {
  readonly name: string
  /** A text for each plural form of `{count}` makes the type accept them. */
  readonly text: string | { readonly one: string; readonly other: string }
  readonly about: string
  /** Whether it is in the script of every page. The others are in files that are loaded on demand. */
  readonly isFirst?: boolean
}

export const labels: readonly LabelRow[] = [
  {
    name: 'photo',
    text: 'Photo',
    about: 'Text alternative of a picture without caption.',
    isFirst: true,
  },
  {
    name: 'video',
    text: 'Video',
    about: 'The same for a video, and the badge of a video that plays on Instagram.',
    isFirst: true,
  },
  {
    name: 'album',
    text: 'Album',
    about: 'The same for an album, and its badge when the number of items is unknown.',
    isFirst: true,
  },
  {
    name: 'post',
    text: 'Post',
    about: 'The same for any other type of post.',
    isFirst: true,
  },
  {
    name: 'albumItems',
    text: { one: 'Album, {count} item', other: 'Album, {count} items' },
    about: 'The badge of an album for screen readers.',
    isFirst: true,
  },
  {
    name: 'playVideo',
    text: 'Play video: {text}',
    about: "The name of a video's button; `{text}` is the text alternative.",
    isFirst: true,
  },
  {
    name: 'loadMore',
    text: 'Load more',
    about: 'The button below the posts.',
    isFirst: true,
  },
  {
    name: 'loading',
    text: 'Loading …',
    about: 'A button while its request is pending.',
    isFirst: true,
  },
  {
    name: 'loadingPosts',
    text: 'Loading posts.',
    about: 'Announced to screen readers.',
    isFirst: true,
  },
  {
    name: 'shown',
    text: { one: '{count} post shown.', other: '{count} posts shown.' },
    about: 'Announced to screen readers.',
    isFirst: true,
  },
  {
    name: 'shownMore',
    text: {
      one: '{count} more post, {total} in all.',
      other: '{count} more posts, {total} in all.',
    },
    about: 'Announced to screen readers.',
    isFirst: true,
  },
  {
    name: 'empty',
    text: 'No posts yet.',
    about: 'Displayed when the account has no posts.',
    isFirst: true,
  },
  {
    name: 'importing',
    text: 'The first posts will appear here in a few minutes.',
    about: 'Displayed during the first import.',
    isFirst: true,
  },
  {
    name: 'checkAgain',
    text: 'Check again',
    about: 'The button during the first import.',
    isFirst: true,
  },
  {
    name: 'error',
    text: 'These photos cannot be shown right now.',
    about: 'Displayed when the first page fails.',
    isFirst: true,
  },
  {
    name: 'errorMore',
    text: 'More posts could not be loaded.',
    about: 'Displayed when a further page fails.',
    isFirst: true,
  },
  {
    name: 'tryAgain',
    text: 'Try again',
    about: 'The button of an error that a retry may solve.',
    isFirst: true,
  },
  {
    name: 'notice',
    text: '{explanation}',
    about: "The owner's notice; `{explanation}` is the service's English sentence.",
  },
  {
    name: 'lastUpdated',
    text: 'Last updated {date}.',
    about: "The end of the owner's notice.",
  },
  {
    name: 'viewer',
    text: 'Photo viewer',
    about: 'The name of the viewer.',
  },
  {
    name: 'close',
    text: 'Close',
    about: 'The button that closes the viewer.',
  },
  {
    name: 'previous',
    text: 'Previous',
    about: 'The button that displays the previous picture of an album.',
  },
  {
    name: 'next',
    text: 'Next',
    about: 'The button that displays the next picture of an album.',
  },
  {
    name: 'previousPost',
    text: 'Previous post',
    about:
      'The button that scrolls the carousel back, or skips to the previous post in the viewer.',
    isFirst: true,
  },
  {
    name: 'nextPost',
    text: 'Next post',
    about: 'The button that scrolls the carousel on, or skips to the next post in the viewer.',
    isFirst: true,
  },
  {
    name: 'position',
    text: '{index} of {total}',
    about: 'The position in an album, for screen readers.',
  },
  {
    name: 'likes',
    text: { one: '{count} like', other: '{count} likes' },
    about: 'In the viewer, and for screen readers, which cannot see the icon.',
  },
  {
    name: 'comments',
    text: { one: '{count} comment', other: '{count} comments' },
    about: 'The same for comments.',
  },
  {
    name: 'viewPost',
    text: 'View original post',
    about: 'The link to the post on Instagram.',
  },
  {
    name: 'follow',
    text: 'Follow',
    about: 'The link to the profile on Instagram.',
  },
  {
    name: 'accountPosts',
    text: { one: '{count} post', other: '{count} posts' },
    about: 'The number of posts of the account.',
  },
  {
    name: 'followers',
    text: { one: '{count} follower', other: '{count} followers' },
    about: 'The number of followers.',
  },
  {
    name: 'consent',
    text: 'These photos are on {host}, which sees your IP address when you load them.',
    about: 'Displayed while photos wait for consent.',
  },
  {
    name: 'showPhotos',
    text: 'Show photos',
    about: 'The button that loads them.',
  },
]
