import type { RequestOptions } from '../client/options.ts'
import { readRest } from '../client/rest.ts'
import { type Connection, readConnection } from '../errors/connection.ts'
import { getClient } from '../feed/attached-client.ts'
import type { Feed } from '../feed/feed.ts'
import { parseRoot, type XmlElement } from './xml.ts'

/** The RSS document as plain data. */
export interface RssFeed {
  channel: RssChannel
  /** The newest posts, as the service returned them. */
  items: RssItem[]
  /** The account's connection; null when the headers do not contain it, as in a browser that hides them. */
  connection: Connection | null
}

/**
 * Reads the newest posts as RSS, as many as a page of the plan has (6 on Free, else 100).
 *
 * @throws {@link UnreadableBodyError} when the response is no complete RSS document
 * @throws {@link ApiError} when the service rejects the request or fails: {@link InvalidApiKeyError} ...
 * @throws {@link NetworkError} when no response arrives, {@link FeedTimeoutError} when it takes too long
 * @throws {@link GatewayError} when something else responds; TypeError when the first argument is no feed
 * @example
 * const { channel, items } = await rss(createFeed({ baseUrl: 'https://feed.example', apiKey }))
 * console.log(channel.title, items[0]?.timestamp)
 */
export async function rss(feed: Feed, options: RequestOptions = {}): Promise<RssFeed> {
  const client = getClient(feed)
  const { data, response } = await readRest(client, '/api/v1/rss', {}, options, parseRss)
  return { ...data, connection: readConnection(response.headers) }
}

/** Parses RSS 2.0; null when the text is something else or incomplete. */
function parseRss(text: string): Pick<RssFeed, 'channel' | 'items'> | null {
  const element = parseRoot(text, 'rss')?.all('channel')[0]
  if (!element) return null
  const channel = parseChannel(element)
  const items = element.all('item').map(parseItem)
  return channel && items.every((item) => item !== null) ? { channel, items } : null
}

/** The channel. The address of the feed is omitted, because it contains the API key. */
type RssChannel = {
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
  /** For how many minutes a reader may cache the feed; null if unknown. */
  ttl: number | null
}

type RssImage = {
  url: string
  title: string | null
  link: string | null
}

/** Null when one of the three elements that RSS 2.0 requires is missing. */
function parseChannel(channel: XmlElement): RssChannel | null {
  const title = readText(channel, 'title')
  const link = readText(channel, 'link')
  const description = readText(channel, 'description')
  if (title === null || link === null || description === null) return null
  return {
    title,
    link,
    description,
    image: channel.all('image').map(parseImage)[0] ?? null,
    lastBuildDate: readTime(channel, 'lastBuildDate'),
    ttl: parseWholeNumber(readText(channel, 'ttl')),
  }
}

function parseImage(image: XmlElement): RssImage | null {
  const url = readText(image, 'url')
  return url ? { url, title: readText(image, 'title'), link: readText(image, 'link') } : null
}

/** One post. Optional elements of RSS are null if missing. */
export interface RssItem {
  /** The platform's id of the post: its guid, or else its link. */
  id: string
  /** The first line of the caption, cut at about 100 characters, or words for a post without one. */
  title: string | null
  /** The post on the platform. */
  link: string | null
  /** ISO 8601 in UTC, as REST gives it. */
  timestamp: string | null
  /** The username with an @. */
  author: string | null
  /** HTML of the pictures and the caption. Sanitize it before you render it. */
  description: string | null
  /** The file of the post, which podcast and news readers load. */
  enclosure: RssEnclosure | null
  /** Every picture and video of the post, an album's in its order; may be empty. */
  media: RssMedia[]
}

type RssFile = {
  url: string
  /** Such as `image/jpeg` or `video/mp4`. */
  type: string | null
}

type RssEnclosure = RssFile & {
  /** In bytes; null if unknown. */
  length: number | null
}

type RssMedia = RssFile & {
  medium: 'image' | 'video' | (string & {}) | null
  /** The picture of a video; null for pictures, and when there is none. */
  thumbnailUrl: string | null
}

/** Null for an item without guid and link, which readers need to identify it. */
function parseItem(item: XmlElement): RssItem | null {
  const link = readText(item, 'link')
  const id = readText(item, 'guid') || link
  if (!id) return null
  return {
    id,
    title: readText(item, 'title'),
    link,
    timestamp: readTime(item, 'pubDate'),
    author: readText(item, 'dc:creator'),
    description: readText(item, 'description'),
    // In RSS, 0 means that the length is unknown.
    enclosure:
      readFiles(item, 'enclosure', (file) => ({
        length: parseWholeNumber(file.attribute('length')) || null,
      }))[0] ?? null,
    media: readFiles(item, 'media:content', (file) => ({
      medium: file.attribute('medium'),
      thumbnailUrl: file.all('media:thumbnail')[0]?.attribute('url') ?? null,
    })),
  }
}

/** Returns what is read of the child elements of this name that have a URL. */
function readFiles<Fields>(parent: XmlElement, name: string, read: (file: XmlElement) => Fields) {
  return parent.all(name).flatMap((file) => {
    const url = file.attribute('url')
    return url ? { url, type: file.attribute('type'), ...read(file) } : []
  })
}

/** Returns the text of the first element of this name; null if missing. */
function readText(parent: XmlElement, name: string): string | null {
  return parent.all(name)[0]?.text ?? null
}

/** Returns an RFC 822 date in the format of REST; null if missing or invalid. */
function readTime(parent: XmlElement, name: string): string | null {
  const time = Date.parse(readText(parent, name) ?? '')
  return Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 19)}+00:00`
}

function parseWholeNumber(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}
