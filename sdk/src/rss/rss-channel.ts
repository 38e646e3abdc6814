import { textOf, timeOf, wholeNumber } from './rss-values.ts'
import type { XmlElement } from './xml.ts'

/** What the feed says about itself. Its own address is left out: it holds the API key. */
export interface RssChannel {
  /** The account's display name, or its username with an @. */
  readonly title: string
  /** The account's website, or the service. */
  readonly link: string
  /** The account's biography, if it has one. */
  readonly description: string
  /** The profile picture; null when there is none. */
  readonly image: RssImage | null
  /** When posts were last fetched from the platform, ISO 8601 in UTC; null if never. */
  readonly lastBuildDate: string | null
  /** For how many minutes a reader may keep the feed; null when the feed does not say. */
  readonly ttl: number | null
}

export interface RssImage {
  readonly url: string
  readonly title: string | null
  readonly link: string | null
}

/** Null when one of the three elements is missing that RSS 2.0 demands. */
export function rssChannel(channel: XmlElement): RssChannel | null {
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
