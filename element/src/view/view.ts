import { freePageSize } from '../../../sdk/src/generated/facts.ts'
import { directionOf } from '../languages/languages.ts'
import { card, hasText } from './card.ts'
import { parseColumns } from './columns.ts'
import type { DisplayPage, ViewContext } from './context.ts'
import { element, type VElement, type VNode } from './vnode.ts'

/** The parts of the view that change. Each has its own container. */
export interface FeedView {
  /** What is above the cards, each with an id. */
  readonly top: readonly VElement[]
  readonly cards: readonly VNode[]
  /** What follows the cards: a button, a message or nothing. */
  readonly end: VNode
}

/** Returns the containers of the view. The element finds them by their ids. */
export function containers({ top, cards, end }: FeedView, { labels, lang }: ViewContext): VNode[] {
  // Only the carousel displays them.
  const scrollButton = (name: string, label: string) =>
    element('button', { type: 'button', part: name, name, hidden: true, 'aria-label': label })
  const dir = directionOf(lang)
  return [
    element('p', { id: 'status', class: 'hidden', role: 'status' }),
    element('div', { id: 'top', dir }, ...top),
    element(
      'div',
      { id: 'stage', dir },
      scrollButton('previous', labels.previousPost),
      element('ul', { id: 'cards', part: 'list', role: 'list' }, ...cards),
      scrollButton('next', labels.nextPost),
    ),
    element('div', { id: 'end', dir }, end),
  ]
}

/** `isFirst` is that of the first page, whose first row is not lazy. */
export function feedView(page: DisplayPage, context: ViewContext, isFirst = true): FeedView {
  const firstRow = widestRow(context)
  return {
    top: context.extras?.top(page, context, isFirst) ?? [],
    cards: page.posts.map((post, index) => card(post, context, isFirst && index < firstRow)),
    end: endOf(page, context),
  }
}

/** Returns the page with no more posts than `limit` allows after those that are shown. */
export function limitPage<Page extends DisplayPage>(
  page: Page,
  limit: number | null,
  shown: number,
): Page {
  const { posts, pagination } = page
  const left = (limit ?? Infinity) - shown
  if (posts.length < left) return page
  const end = { ...pagination, nextCursor: null, hasMore: false }
  return { ...page, posts: posts.slice(0, left), pagination: end }
}

/** Returns placeholders of the cards' size, so that nothing moves when the posts arrive. */
export function skeletonView(count: number, context: ViewContext): FeedView {
  const placeholder = element(
    'li',
    { part: 'card', 'aria-hidden': 'true' },
    element('span', { part: 'frame' }),
    hasText(context) ? element('span', { part: 'text' }) : null,
  )
  // Only feeds of the plan with several pages ask for so many posts.
  const { pageSize, limit, loadMore, labels } = context
  const hasMore = loadMore !== 'none' && pageSize > freePageSize && pageSize < (limit ?? Infinity)
  return {
    // The link of the owner lies on the placeholders.
    top: [...(context.extras?.top(undefined, context, true) ?? []), ownerContent],
    cards: Array(count).fill(placeholder),
    end: hasMore
      ? element('button', { part: 'button', class: 'invisible', tabindex: -1 }, labels.loadMore)
      : null,
  }
}

/** A row of the widest element: a server does not know the width. */
function widestRow({ layout, columns }: ViewContext) {
  const { first = 1, breakpoints = [] } = parseColumns(String(columns)) ?? {}
  return layout === 'list' ? 2 : Math.max(first, ...breakpoints.map(([, count]) => count))
}

/** Returns the message of a failed page, which screen readers announce. `cursor` is that of the page. */
export function errorMessage(retryable: boolean, cursor: string, { labels }: ViewContext): VNode {
  return message(
    'error',
    cursor ? labels.errorMore : labels.error,
    retryable && loadButton(labels.tryAgain, cursor),
    // Receives the focus of the button that it replaces.
    { role: 'alert', tabindex: -1 },
  )
}

function endOf({ pagination, posts, connection }: DisplayPage, { labels, loadMore }: ViewContext) {
  if (pagination.nextCursor !== null && loadMore !== 'none') {
    return loadButton(labels.loadMore, pagination.nextCursor)
  }
  if (posts.length > 0) return null
  return connection.status === 'importing'
    ? message('empty', labels.importing, loadButton(labels.checkAgain, ''))
    : message('empty', labels.empty, false)
}

/** What the page has inside the element, such as a link to the profile: visitors have it while there are no posts. */
export const ownerContent = element('div', { id: 'owner' }, element('slot'))

/** `name` is that of the slot that replaces the text. */
function message(name: string, text: string, button: VNode | false, attributes = {}) {
  const slot = element('slot', { name }, element('p', {}, text))
  return element('div', { part: 'message', ...attributes }, slot, ownerContent, button || null)
}

/** Loads the page at a cursor; `''` is the first page. */
function loadButton(text: string, cursor: string) {
  return element('button', { type: 'button', part: 'button', name: 'load', value: cursor }, text)
}
