import { describe, expect, it } from 'vitest'
import { accountBody } from '../test/support/account-body.ts'
import { apiKey, baseUrl, fakeFetch, json, thrownBy } from '../test/support/fake-fetch.ts'
import { createFeed } from './index.ts'

const threePages = [
  json(accountBody(['1', '2'], { next: 'b' })),
  json(accountBody(['3', '4'], { next: 'c' })),
  json(accountBody(['5'])),
] as const

function feedOver(...answers: Parameters<typeof fakeFetch>) {
  const service = fakeFetch(...answers)
  return { service, feed: createFeed({ baseUrl, apiKey, fetch: service.fetch }) }
}

async function all<Item>(items: AsyncIterable<Item>) {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

async function idsOf(posts: AsyncIterable<{ id: string }>) {
  return (await all(posts)).map(({ id }) => id)
}

describe('posts', () => {
  it('walks all pages with the same filters', async () => {
    const { feed, service } = feedOver(...threePages)
    expect(await idsOf(feed.posts({ type: 'VIDEO' }))).toEqual(['1', '2', '3', '4', '5'])
    expect(service.queries()).toEqual([
      'filter%5Btype%5D=VIDEO&api_key=KEY',
      'page%5Bcursor%5D=b&filter%5Btype%5D=VIDEO&api_key=KEY',
      'page%5Bcursor%5D=c&filter%5Btype%5D=VIDEO&api_key=KEY',
    ])
  })

  it('reads no page before it is needed', async () => {
    const { feed, service } = feedOver(...threePages)
    const posts = feed.posts()
    expect(service.requests).toHaveLength(0)
    for await (const { id } of posts) if (id === '2') break
    expect(service.requests).toHaveLength(1)
  })

  it('starts anew with each iteration', async () => {
    const { feed, service } = feedOver(json(accountBody(['1'])))
    const posts = feed.posts()
    expect(await idsOf(posts)).toEqual(['1'])
    expect(await idsOf(posts)).toEqual(['1'])
    expect(service.requests).toHaveLength(2)
  })

  it('gives the pages as they are', async () => {
    const { feed } = feedOver(...threePages)
    const pages = await all(feed.posts().pages())
    expect(pages.map(({ posts }) => posts.map(({ id }) => id))).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5'],
    ])
  })

  it('gives a post once that a newer one has pushed to the next page', async () => {
    const { feed } = feedOver(
      json(accountBody(['1', '2'], { next: 'b' })),
      json(accountBody(['2', '3'])),
    )
    expect(await idsOf(feed.posts())).toEqual(['1', '2', '3'])
  })

  it('stops when a cursor repeats', async () => {
    const { feed, service } = feedOver(json(accountBody(['1', '2'], { next: 'loop' })))
    expect(await idsOf(feed.posts())).toEqual(['1', '2'])
    expect(service.requests).toHaveLength(2)
  })

  it('stops when the walk comes back to where it started', async () => {
    const { feed, service } = feedOver(json(accountBody(['1'], { next: 'start' })))
    expect(await idsOf(feed.posts({ cursor: 'start' }))).toEqual(['1'])
    expect(service.requests).toHaveLength(1)
  })

  it('ends with the reason of a signal that aborts between pages', async () => {
    const { feed, service } = feedOver(...threePages)
    const controller = new AbortController()
    const reason = new Error('left the page')
    const walk = async () => {
      for await (const { id } of feed.posts({ signal: controller.signal })) {
        if (id === '2') controller.abort(reason)
      }
    }
    expect(await thrownBy(walk())).toBe(reason)
    expect(service.requests).toHaveLength(1)
  })
})
