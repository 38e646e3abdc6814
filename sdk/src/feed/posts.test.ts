import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import {
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
  type Responder,
} from '../../test/support/fake-fetch.ts'
import { createFeed, type Feed } from '../entries/index.ts'

const threePages = [
  json(accountBody(['1', '2'], { next: 'b' })),
  json(accountBody(['3', '4'], { next: 'c' })),
  json(accountBody(['5'])),
] as const

/** A feed of so many posts on Premium; a cursor is the number of its first post. */
function feedOf(count: number): Responder {
  return (request) => {
    const query = new URL(request.url).searchParams
    const start = Number(query.get('page[cursor]') ?? 0)
    const end = Math.min(start + Number(query.get('page[size]') ?? 100), count)
    const ids = Array.from({ length: end - start }, (_, index) => String(start + index))
    return json(accountBody(ids, end < count ? { next: String(end) } : {}))(request)
  }
}

function feedOver(...responders: Parameters<typeof fakeFetch>) {
  const service = fakeFetch(...responders)
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

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index))

describe('posts', () => {
  it('iterates over all pages with the same filters', async () => {
    const { feed, service } = feedOver(...threePages)
    expect(await idsOf(feed.posts({ type: 'VIDEO' }))).toEqual(['1', '2', '3', '4', '5'])
    expect(service.queries()).toEqual([
      'filter[type]=VIDEO',
      'page[cursor]=b&filter[type]=VIDEO',
      'page[cursor]=c&filter[type]=VIDEO',
    ])
  })

  it('reads no page before it is needed', async () => {
    const { feed, service } = feedOver(...threePages)
    const posts = feed.posts()
    expect(service.requests).toHaveLength(0)
    for await (const { id } of posts) if (id === '2') break
    expect(service.requests).toHaveLength(1)
  })

  it('starts from the beginning with each iteration', async () => {
    const { feed, service } = feedOver(json(accountBody(['1'])))
    const posts = feed.posts()
    expect(await idsOf(posts)).toEqual(['1'])
    expect(await idsOf(posts)).toEqual(['1'])
    expect(service.requests).toHaveLength(2)
  })

  it('returns the pages as they are', async () => {
    const { feed } = feedOver(...threePages, ...threePages)
    const walk = feed.posts().pages()
    const pages = await all(walk)
    expect(await all(walk), 'from the beginning again').toEqual(pages)
    expect(pages.map(({ posts }) => posts.map(({ id }) => id))).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5'],
    ])
  })

  it('returns a post once that a newer one has moved to the next page', async () => {
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

  it('stops when the cursors lead back to the start', async () => {
    const { feed, service } = feedOver(json(accountBody(['1'], { next: 'start' })))
    expect(await idsOf(feed.posts({ cursor: 'start' }))).toEqual(['1'])
    expect(service.requests).toHaveLength(1)
  })

  it('rejects with the reason of a signal that aborts between pages', async () => {
    const { feed, service } = feedOver(...threePages)
    const controller = new AbortController()
    const reason = new Error('left the page')
    const iterate = async () => {
      for await (const { id } of feed.posts({ signal: controller.signal })) {
        if (id === '2') controller.abort(reason)
      }
    }
    expect(await catchError(iterate())).toBe(reason)
    expect(service.requests).toHaveLength(1)
  })
})

describe('take', () => {
  it.each([
    [5, ['page[size]=5']],
    [100, ['']],
    [250, ['', 'page[cursor]=100', 'page[size]=50&page[cursor]=200']],
    [1000, ['', 'page[cursor]=100', 'page[cursor]=200']],
  ])('of %i posts requests no more than they need', async (count, queries) => {
    const { feed, service } = feedOver(feedOf(300))
    expect(await idsOf(feed.posts().take(count))).toEqual(numbers(Math.min(count, 300)))
    expect(service.queries()).toEqual(queries)
  })

  it('sends an invalid pageSize, so that the service rejects it', async () => {
    const { feed, service } = feedOver(json(accountBody(['1'])))
    expect(await idsOf(feed.posts({ pageSize: 500 }))).toEqual(['1'])
    expect(service.queries()).toEqual(['page[size]=500'])
  })

  it('keeps the pageSize of the caller as the most that a page has', async () => {
    const { feed, service } = feedOver(feedOf(300))
    expect(await idsOf(feed.posts({ pageSize: 20 }).take(50))).toEqual(numbers(50))
    expect(service.queries()).toEqual([
      'page[size]=20',
      'page[size]=20&page[cursor]=20',
      'page[size]=10&page[cursor]=40',
    ])
  })

  it('reads on where the plan returns shorter pages, and posts repeat', async () => {
    const { feed, service } = feedOver(
      json(accountBody(['1', '2'], { next: 'b' })),
      json(accountBody(['2', '3', '4'])),
    )
    expect(await idsOf(feed.posts().take(3))).toEqual(['1', '2', '3'])
    expect(service.queries()).toEqual(['page[size]=3', 'page[size]=1&page[cursor]=b'])
  })

  it('of 2.5 posts returns 2', async () => {
    const { feed, service } = feedOver(feedOf(3))
    expect(await idsOf(feed.posts().take(2.5))).toEqual(numbers(2))
    expect(service.queries()).toEqual(['page[size]=2'])
  })

  it.each([0, -1, 0.5, Number.NaN])('of %d posts sends no request', async (count) => {
    const { feed, service } = feedOver(feedOf(3))
    expect(await idsOf(feed.posts().take(count))).toEqual([])
    expect(service.requests).toHaveLength(0)
  })

  it('of a take is the smaller of both', async () => {
    const { feed, service } = feedOver(feedOf(300))
    expect(await idsOf(feed.posts().take(3).take(50))).toEqual(['0', '1', '2'])
    expect(await idsOf(feed.posts().take(50).take(3))).toEqual(['0', '1', '2'])
    expect(service.queries()).toEqual(['page[size]=3', 'page[size]=3'])
  })
})

describe('filter', () => {
  it('passes on what its test accepts, from whole pages', async () => {
    const { feed, service } = feedOver(feedOf(300))
    const isOdd = ({ id }: { id: string }) => Number(id) % 2 === 1
    expect(await idsOf(feed.posts().filter(isOdd).take(3))).toEqual(['1', '3', '5'])
    expect(service.queries()).toEqual([''])
  })

  it('before take chooses from the whole feed, after take from what was taken', async () => {
    const { feed, service } = feedOver(feedOf(300))
    const isLate = ({ id }: { id: string }) => Number(id) >= 120
    expect(await idsOf(feed.posts().filter(isLate).take(2))).toEqual(['120', '121'])
    expect(await idsOf(feed.posts().take(121).filter(isLate))).toEqual(['120'])
    expect(service.queries()).toEqual([
      '',
      'page[cursor]=100',
      '',
      'page[size]=21&page[cursor]=100',
    ])
  })
})

describe('toArray', () => {
  it('rejects without a limit, which JavaScript does not check', async () => {
    const { feed, service } = feedOver(feedOf(3))
    const withoutLimit = feed.posts().toArray({} as { limit: number })
    await expect(withoutLimit).rejects.toThrow(
      new TypeError('toArray() needs a limit, as in toArray({ limit: 100 }).'),
    )
    expect(service.requests).toHaveLength(0)
  })

  it('returns at most its limit, and requests no more', async () => {
    const { feed, service } = feedOver(feedOf(300))
    const posts = await feed.posts().toArray({ limit: 3 })
    expect(posts.map(({ id }) => id)).toEqual(['0', '1', '2'])
    expect(service.queries()).toEqual(['page[size]=3'])
  })
})

describe('a service without an end', () => {
  const empty: Responder = (request) => {
    const cursor = Number(new URL(request.url).searchParams.get('page[cursor]') ?? 0)
    return json(accountBody([], { next: String(cursor + 1) }))(request)
  }
  const same: Responder = (request) => {
    const cursor = Number(new URL(request.url).searchParams.get('page[cursor]') ?? 0)
    return json(accountBody(['1'], { next: String(cursor + 1) }))(request)
  }

  it.each([
    ['empty pages', empty, (feed: Feed) => feed.posts().toArray({ limit: 5 })],
    ['pages with the same post', same, (feed: Feed) => feed.posts().toArray({ limit: 5 })],
    ['empty pages, page by page', empty, (feed: Feed) => all(feed.posts().pages())],
  ])('is an error after 21 pages: %s', async (_, responder, walk) => {
    const { feed, service } = feedOver(responder)
    expect(await catchError(walk(feed))).toMatchObject({
      name: 'UnreadableBodyError',
      message: expect.stringContaining(
        '21 pages in a row had no new post, and each named a next one',
      ),
    })
    expect(service.requests.length).toBeLessThanOrEqual(22)
  })

  it('counts pages without a new post only in a row', async () => {
    const { feed } = feedOver((request) => {
      const cursor = Number(new URL(request.url).searchParams.get('page[cursor]') ?? 0)
      // Every second page is empty: more than twenty altogether.
      const ids = cursor % 2 === 0 ? [String(cursor)] : []
      return json(accountBody(ids, cursor < 50 ? { next: String(cursor + 1) } : {}))(request)
    })
    expect(await idsOf(feed.posts())).toEqual(numbers(51).filter((id) => Number(id) % 2 === 0))
  })
})
