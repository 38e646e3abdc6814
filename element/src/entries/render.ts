/**
 * Renders the inside of a `<photo-feed>` as HTML. It needs neither the client nor the DOM.
 *
 * @module
 */

import type { FeedPage } from '@photofeed/sdk'
import { styles as carousel } from '../layouts/carousel.ts'
import { styles as grid } from '../layouts/grid.ts'
import { imageSizes } from '../layouts/image-sizes.ts'
import { styles as list } from '../layouts/list.ts'
import { styles as masonry } from '../layouts/masonry.ts'
import { styles as tiles } from '../layouts/tiles.ts'
import { choosePage } from '../posts/chosen-posts.ts'
import { readablePage } from '../posts/readable-page.ts'
import { customStyles } from '../view/columns.ts'
import { type PhotoFeedRenderOptions, type ViewContext, viewContext } from '../view/context.ts'
import { extras } from '../view/extras.ts'
import { styles } from '../view/styles.ts'
import { containers, errorMessage, type FeedView, feedView, limitPage } from '../view/view.ts'
import { element, toHtml } from '../view/vnode.ts'

export type {
  PhotoFeedCountedLabel,
  PhotoFeedLabels,
  PhotoFeedPluralForms,
} from '../languages/labels.ts'
export { loadLabels } from '../languages/languages.ts'
export type { PhotoFeedRenderOptions } from '../view/context.ts'
export type {
  PhotoFeedCaptions,
  PhotoFeedConsent,
  PhotoFeedLayout,
  PhotoFeedLoading,
  PhotoFeedOpening,
  PhotoFeedProperties,
  PhotoFeedTheme,
} from '../view/options.ts'

/** The first page of an account, such as that of `feed.me()`. */
export type PhotoFeedPage = Pick<FeedPage, 'posts' | 'pagination' | 'connection'> &
  Partial<Pick<FeedPage, 'account'>>

const layouts = { grid, tiles, masonry, carousel, list }

/**
 * Returns the inside of a `<photo-feed>` as HTML, for a server. Pictures and links are there before any script runs,
 * and the element keeps them. It sends a request only when the visitor loads more, when its attributes change, or on
 * `reload()`. Every text is escaped. Pass a page of each account to join several by time.
 *
 * @example
 * ```ts
 * const page = await feed.me({ pageSize: 12, include: ['children'], format: 'webp' })
 * const html = `<photo-feed src="${baseUrl}" api-key="${apiKey}" limit="12">${renderFeed(page)}</photo-feed>`
 * ```
 */
export function renderFeed(
  pages: readonly PhotoFeedPage[],
  options?: PhotoFeedRenderOptions,
): string
export function renderFeed(page: PhotoFeedPage, options?: PhotoFeedRenderOptions): string
export function renderFeed(
  page: PhotoFeedPage | readonly PhotoFeedPage[],
  options: PhotoFeedRenderOptions = {},
): string {
  // A server does not know where its visitors are.
  const parsed = viewContext(options, extras, 'UTC')
  const { layout, columns } = parsed
  const context = { ...parsed, sizes: imageSizes(layout, columns) }
  const css = styles + layouts[layout] + extras.styles(context) + customStyles(context)
  const nodes = containers(viewOf(page, context), context)
  const [start] = toHtml([element('style', { nonce: options.nonce })]).split('</')
  return `<template shadowrootmode="open">${start}${css}</style>${toHtml(nodes)}</template>`
}

/** Returns the posts of the pages that can be read. Without any, visitors read what they would with an element alone. */
function viewOf(page: PhotoFeedPage | readonly PhotoFeedPage[], context: ViewContext): FeedView {
  const given = Array.isArray(page) ? page : [page]
  if (given.length === 0) throw new TypeError('Pass a page of at least one account.')
  const pages = given.flatMap((each) => {
    try {
      return readablePage(each)
    } catch {
      return []
    }
  })
  if (!pages[0]) return { top: [], cards: [], end: errorMessage(true, '', context) }
  return feedView(limitPage(choosePage(pages, context), context.limit, 0), context)
}
