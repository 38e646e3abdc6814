import { type RssChannel, rssChannel } from './rss-channel.ts'
import { type RssItem, rssItem } from './rss-item.ts'
import { rootOf } from './xml.ts'

/** What an RSS document tells. */
export interface RssDocument {
  readonly channel: RssChannel
  /** The newest posts, as the service gave them. */
  readonly items: readonly RssItem[]
}

/** Reads RSS 2.0; null when the text is something else, or was cut off. */
export function rssDocument(text: string): RssDocument | null {
  const element = rootOf(text, 'rss')?.all('channel')[0]
  if (!element) return null
  const channel = rssChannel(element)
  const items = element.all('item').map(rssItem)
  return channel && items.every((item) => item !== null) ? { channel, items } : null
}
