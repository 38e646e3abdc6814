import { defaultColumns } from './columns.ts'
import { type FeedPageData, feedView, shell } from './feed-view.ts'
import { markup } from './markup.ts'
import { styles } from './styles.ts'

/** How the server's markup differs from what the element would make by default. */
export interface RenderFeedOptions {
  /** As the element's attribute. @default 3 */
  readonly columns?: number | undefined
}

/**
 * The inside of a `<photo-feed>` as HTML, for a server: pictures and links are there before any
 * script is, and the element takes them over as they are. It asks the service again only when the
 * visitor loads more, when its attributes change, or on `reload()`. Needs no DOM; every text is escaped.
 *
 * @example
 * ```ts
 * const feed = createFeed({ baseUrl, apiKey })
 * const page = await feed.me({ pageSize: 12, include: ['children'], format: 'webp' })
 * const html = `<photo-feed src="${baseUrl}" key="${apiKey}" limit="12">${renderFeed(page)}</photo-feed>`
 * ```
 */
export function renderFeed(page: FeedPageData, options: RenderFeedOptions = {}): string {
  const view = feedView(page, options.columns ?? defaultColumns)
  return `<template shadowrootmode="open"><style>${styles}</style>${markup(shell(view))}</template>`
}
