// The program that the test bundles with Metro and runs in Hermes, the engine of React Native, outside an app.
import { createFeed, type FeedOptions } from '@photofeed/sdk'
import { rss } from '@photofeed/sdk/rss'
// What React Native had as AbortController until 0.86: its signals have no `reason` and no `throwIfAborted`.
import { AbortController as OldAbortController } from 'abort-controller/dist/abort-controller'
import { URL, URLSearchParams } from 'react-native/Libraries/Blob/URL'
import { Headers } from 'react-native/Libraries/Network/fetch'
import { AbortController } from 'react-native/src/private/webapis/dom/abort-api/AbortController'

declare const print: (text: string) => void
declare const feedOptions: FeedOptions
/** Hermes alone has no network: the responses of the service by URL. */
declare const responses: Record<string, { status: number; text: string }>

const read: FeedOptions['fetch'] = async (url) => {
  const response = responses[url]
  if (!response) throw new Error(`No response to ${url}`)
  const headers = { get: () => null, forEach() {} }
  return { status: response.status, headers, text: async () => response.text }
}

async function check(Controller: typeof globalThis.AbortController) {
  Object.assign(globalThis, { AbortController: Controller, Headers, URL, URLSearchParams })
  const feed = createFeed({ ...feedOptions, fetch: read })
  const controller = new Controller()
  const page = await feed.me({ pageSize: 12, signal: controller.signal })
  const next = await feed.next(page)
  const newest = await feed.posts({ pageSize: 12 }).take(18).toArray({ limit: 100 })
  const { items } = await rss(feed)
  const wrong = feed.withOptions({ apiKey: '0'.repeat(64) }).me()
  const silent = feed.withOptions({ fetch: () => new Promise(() => {}) })
  const aborted = silent.me({ signal: controller.signal })
  controller.abort()
  return {
    signal: ['reason', 'throwIfAborted'].filter((name) => name in controller.signal),
    username: page.account.username,
    posts: [page.posts.length, next?.posts.length, newest.length, items.length],
    errors: [await nameOf(wrong), await nameOf(aborted)],
  }
}

const nameOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error) => {
      if (error.name === 'Error') throw error
      return error.name
    },
  )

Promise.all([OldAbortController, AbortController].map(check)).then(
  (results) => print(JSON.stringify({ results })),
  (error) => print(JSON.stringify({ error: String(error) })),
)
