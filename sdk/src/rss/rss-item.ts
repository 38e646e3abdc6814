import { textOf, timeOf, wholeNumber } from './rss-values.ts'
import type { XmlElement } from './xml.ts'

/** One post. What RSS calls optional is null when it is not there. */
export interface RssItem {
  /** The platform's id of the post: its guid, or else its link. */
  readonly id: string
  /** The first line of the caption, cut at about 100 characters, or words for a post without one. */
  readonly title: string | null
  /** The post on the platform. */
  readonly link: string | null
  /** ISO 8601 in UTC, as REST gives it. */
  readonly publishedAt: string | null
  /** The username with an @. */
  readonly author: string | null
  /** HTML of the pictures and the caption. It comes from outside: clean it before you show it as HTML. */
  readonly description: string | null
  /** The post's own file, which podcast and news readers load. */
  readonly enclosure: RssEnclosure | null
  /** Every picture and video of the post, an album's in its order; may be empty. */
  readonly media: readonly RssMedia[]
}

export interface RssEnclosure {
  readonly url: string
  /** Such as `image/jpeg`. */
  readonly type: string | null
  /** In bytes; null when the service does not know. */
  readonly length: number | null
}

export interface RssMedia {
  readonly url: string
  /** Such as `video/mp4`. */
  readonly type: string | null
  readonly medium: 'image' | 'video' | (string & {}) | null
  /** The picture of a video; null for pictures, and when there is none. */
  readonly thumbnailUrl: string | null
}

/** Null for an item that nothing identifies: no reader could tell it from another. */
export function rssItem(item: XmlElement): RssItem | null {
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
