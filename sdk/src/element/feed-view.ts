import type { FeedPage } from '../index.ts'
import { card } from './card.ts'
import { loadButton } from './load-button.ts'
import { message } from './message.ts'
import { notice } from './notice.ts'
import { h, type Tree } from './tree.ts'

/** What is shown of a page: plain data, so it may come from JSON too. */
export type FeedPageData = Pick<FeedPage, 'posts' | 'pagination' | 'connection'>

/** The parts of the view that change, each in a place of its own. */
export interface FeedView {
  readonly notice: Tree
  readonly cards: readonly Tree[]
  /** What comes after the cards: a button, a message, or nothing. */
  readonly end: Tree
}

/** The places of the view, by their ids. */
export function shell({ notice, cards, end }: FeedView, busy = false): Tree[] {
  return [
    h('p', { id: 'status', class: 'hidden', role: 'status' }),
    h('div', { id: 'notice' }, notice),
    h('ul', { id: 'cards', part: 'list', role: 'list', 'aria-busy': busy && 'true' }, ...cards),
    h('div', { id: 'end' }, end),
  ]
}

export function feedView(page: FeedPageData, columns: number): FeedView {
  return {
    notice: notice(page.connection),
    cards: page.posts.map((post) => card(post, columns)),
    end: end(page),
  }
}

/** Boxes of the cards' size, so that nothing moves when these come. */
export function skeletonView(count: number): FeedView {
  const box = h(
    'li',
    { part: 'card', 'aria-hidden': 'true' },
    h('span', { part: 'frame' }),
    h('span', { part: 'text' }),
  )
  return { notice: null, cards: Array.from({ length: count }, () => box), end: null }
}

function end({ pagination, posts, connection }: FeedPageData) {
  if (pagination.nextCursor !== null) return loadButton('Load more', pagination.nextCursor)
  if (posts.length > 0) return null
  return connection.status === 'importing'
    ? message(
        'The posts are on their way.',
        'The first import takes a few minutes.',
        loadButton('Look again', ''),
      )
    : message('No posts yet.', 'New posts will appear here.', null)
}
