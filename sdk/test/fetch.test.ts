import crossFetch from 'cross-fetch'
import ky from 'ky'
import nodeFetch from 'node-fetch'
import { ofetch } from 'ofetch'
import { Agent, fetch as undiciFetch } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { FeedDocument, graphql } from '../src/entries/graphql.ts'
import { createFeed, type FetchFunction } from '../src/entries/index.ts'
import { rss } from '../src/entries/rss.ts'
import { createPacedFeed } from '../src/feed/feed.ts'
import { catchError } from './support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from './support/fake-pace.ts'

let mock: MockServer
const dispatcher = new Agent()
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'strict' })
})
beforeEach(() => mock.reset())
afterAll(async () => {
  await dispatcher.close()
  await mock.close()
})

const fetches: [string, FetchFunction][] = [
  ['undici', undiciFetch],
  ['undici with its own dispatcher', (url, init) => undiciFetch(url, { ...init, dispatcher })],
  ['node-fetch', nodeFetch],
  ['cross-fetch', crossFetch],
  ['ky', (url, init) => ky(url, { ...init, throwHttpErrors: false, retry: 0 })],
  ['ofetch.native', ofetch.native],
]

describe.each(fetches)('the fetch of %s', (_, fetch) => {
  let requests = 0
  const counting: FetchFunction = (url, init) => {
    requests++
    return fetch(url, init)
  }
  const optionsOf = (scenario: string) => ({
    baseUrl: mock.url,
    apiKey: mock.key(scenario),
    fetch: counting,
  })
  beforeEach(() => {
    requests = 0
  })

  it('reads pages, GraphQL and RSS, with a signal', async () => {
    const { signal } = new AbortController()
    const feed = createFeed(optionsOf('premium'))
    const page = await feed.me({ pageSize: 2, signal })
    const next = await feed.next(page, { signal })
    expect(next?.posts).toHaveLength(2)
    const { data } = await graphql(feed, FeedDocument, { first: 2 }, { signal })
    expect(data.me?.posts.map(({ id }) => id)).toEqual(page.posts.map(({ id }) => id))
    const { items } = await rss(feed, { signal })
    expect(items[0]?.id).toBe(page.posts[0]?.id)
    expect(requests).toBe(4)
  })

  it('reports errors of the service', async () => {
    expect(await catchError(createFeed(optionsOf('disconnected')).me())).toMatchObject({
      name: 'InvalidApiKeyError',
    })
    expect(requests).toBe(1)
  })

  it('retries a broken connection, and reports it', async () => {
    const options = { ...optionsOf('connection-reset'), timeout, totalTimeout }
    const error = await catchError(createPacedFeed(options, fakePace().pace).me())
    expect(error).toMatchObject({ name: 'NetworkError', retryable: true })
    expect(requests).toBe(3)
  })

  it('aborts with the reason of the caller', async () => {
    const controller = new AbortController()
    const reason = new Error('left the page')
    const sent: Promise<unknown>[] = []
    const sending: FetchFunction = (url, init) => {
      const response = fetch(url, init)
      sent.push(catchError(response))
      setImmediate(() => controller.abort(reason))
      return response
    }
    const feed = createFeed({ ...optionsOf('slow'), fetch: sending })
    expect(await catchError(feed.me({ signal: controller.signal }))).toBe(reason)
    expect(await Promise.all(sent)).toMatchObject([{ name: 'AbortError' }])
  })
})
