import { createFeed, type FeedOptions, type Post } from '@photofeed/sdk'
import { graphql } from '@photofeed/sdk/graphql'
import { rss } from '@photofeed/sdk/rss'

interface Comments {
  me: { posts: { caption: string | null; commentsCount: number }[] }
}

const commentsQuery = `query Comments($first: Int) {
  me(first: $first) { posts { caption commentsCount } }
}`

/** Returns a report on a feed: its newest posts over REST, its channel over RSS, its most discussed posts over GraphQL. */
export async function report(service: FeedOptions): Promise<string> {
  const feed = createFeed(service)
  const [page, { channel, items }, comments] = await Promise.all([
    feed.me({ pageSize: 5 }),
    rss(feed),
    graphql<Comments>(feed, commentsQuery, { first: 50 }),
  ])
  const { account, connection } = page
  const mostDiscussed = comments.data.me.posts
    .toSorted((a, b) => b.commentsCount - a.commentsCount)
    .slice(0, 3)
  const lines = [
    `${oneLine(account.name ?? '', 60)} @${account.username}`.trimStart(),
    connection.explanation ?? `The connection is ${connection.status}.`,
    '',
    'Newest posts, over REST',
    ...list(page.posts.map(postLine)),
    '',
    'Channel, over RSS',
    `  ${oneLine(channel.title, 60)}: ${items.length} items, TTL ${channel.ttl} minutes`,
    '',
    'Most discussed, over GraphQL',
    ...list(mostDiscussed.map(commentsLine)),
  ]
  return `${lines.join('\n')}\n`
}

function list(lines: readonly string[]) {
  return lines.length > 0 ? lines : ['  none yet']
}

// The service may add media types.
const kinds: Record<string, string> = { IMAGE: 'photo', VIDEO: 'video', CAROUSEL_ALBUM: 'album' }

function postLine({ timestamp, mediaType, caption }: Post) {
  const kind = kinds[mediaType] ?? 'post'
  return `  ${timestamp.slice(0, 10)}  ${kind}  ${oneLine(caption ?? '(no caption)', 60)}`
}

function commentsLine({ commentsCount, caption }: Comments['me']['posts'][number]) {
  return `  ${String(commentsCount).padStart(4)} comments  ${oneLine(caption ?? '(no caption)', 58)}`
}

/**
 * Returns a text as one line of at most `length` characters. Removes control characters, which a terminal would
 * interpret: captions are written by strangers.
 */
export function oneLine(text: string, length: number): string {
  const words = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const characters = Array.from(new Intl.Segmenter().segment(words), ({ segment }) => segment)
  if (characters.length <= length) return words
  const start = characters.slice(0, length - 1).join('')
  return `${start.trimEnd()}…`
}
