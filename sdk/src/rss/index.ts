export type { RssChannel, RssImage } from './rss-channel.ts'
export { createRssFeed, type RssFeed, type RssResult } from './rss-feed.ts'
export type { RssEnclosure, RssItem, RssMedia } from './rss-item.ts'
