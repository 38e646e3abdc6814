import type { Feed, FeedPage } from '@photofeed/sdk'
import { card } from './card.ts'
import { part } from './element.ts'
import { failure } from './failure.ts'
import { loadMore } from './load-more.ts'
import { message } from './message.ts'
import { notice } from './notice.ts'
import { placeholder } from './placeholder.ts'
import { profile } from './profile.ts'

const pageSize = 12

const feedPart = part('feed')
const loading = part('loading')
const posts = part('posts')
const more = part('more')
const announcement = part('announcement')

/** Shows a feed from its first page, until the signal hands the page to another one. */
export async function showFeed(feed: Feed, signal: AbortSignal): Promise<void> {
  const again = () => showFeed(feed, signal)
  showLoading()
  try {
    const page = await feed.me({ pageSize, include: ['children'], format: 'webp', signal })
    hideLoading()
    showPage(page, signal)
    announcement.textContent = `${posts.children.length} posts shown.`
    if (page.posts.length === 0) more.replaceChildren(emptyMessage(page, again))
  } catch (error) {
    if (signal.aborted) return
    hideLoading()
    announcement.textContent = ''
    more.replaceChildren(failure(error, again))
  }
}

/** The placeholder has a place of its own: what comes after it appears anew and does not shift. */
function showLoading() {
  feedPart.hidden = true
  for (const emptied of [part('profile'), part('notice'), posts, more]) emptied.replaceChildren()
  loading.replaceChildren(...placeholder(pageSize))
  announcement.textContent = 'Loading posts.'
}

function hideLoading() {
  loading.replaceChildren()
  feedPart.hidden = false
}

function showPage(page: FeedPage, signal: AbortSignal) {
  const { account, connection, pagination } = page
  document.title = `@${account.username} · photofeed gallery`
  part('profile').replaceChildren(...profile(account))
  part('notice').replaceChildren(...notice(connection))
  posts.append(...page.posts.map((post) => card(post, account.username)))
  more.replaceChildren(...(pagination.hasMore ? [loadMore(() => showNext(page, signal))] : []))
}

/** Adds the next page and goes on from its first post, since the button that had the focus is gone. */
async function showNext(page: FeedPage, signal: AbortSignal): Promise<void> {
  const shown = posts.children.length
  announcement.textContent = 'Loading more posts.'
  try {
    const next = await page.next()
    if (next === null) return more.replaceChildren()
    showPage(next, signal)
    announcement.textContent = `${next.posts.length} more posts, ${posts.children.length} in all.`
    posts.children[shown]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  } catch (error) {
    if (signal.aborted) return
    announcement.textContent = ''
    more.replaceChildren(failure(error, () => showNext(page, signal)))
  }
}

function emptyMessage({ connection }: FeedPage, onRetry: () => void) {
  return connection.status === 'importing'
    ? message('The posts are on their way', 'The first import takes a few minutes.', onRetry)
    : message('No posts yet', 'New posts will appear here.')
}
