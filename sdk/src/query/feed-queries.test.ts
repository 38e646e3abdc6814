import { hashKey } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import { apiKey, baseUrl, fakeFetch, json } from '../../test/support/fake-fetch.ts'
import { createFeed } from '../index.ts'
import { createFeedQueries, type FeedPageQueryOptions } from './index.ts'

function queriesOver(...answers: Parameters<typeof fakeFetch>) {
  const service = fakeFetch(...answers)
  return {
    service,
    queries: createFeedQueries(createFeed({ baseUrl, apiKey, fetch: service.fetch })),
  }
}

const { signal } = new AbortController()

describe('a key', () => {
  const { queries } = queriesOver(json(accountBody()))
  const hash = (options?: FeedPageQueryOptions) => hashKey(queries.me(options).queryKey)

  it('says what is read', () => {
    expect(queries.me().queryKey).toEqual(['photofeed', 'me', {}])
    expect(queries.posts({ pageSize: 12, include: ['children'] }).queryKey).toEqual([
      'photofeed',
      'posts',
      { pageSize: 12, include: ['children'] },
    ])
  })

  it('begins as it is told', () => {
    const feed = createFeed({ baseUrl, apiKey })
    expect(createFeedQueries(feed, { key: 'shop' }).me().queryKey).toEqual(['shop', 'me', {}])
    expect(createFeedQueries(feed, { key: undefined }).me().queryKey[0]).toBe('photofeed')
  })

  it('is equal for equal options, in whatever order', () => {
    expect(hash({ type: 'VIDEO', pageSize: 3 })).toBe(hash({ pageSize: 3, type: 'VIDEO' }))
    expect(queries.me({ type: undefined }).queryKey).toStrictEqual(queries.me().queryKey)
    expect(hash({ type: 'VIDEO' })).not.toBe(hash({ type: 'IMAGE' }))
    expect(hashKey(queries.posts().queryKey)).not.toBe(hash())
  })

  it('leaves out how the request is made, and the API key', () => {
    const options = { retry: 1, timeout: 5, totalTimeout: 9, fetchOptions: { cache: 'no-store' } }
    expect(queries.posts({ ...options, type: 'IMAGE' } as FeedPageQueryOptions).queryKey).toEqual([
      'photofeed',
      'posts',
      { type: 'IMAGE' },
    ])
    expect(JSON.stringify([queries.me(), queries.posts()])).not.toContain(apiKey)
  })
})

describe('a page', () => {
  it('is read with the options and the signal that TanStack Query brings', async () => {
    const { queries, service } = queriesOver(json(accountBody()))
    const controller = new AbortController()
    await queries.me({ pageSize: 3, cursor: 'c' }).queryFn({ signal: controller.signal })
    expect(service.queries()).toEqual(['page%5Bsize%5D=3&page%5Bcursor%5D=c&api_key=KEY'])
    controller.abort(new Error('left the page'))
    await expect(queries.me().queryFn(controller)).rejects.toThrow('left the page')
    expect(service.requests).toHaveLength(1)
  })

  it('is plain data without headers', async () => {
    const body = accountBody(['1'], { next: 'n' })
    const { queries } = queriesOver(json(body))
    const { posts, pagination, ...account } = body
    const page = await queries.me().queryFn({ signal })
    expect(page).toStrictEqual({
      account,
      posts,
      pagination,
      connection: {
        status: 'ready',
        stale: false,
        explanation: null,
        lastFetchedAt: '2026-03-01T06:00:00+00:00',
      },
      cursor: null,
    })
    expect(Object.getPrototypeOf(page)).toBe(Object.prototype)
    expect(JSON.parse(JSON.stringify(page))).toStrictEqual(page)
  })
})

describe('the posts', () => {
  it.each([undefined, null as unknown as undefined])(
    'begin without a cursor parameter when the page’s is %j',
    async (pageParam) => {
      const { queries, service } = queriesOver(json(accountBody()))
      await queries.posts({ pageSize: 3 }).queryFn({ signal, pageParam })
      expect(service.queries()).toEqual(['page%5Bsize%5D=3&api_key=KEY'])
    },
  )

  it('begin with an undefined page parameter', () => {
    const { queries } = queriesOver(json(accountBody()))
    expect(queries.posts()).toMatchObject({ initialPageParam: undefined, retry: false })
  })

  it('go on and back by the cursors of the pages', async () => {
    const { queries } = queriesOver(json(accountBody(['1'], { next: 'n', previous: 'p' })))
    const { queryFn, getNextPageParam, getPreviousPageParam } = queries.posts()
    const page = await queryFn({ signal, pageParam: 'c' })
    expect(page.cursor).toBe('c')
    expect(getNextPageParam(page, [page], 'c', ['c'])).toBe('n')
    expect(getPreviousPageParam(page)).toBe('p')
  })

  it('end with the last page, and where a cursor comes again', async () => {
    const { queries } = queriesOver(
      json(accountBody(['1'])),
      json(accountBody(['2'], { next: 'b' })),
    )
    const { queryFn, getNextPageParam, getPreviousPageParam } = queries.posts()
    const last = await queryFn({ signal, pageParam: undefined })
    expect(getNextPageParam(last, [last], undefined, [undefined])).toBeNull()
    expect(getPreviousPageParam(last)).toBeNull()
    const looping = await queryFn({ signal, pageParam: 'b' })
    expect(getNextPageParam(looping, [looping], 'b', [undefined, 'b'])).toBeNull()
  })
})
