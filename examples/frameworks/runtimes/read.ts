import { createFeed, type FeedOptions } from '@photofeed/sdk'
import { graphql } from '@photofeed/sdk/graphql'
import { rss } from '@photofeed/sdk/rss'

/** Reads one feed through all three interfaces. */
export async function readAll(options: FeedOptions) {
  const feed = createFeed(options)
  const page = await feed.me({ pageSize: 12 })
  const next = await feed.next(page)
  const previous = next && (await feed.previous(next))
  const newest = await feed.posts().take(30).toArray({ limit: 100 })
  const { data } = await graphql<{ me: { username: string } }>(feed, '{ me { username } }')
  const { items } = await rss(feed)
  return {
    runtime: navigator.userAgent,
    username: data.me.username,
    posts: [page.posts.length, next?.posts.length, newest.length, items.length],
    isSamePage: previous?.posts[0]?.id === page.posts[0]?.id,
  }
}

/** Returns the name of the error that each failure ends with. `keys` are those of the mock's scenarios. */
export async function failAll(options: FeedOptions, keys: Record<string, string>) {
  const feed = createFeed({ ...options, maxRetries: 0 })
  const post: FeedOptions['fetch'] = (url, init) => fetch(url, { ...init, method: 'POST' })
  const scenario = (name: string) => feed.withOptions({ apiKey: keys[name], timeout: 1000 }).me()
  const calls = {
    'no key': async () => feed.withOptions({ apiKey: '' }).me(),
    'wrong key': () => feed.withOptions({ apiKey: '0'.repeat(64) }).me(),
    'wrong path': () => feed.withOptions({ baseUrl: `${options.baseUrl}/api/v1` }).me(),
    'wrong method': () => feed.withOptions({ fetch: post }).me(),
    'wrong option': () => feed.me({ pageSize: 1000 }),
    'wrong query': () => graphql(feed, '{ nothing }'),
    'long URL': () => feed.me({ cursor: 'x'.repeat(9000) }),
    'no server': () => feed.withOptions({ baseUrl: 'http://127.0.0.1:9' }).me(),
    'server-error': () => scenario('server-error'),
    'html-proxy': () => scenario('html-proxy'),
    truncated: () => scenario('truncated'),
    'connection-reset': () => scenario('connection-reset'),
    slow: () => scenario('slow'),
    aborted: () => feed.me({ signal: AbortSignal.abort(new RangeError('stopped')) }),
  }
  const names: Record<string, string> = {}
  for (const [name, call] of Object.entries(calls)) {
    names[name] = await call().then(
      () => 'no error',
      (error) => error.name,
    )
  }
  return names
}
