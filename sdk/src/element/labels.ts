const defaults = {
  photo: 'Photo',
  video: 'Video',
  album: 'Album',
  post: 'Post',
  albumItems: 'Album, {count} items',
  playVideo: 'Play video: {text}',
  loadMore: 'Load more',
  loading: 'Loading …',
  loadingPosts: 'Loading posts.',
  loadingMore: 'Loading more posts.',
  shown: '{count} posts shown.',
  shownMore: '{count} more posts, {total} in all.',
  empty: 'No posts yet.',
  importing: 'The first posts will appear here in a few minutes.',
  checkAgain: 'Check again',
  error: 'These photos cannot be shown right now.',
  errorMore: 'More posts could not be loaded.',
  tryAgain: 'Try again',
  notice: '{explanation}',
  lastUpdated: 'Last updated {date}.',
  previous: 'Previous',
  next: 'Next',
  follow: 'Follow',
  accountPosts: '{count} posts',
  followers: '{count} followers',
  likes: '{count} likes',
  comments: '{count} comments',
  consent: 'These photos are on {host}, which sees your IP address when you load them.',
  showPhotos: 'Show photos',
}

/** Every text that a visitor can see or hear. Each is optional and in English by default. */
export interface FeedLabels {
  /** Text alternative of a picture without caption. @default 'Photo' */
  readonly photo?: string | undefined
  /** The same for a video, and the badge of a video that plays on the platform. @default 'Video' */
  readonly video?: string | undefined
  /** The same for an album, and its badge when the number of items is unknown. @default 'Album' */
  readonly album?: string | undefined
  /** The same for any other type of post. @default 'Post' */
  readonly post?: string | undefined
  /** The badge of an album for screen readers. @default 'Album, {count} items' */
  readonly albumItems?: string | undefined
  /** The name of a video's button; `{text}` is the text alternative. @default 'Play video: {text}' */
  readonly playVideo?: string | undefined
  /** The button below the posts. @default 'Load more' */
  readonly loadMore?: string | undefined
  /** A button while its request is pending. @default 'Loading …' */
  readonly loading?: string | undefined
  /** Announced to screen readers. @default 'Loading posts.' */
  readonly loadingPosts?: string | undefined
  /** Announced to screen readers. @default 'Loading more posts.' */
  readonly loadingMore?: string | undefined
  /** Announced to screen readers. @default '{count} posts shown.' */
  readonly shown?: string | undefined
  /** Announced to screen readers. @default '{count} more posts, {total} in all.' */
  readonly shownMore?: string | undefined
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
  /** The button of the carousel that scrolls back. @default 'Previous' */
  readonly previous?: string | undefined
  /** The button of the carousel that scrolls on. @default 'Next' */
  readonly next?: string | undefined
  /** The link to the profile on the platform. @default 'Follow' */
  readonly follow?: string | undefined
  /** The number of posts of the account. @default '{count} posts' */
  readonly accountPosts?: string | undefined
  /** The number of followers. @default '{count} followers' */
  readonly followers?: string | undefined
  /** For screen readers, which cannot see the icon. @default '{count} likes' */
  readonly likes?: string | undefined
  /** The same for comments. @default '{count} comments' */
  readonly comments?: string | undefined
  /** Displayed while photos wait for consent. @default 'These photos are on {host}, which sees your IP address when you load them.' */
  readonly consent?: string | undefined
  /** The button that loads them. @default 'Show photos' */
  readonly showPhotos?: string | undefined
}

export type Labels = Readonly<Record<keyof FeedLabels, string>>

// A type error here names a label that FeedLabels or the defaults lack.
defaults satisfies Labels

/** Returns all labels: the given ones, else the defaults. */
export function completeLabels(labels: FeedLabels = {}): Labels {
  // JSON may contain anything.
  const texts = Object.entries(labels).filter(([, text]) => typeof text === 'string')
  return { ...defaults, ...Object.fromEntries(texts) }
}

/** Returns the labels of a property or attribute, which is JSON. */
export function parseLabels(labels: FeedLabels | string | null | undefined): FeedLabels {
  if (typeof labels !== 'string') return { ...labels }
  try {
    return { ...JSON.parse(labels || '{}') }
  } catch {
    console.warn('<photo-feed>: labels is not valid JSON.')
    return {}
  }
}

/** Replaces the placeholders of a label. */
export function fill(label: string, values: Readonly<Record<string, string | number>>): string {
  return label.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder))
}

/** Returns a number in a language, from 10,000 in a short form. */
export function formatCount(count: number, lang: string): string {
  const options = { notation: count < 10_000 ? 'standard' : 'compact' } as const
  try {
    return new Intl.NumberFormat(lang || 'en', options).format(count)
  } catch {
    return new Intl.NumberFormat('en', options).format(count)
  }
}

/** Returns a function that formats days in a language; an invalid language tag is treated as English. */
export function dateFormat(lang: string): (date: Date) => string {
  // In UTC, so that a server and a browser render the same day.
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const
  try {
    return new Intl.DateTimeFormat(lang || 'en', options).format
  } catch {
    return new Intl.DateTimeFormat('en', options).format
  }
}
