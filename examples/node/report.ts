import { createFeed, type FeedOptions, type Post } from '@photofeed/sdk'
import { createGraphqlFeed } from '@photofeed/sdk/graphql'
import { createRssFeed } from '@photofeed/sdk/rss'
import { line } from './line.ts'

interface Talk {
  me: { posts: { caption: string | null; commentsCount: number }[] }
}

const talkQuery = `query Talk($first: Int) {
  me(first: $first) { posts { caption commentsCount } }
}`

/** What three ways to the same feed tell: the newest posts, the channel, and what is talked about. */
export async function report(service: FeedOptions): Promise<string> {
  const [page, rss, talk] = await Promise.all([
    createFeed(service).me({ pageSize: 5 }),
    createRssFeed(service).rss(),
    createGraphqlFeed(service).graphql<Talk>(talkQuery, { first: 50 }),
  ])
  const { account, connection } = page
  const { channel, items } = rss
  const talkedAbout = talk.data.me.posts
    .toSorted((a, b) => b.commentsCount - a.commentsCount)
    .slice(0, 3)
  const lines = [
    `${line(account.name ?? '', 60)} @${account.username}`.trimStart(),
    connection.explanation ?? `The connection is ${connection.status}.`,
    '',
    'Newest posts, over REST',
    ...listed(page.posts.map(postLine)),
    '',
    'Channel, over RSS',
    `  ${line(channel.title, 60)}: ${items.length} items, to be read again every ${channel.ttl} minutes`,
    '',
    'Most talked about, over GraphQL',
    ...listed(talkedAbout.map(talkLine)),
  ]
  return `${lines.join('\n')}\n`
}

function listed(lines: readonly string[]) {
  return lines.length > 0 ? lines : ['  none yet']
}

function postLine({ timestamp, mediaType, caption }: Post) {
  const kind = { IMAGE: 'photo', VIDEO: 'video', CAROUSEL_ALBUM: 'album' }[mediaType]
  return `  ${timestamp.slice(0, 10)}  ${kind}  ${line(caption ?? '(no caption)', 60)}`
}

function talkLine({ commentsCount, caption }: Talk['me']['posts'][number]) {
  return `  ${String(commentsCount).padStart(4)} comments  ${line(caption ?? '(no caption)', 58)}`
}
