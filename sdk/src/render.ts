/**
 * Renders the inside of a `<photo-feed>` as HTML. It needs neither the client nor the DOM.
 *
 * @module
 */
import { styles } from './element/styles.ts'
import { containers, feedView, type RenderFeedOptions, viewContext } from './element/view.ts'
import { toHtml } from './element/vnode.ts'
import type { FeedPage } from './posts.ts'

export type { FeedLabels } from './element/labels.ts'
export type { RenderFeedOptions } from './element/view.ts'

/**
 * Returns the inside of a `<photo-feed>` as HTML, for a server. Pictures and links are there before any script runs,
 * and the element keeps them. It sends a request only when the visitor loads more, when its attributes change, or on
 * `reload()`. Every text is escaped.
 *
 * @example
 * ```ts
 * const page = await feed.me({ pageSize: 12, include: ['children'], format: 'webp' })
 * const html = `<photo-feed src="${baseUrl}" api-key="${apiKey}" limit="12">${renderFeed(page)}</photo-feed>`
 * ```
 */
export function renderFeed(
  page: Pick<FeedPage, 'posts' | 'pagination' | 'connection'>,
  options: RenderFeedOptions = {},
): string {
  const nodes = containers(feedView(page, viewContext(options)))
  return `<template shadowrootmode="open"><style>${styles}</style>${toHtml(nodes)}</template>`
}
