// Generated from element/labels.ts by `npm run generate`. Do not edit.

/** A text for each plural form of `{count}`. A form that is missing is that of `other`. */
export interface PhotoFeedPluralForms
  extends Partial<Record<Intl.LDMLPluralRule, string | undefined>> {
  readonly other: string
}

/** A text, or its plural forms. */
export type PhotoFeedCountedLabel = string | PhotoFeedPluralForms

/** Every text that a visitor can see or hear. Each is optional and by default in the language of the page, else in English. */
export interface PhotoFeedLabels {
  /** Text alternative of a picture without caption. @default 'Photo' */
  readonly photo?: string | undefined
  /** The same for a video, and the badge of a video that plays on Instagram. @default 'Video' */
  readonly video?: string | undefined
  /** The same for an album, and its badge when the number of items is unknown. @default 'Album' */
  readonly album?: string | undefined
  /** The same for any other type of post. @default 'Post' */
  readonly post?: string | undefined
  /** The badge of an album for screen readers. @default 'Album, {count} items' */
  readonly albumItems?: PhotoFeedCountedLabel | undefined
  /** The name of a video's button; `{text}` is the text alternative. @default 'Play video: {text}' */
  readonly playVideo?: string | undefined
  /** The button below the posts. @default 'Load more' */
  readonly loadMore?: string | undefined
  /** A button while its request is pending. @default 'Loading …' */
  readonly loading?: string | undefined
  /** Announced to screen readers. @default 'Loading posts.' */
  readonly loadingPosts?: string | undefined
  /** Announced to screen readers. @default '{count} posts shown.' */
  readonly shown?: PhotoFeedCountedLabel | undefined
  /** Announced to screen readers. @default '{count} more posts, {total} in all.' */
  readonly shownMore?: PhotoFeedCountedLabel | undefined
  /** Displayed when the account has no posts. @default 'No posts yet.' */
  readonly empty?: string | undefined
  /** Displayed during the first import. @default 'The first posts will appear here in a few minutes.' */
  readonly importing?: string | undefined
  /** The button during the first import. @default 'Check again' */
  readonly checkAgain?: string | undefined
  /** Displayed when the first page fails. @default 'These photos cannot be shown right now.' */
  readonly error?: string | undefined
  /** Displayed when a further page fails. @default 'More posts could not be loaded.' */
  readonly errorMore?: string | undefined
  /** The button of an error that a retry may solve. @default 'Try again' */
  readonly tryAgain?: string | undefined
  /** The owner's notice; `{explanation}` is the service's English sentence. @default '{explanation}' */
  readonly notice?: string | undefined
  /** The end of the owner's notice. @default 'Last updated {date}.' */
  readonly lastUpdated?: string | undefined
  /** The name of the viewer. @default 'Photo viewer' */
  readonly viewer?: string | undefined
  /** The button that closes the viewer. @default 'Close' */
  readonly close?: string | undefined
  /** The button that displays the previous picture of an album. @default 'Previous' */
  readonly previous?: string | undefined
  /** The button that displays the next picture of an album. @default 'Next' */
  readonly next?: string | undefined
  /** The button that scrolls the carousel back, or skips to the previous post in the viewer. @default 'Previous post' */
  readonly previousPost?: string | undefined
  /** The button that scrolls the carousel on, or skips to the next post in the viewer. @default 'Next post' */
  readonly nextPost?: string | undefined
  /** The position in an album, for screen readers. @default '{index} of {total}' */
  readonly position?: string | undefined
  /** In the viewer, and for screen readers, which cannot see the icon. @default '{count} likes' */
  readonly likes?: PhotoFeedCountedLabel | undefined
  /** The same for comments. @default '{count} comments' */
  readonly comments?: PhotoFeedCountedLabel | undefined
  /** The link to the post on Instagram. @default 'View original post' */
  readonly viewPost?: string | undefined
  /** The link to the profile on Instagram. @default 'Follow' */
  readonly follow?: string | undefined
  /** The number of posts of the account. @default '{count} posts' */
  readonly accountPosts?: PhotoFeedCountedLabel | undefined
  /** The number of followers. @default '{count} followers' */
  readonly followers?: PhotoFeedCountedLabel | undefined
  /** Displayed while photos wait for consent. @default 'These photos are on {host}, which sees your IP address when you load them.' */
  readonly consent?: string | undefined
  /** The button that loads them. @default 'Show photos' */
  readonly showPhotos?: string | undefined
}

/** The English texts of what is built in. */
export const firstDefaults = {
  photo: "Photo",
  video: "Video",
  album: "Album",
  post: "Post",
  albumItems: {"one":"Album, {count} item","other":"Album, {count} items"},
  playVideo: "Play video: {text}",
  loadMore: "Load more",
  loading: "Loading …",
  loadingPosts: "Loading posts.",
  shown: {"one":"{count} post shown.","other":"{count} posts shown."},
  shownMore: {"one":"{count} more post, {total} in all.","other":"{count} more posts, {total} in all."},
  empty: "No posts yet.",
  importing: "The first posts will appear here in a few minutes.",
  checkAgain: "Check again",
  error: "These photos cannot be shown right now.",
  errorMore: "More posts could not be loaded.",
  tryAgain: "Try again",
  previousPost: "Previous post",
  nextPost: "Next post",
}

/** The English texts of what is loaded on demand. */
export const laterDefaults = {
  notice: "{explanation}",
  lastUpdated: "Last updated {date}.",
  viewer: "Photo viewer",
  close: "Close",
  previous: "Previous",
  next: "Next",
  position: "{index} of {total}",
  likes: {"one":"{count} like","other":"{count} likes"},
  comments: {"one":"{count} comment","other":"{count} comments"},
  viewPost: "View original post",
  follow: "Follow",
  accountPosts: {"one":"{count} post","other":"{count} posts"},
  followers: {"one":"{count} follower","other":"{count} followers"},
  consent: "These photos are on {host}, which sees your IP address when you load them.",
  showPhotos: "Show photos",
}
