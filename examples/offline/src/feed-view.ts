import { type Feed, type FeedPage, isPhotofeedError } from '@photofeed/sdk'
import { part } from './part.ts'
import { postItem } from './post-item.ts'

const posts = part('posts')
const message = part('message')
const button = part<HTMLButtonElement>('load')

/** Shows a feed's first page, and one more with each press of the button. */
export async function showFeed(feed: Feed): Promise<void> {
  await show(() => feed.me({ pageSize: 12, format: 'webp' }))
}

async function show(read: () => Promise<FeedPage | null>): Promise<void> {
  posts.ariaBusy = 'true'
  button.disabled = true
  try {
    const page = await read()
    if (page) showPage(page)
  } catch (error) {
    showError(error, () => show(read))
  } finally {
    posts.ariaBusy = null
    button.disabled = false
  }
}

function showPage(page: FeedPage) {
  const { account, connection, pagination } = page
  part('name').textContent = account.name ?? `@${account.username}`
  part('biography').textContent = account.biography
  part('notice').textContent = connection.explanation
  posts.append(...page.posts.map(postItem))
  message.textContent = posts.children.length === 0 ? emptyText(page) : ''
  offer('More', pagination.hasMore, () => show(() => page.next()))
}

function showError(error: unknown, again: () => void) {
  if (!isPhotofeedError(error)) throw error
  message.textContent = `The posts could not be loaded. ${error.hint}`
  offer('Try again', error.retryable, again)
}

function offer(words: string, visible: boolean, action: () => void) {
  button.textContent = words
  button.hidden = !visible
  button.onclick = action
}

function emptyText({ connection }: FeedPage) {
  return connection.status === 'importing' ? 'The posts are on their way.' : 'No posts yet.'
}
