import type { Connection, FeedErrorDetail, Post } from '@photofeed/sdk'

/** The `detail` of a `photo-feed-load` event: the page that was displayed, as plain data. */
export interface PhotoFeedLoadDetail {
  posts: readonly Post[]
  connection: Connection
  hasMore: boolean
}

/** The `detail` of the events of one post. */
export interface PhotoFeedPostDetail {
  id: string
  /** The post on the platform; empty if the service gives no web address. */
  url: string
}

/** The `detail` of a `photo-feed-more` event. */
export interface PhotoFeedMoreDetail {
  /** The number of posts that are displayed so far. */
  shown: number
}

/** The `detail` of a `photo-feed-link` event. */
export interface PhotoFeedLinkDetail {
  url: string
  /** The post that the link leads to; absent if it leads to the profile. */
  id?: string
}

/** The events of `<photo-feed>`. They bubble, also out of shadow roots, and no detail contains the API key. */
export interface PhotoFeedEventMap {
  /** A page was displayed. */
  'photo-feed-load': CustomEvent<PhotoFeedLoadDetail>
  /** A page failed. */
  'photo-feed-error': CustomEvent<FeedErrorDetail>
  /** The visitor opens a post, or goes on to it in the viewer. `preventDefault()` cancels it, except in the viewer. */
  'photo-feed-open': CustomEvent<PhotoFeedPostDetail>
  /** A video plays: the visitor presses its button, or opens it in the viewer. */
  'photo-feed-play': CustomEvent<PhotoFeedPostDetail>
  /** The visitor loads a further page. */
  'photo-feed-more': CustomEvent<PhotoFeedMoreDetail>
  /** The visitor follows the link to the profile, or that of the viewer to the post. */
  'photo-feed-link': CustomEvent<PhotoFeedLinkDetail>
  /** The visitor lets pictures of other hosts load: the site may remember it. */
  'photo-feed-consent': CustomEvent<null>
}

/** The listeners of `<photo-feed>`, for the types of templates. */
export type PhotoFeedListeners = {
  [Name in keyof PhotoFeedEventMap as `on${Name}`]?:
    | ((event: PhotoFeedEventMap[Name]) => void)
    | undefined
}

/** Dispatches an event. Returns false if a listener canceled it. */
export function emit<Name extends keyof PhotoFeedEventMap>(
  host: Element,
  name: Name,
  detail: PhotoFeedEventMap[Name]['detail'],
): boolean {
  const cancelable = name === 'photo-feed-open'
  return host.dispatchEvent(
    new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }),
  )
}
