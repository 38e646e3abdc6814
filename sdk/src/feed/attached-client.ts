import type { Client } from '../client/transport.ts'

/** Registered globally, so that an entry accepts the feed of another copy of the SDK. */
const clientKey = Symbol.for('@photofeed/sdk client')

/** On a function, because functions are neither copied by `{ ...feed }` nor wrapped by the proxies of Vue and Alpine. */
export function attachClient<Feed extends { me: object }>(feed: Feed, client: Client): Feed {
  Object.defineProperty(feed.me, clientKey, { value: client })
  return feed
}

/** Returns the client behind a feed, for the other entries. Throws a TypeError for anything else. */
export function getClient(feed: { readonly me: object }): Client {
  const client = (feed?.me as { readonly [clientKey]?: Client } | undefined)?.[clientKey]
  if (client) return client
  throw new TypeError('The first argument must be a feed: pass what createFeed returned.')
}
