import type { Connection, FeedErrorDetail, Post } from '@photofeed/sdk'

/** The `detail` of a `feed-load` event: the page that was displayed, as plain data. */
export interface FeedLoadDetail {
  posts: readonly Post[]
  connection: Connection
  hasMore: boolean
}

/** The `detail` of the events of one post. */
export interface FeedPostDetail {
  id: string
  /** The post on the platform; empty if the service gives no web address. */
  url: string
}

/** The `detail` of a `feed-more` event. */
export interface FeedMoreDetail {
  /** The number of posts that are displayed so far. */
  shown: number
}

/** The `detail` of a `feed-link` event. */
export interface FeedLinkDetail {
  url: string
  /** The post that the link leads to; absent if it leads to the profile. */
  id?: string
}

/** The events of `<photo-feed>`. They bubble, also out of shadow roots, and no detail contains the API key. */
export interface FeedEventMap {
  /** A page was displayed. */
  'feed-load': CustomEvent<FeedLoadDetail>
  /** A page failed. */
  'feed-error': CustomEvent<FeedErrorDetail>
  /** The visitor opens a post, or goes on to it in the viewer. `preventDefault()` cancels it, except in the viewer. */
  'feed-open': CustomEvent<FeedPostDetail>
  /** A video plays: the visitor presses its button, or opens it in the viewer. */
  'feed-play': CustomEvent<FeedPostDetail>
  /** The visitor loads a further page. */
  'feed-more': CustomEvent<FeedMoreDetail>
  /** The visitor follows the link to the profile, or that of the viewer to the post. */
  'feed-link': CustomEvent<FeedLinkDetail>
  /** The visitor lets pictures of other hosts load: the site may remember it. */
  'feed-consent': CustomEvent<null>
}

/** Dispatches an event. Returns false if a listener canceled it. */
export function emit<Name extends keyof FeedEventMap>(
  host: Element,
  name: Name,
  detail: FeedEventMap[Name]['detail'],
): boolean {
  const cancelable = name === 'feed-open'
  return host.dispatchEvent(
    new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }),
  )
}
