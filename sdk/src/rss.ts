import type { paths } from '@photofeed/openapi'
import { clientOf } from './client.ts'
import { type Connection, connectionFrom } from './connection.ts'
import type { Feed } from './feed.ts'
import type { HttpResponse, RequestOptions, ResponseInfo } from './options.ts'
import { bodyOf } from './parse-response.ts'
import { rootOf, type XmlElement } from './xml.ts'

/** The RSS document as plain data. */
export interface RssFeed {
  channel: RssChannel
  /** The newest posts, as the service returned them. */
  items: RssItem[]
  /** The account's connection; null when the headers do not contain it, as in a browser that hides them. */
  connection: Connection | null
  /** With `includeResponse` only. */
  response?: ResponseInfo
}

const path = '/api/v1/rss' satisfies keyof paths

/**
 * Reads the newest posts as RSS, as many as a page of the plan has (6 on Free, else 100).
 *
 * @throws {@link ApiError} when the service rejects the request or fails: {@link InvalidApiKeyError} ...
 * @throws {@link NetworkError} when no response arrives, {@link FeedTimeoutError} when it takes too long
 * @throws {@link UnreadableBodyError} when the response is no complete RSS document
 * @throws TypeError when the first argument is no feed
 * @throws the reason of `signal` when that aborts
 * @example
 * ```ts
 * const { channel, items } = await rss(createFeed({ baseUrl: 'https://feed.example', apiKey }))
 * console.log(channel.title, items[0]?.publishedAt)
 * ```
 */
export async function rss(feed: Feed, options: RequestOptions = {}): Promise<RssFeed> {
  const client = clientOf(feed)
  const { baseUrl, credentials } = client
  const read = (response: HttpResponse): RssFeed => ({
    ...bodyOf(response, isDocument, client, rssDocument),
    connection: connectionFrom(response),
    ...response.info(),
  })
  return client.send(
    { url: `${baseUrl}${path}?${new URLSearchParams(credentials)}` },
    read,
    options,
  )
}

/** What the text itself holds. */
type RssDocument = Pick<RssFeed, 'channel' | 'items'>

/** Reads RSS 2.0; null when the text is something else, or was cut off. */
function rssDocument(text: string): RssDocument | null {
  const element = rootOf(text, 'rss')?.all('channel')[0]
  if (!element) return null
  const channel = rssChannel(element)
  const items = element.all('item').map(rssItem)
  return channel && items.every((item) => item !== null) ? { channel, items } : null
}

function isDocument(body: unknown): body is RssDocument {
  return typeof body === 'object' && body !== null
}

/** What the feed says about itself. Its own address is left out: it holds the API key. */
export interface RssChannel {
  /** The account's display name, or its username with an @. */
  title: string
  /** The account's website, or the service. */
  link: string
  /** The account's biography, if it has one. */
  description: string
  /** The profile picture; null when there is none. */
  image: RssImage | null
  /** When posts were last fetched from the platform, ISO 8601 in UTC; null if never. */
  lastBuildDate: string | null
  /** For how many minutes a reader may keep the feed; null when the feed does not say. */
  ttl: number | null
}

export interface RssImage {
  url: string
  title: string | null
  link: string | null
}

/** Null when one of the three elements is missing that RSS 2.0 demands. */
function rssChannel(channel: XmlElement): RssChannel | null {
  const title = textOf(channel, 'title')
  const link = textOf(channel, 'link')
  const description = textOf(channel, 'description')
  if (title === null || link === null || description === null) return null
  return {
    title,
    link,
    description,
    image: channel.all('image').map(rssImage)[0] ?? null,
    lastBuildDate: timeOf(channel, 'lastBuildDate'),
    ttl: wholeNumber(textOf(channel, 'ttl')),
  }
}

function rssImage(image: XmlElement): RssImage | null {
  const url = textOf(image, 'url')
  return url ? { url, title: textOf(image, 'title'), link: textOf(image, 'link') } : null
}

/** One post. What RSS calls optional is null when it is not there. */
export interface RssItem {
  /** The platform's id of the post: its guid, or else its link. */
  id: string
  /** The first line of the caption, cut at about 100 characters, or words for a post without one. */
  title: string | null
  /** The post on the platform. */
  link: string | null
  /** ISO 8601 in UTC, as REST gives it. */
  publishedAt: string | null
  /** The username with an @. */
  author: string | null
  /** HTML of the pictures and the caption. It comes from outside: clean it before you show it as HTML. */
  description: string | null
  /** The post's own file, which podcast and news readers load. */
  enclosure: RssEnclosure | null
  /** Every picture and video of the post, an album's in its order; may be empty. */
  media: RssMedia[]
}

export interface RssEnclosure {
  url: string
  /** Such as `image/jpeg`. */
  type: string | null
  /** In bytes; null when the service does not know. */
  length: number | null
}

export interface RssMedia {
  url: string
  /** Such as `video/mp4`. */
  type: string | null
  medium: 'image' | 'video' | (string & {}) | null
  /** The picture of a video; null for pictures, and when there is none. */
  thumbnailUrl: string | null
}

/** Null for an item that nothing identifies: no reader could tell it from another. */
function rssItem(item: XmlElement): RssItem | null {
  const link = textOf(item, 'link')
  const id = textOf(item, 'guid') || link
  if (!id) return null
  return {
    id,
    title: textOf(item, 'title'),
    link,
    publishedAt: timeOf(item, 'pubDate'),
    author: textOf(item, 'dc:creator'),
    description: textOf(item, 'description'),
    enclosure: withUrl(item.all('enclosure'), enclosure)[0] ?? null,
    media: withUrl(item.all('media:content'), media),
  }
}

function enclosure(url: string, element: XmlElement): RssEnclosure {
  // A length of 0 is RSS's way to say that it is not known.
  const length = wholeNumber(element.attribute('length')) || null
  return { url, type: element.attribute('type'), length }
}

function media(url: string, element: XmlElement): RssMedia {
  return {
    url,
    type: element.attribute('type'),
    medium: element.attribute('medium'),
    thumbnailUrl: element.all('media:thumbnail')[0]?.attribute('url') ?? null,
  }
}

function withUrl<Value>(
  elements: readonly XmlElement[],
  read: (url: string, element: XmlElement) => Value,
): Value[] {
  return elements.flatMap((element) => {
    const url = element.attribute('url')
    return url ? [read(url, element)] : []
  })
}

/** The text of the first element of this name; null when there is none. */
function textOf(parent: XmlElement, name: string): string | null {
  return parent.all(name)[0]?.text ?? null
}

/** An RFC 822 date in the form that REST gives times in; null when there is none, or it is no date. */
function timeOf(parent: XmlElement, name: string): string | null {
  const time = Date.parse(textOf(parent, name) ?? '')
  return Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 19)}+00:00`
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}
