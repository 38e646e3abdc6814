import { hashKey } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import { apiKey, baseUrl, fakeFetch, json } from '../../test/support/fake-fetch.ts'
import { createFeed } from './index.ts'
import { createFeedQueries } from './query.ts'

function queriesOver(...responses: Parameters<typeof fakeFetch>) {
  const service = fakeFetch(...responses)
  return {
    service,
    queries: createFeedQueries(createFeed({ baseUrl, apiKey, fetch: service.fetch })),
  }
}

const { signal } = new AbortController()
/** The hash of baseUrl and apiKey. */
const own = expect.stringMatching(/^[0-9a-z]{1,7}$/)

describe('a key', () => {
  const { queries } = queriesOver(json(accountBody()))
  const hash = (options?: Parameters<typeof queries.me>[0]) => hashKey(queries.me(options).queryKey)

  it('names what is read', () => {
    expect(queries.me().queryKey).toEqual(['photofeed', own, 'me', {}])
    expect(queries.posts({ pageSize: 12, include: ['children'] }).queryKey).toEqual([
      'photofeed',
      own,
      'posts',
      { pageSize: 12, include: ['children'] },
    ])
    expect(queries.account().queryKey).toEqual(['photofeed', own, 'account', {}])
  })

  it('begins with the prefix', () => {
    const feed = createFeed({ baseUrl, apiKey })
    const { me, account, posts } = createFeedQueries(feed, { prefix: 'shop' })
    expect([me().queryKey, account().queryKey, posts().queryKey]).toEqual([
      ['shop', own, 'me', {}],
      ['shop', own, 'account', {}],
      ['shop', own, 'posts', {}],
    ])
    expect(createFeedQueries(feed, { prefix: undefined }).me().queryKey[0]).toBe('photofeed')
  })

  it('has the id in the place of the hash, so that a server at another address has the same', () => {
    const keyOf = (url: string) =>
      createFeedQueries(createFeed({ baseUrl: url, apiKey }), { id: 'shop' }).me().queryKey
    expect(keyOf('http://mock:4500')).toEqual(['photofeed', 'shop', 'me', {}])
    expect(keyOf(baseUrl)).toEqual(keyOf('http://mock:4500'))
  })

  it('separates the accounts and services of one client', () => {
    const keyOf = (options: object) =>
      hashKey(createFeedQueries(createFeed({ baseUrl, apiKey, ...options })).me().queryKey)
    expect(keyOf({})).toBe(hash())
    expect(keyOf({ apiKey: 'b'.repeat(64) })).not.toBe(hash())
    expect(keyOf({ baseUrl: 'https://other.example' })).not.toBe(hash())
  })

  it('is equal for equal options, in whatever order', () => {
    expect(hash({ type: 'VIDEO', pageSize: 3 })).toBe(hash({ pageSize: 3, type: 'VIDEO' }))
    expect(queries.me({ type: undefined }).queryKey).toStrictEqual(queries.me().queryKey)
    expect(hash({ type: 'VIDEO' })).not.toBe(hash({ type: 'IMAGE' }))
    expect(hashKey(queries.posts().queryKey)).not.toBe(hash())
  })

  it('leaves out how the request is made, and the API key', () => {
    const limits = { maxRetries: 1, timeout: 5, totalTimeout: 9 }
    const options = { ...limits, fetchOptions: { cache: 'no-store' } } as const
    expect(queries.account(options).queryKey).toEqual(['photofeed', own, 'account', {}])
    expect(queries.posts({ ...options, type: 'IMAGE' }).queryKey).toEqual([
      'photofeed',
      own,
      'posts',
      { type: 'IMAGE' },
    ])
    expect(JSON.stringify([queries.me(), queries.posts()])).not.toContain(apiKey)
  })

  it('has dates as text, so that JSON keeps it equal', () => {
    const { queryKey } = queries.posts({ publishedAfter: new Date(0) })
    expect(queryKey[3]).toEqual({ publishedAfter: '1970-01-01T00:00:00.000Z' })
    expect(hashKey(JSON.parse(JSON.stringify(queryKey)))).toBe(hashKey(queryKey))
  })
})

describe('a page', () => {
  it('is read with the options and the signal that TanStack Query passes', async () => {
    const { queries, service } = queriesOver(json(accountBody()))
    const controller = new AbortController()
    await queries.me({ pageSize: 3, cursor: 'c' }).queryFn({ signal: controller.signal })
    expect(service.queries()).toEqual(['page[size]=3&page[cursor]=c'])
    controller.abort(new Error('left the page'))
    await expect(queries.me().queryFn(controller)).rejects.toThrow('left the page')
    expect(service.requests).toHaveLength(1)
  })
})

describe('the account', () => {
  it('is read with the signal that TanStack Query passes', async () => {
    const attributes = accountBody()
    const { queries, service } = queriesOver(json({ data: { id: '1', attributes } }))
    expect(await queries.account().queryFn({ signal })).toMatchObject({ id: '1' })
    const reason = new Error('left the page')
    const call = queries.account().queryFn({ signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
    expect(service.requests).toHaveLength(1)
  })
})

describe('the posts', () => {
  it('begin at the first page', async () => {
    const { queries, service } = queriesOver(json(accountBody()))
    const { initialPageParam, queryFn, retry } = queries.posts({ pageSize: 3 })
    expect([initialPageParam, retry]).toEqual([null, false])
    await queryFn({ signal, pageParam: initialPageParam })
    expect(service.queries()).toEqual(['page[size]=3'])
  })

  it('go forward and back by the cursors of the pages', async () => {
    const { queries } = queriesOver(json(accountBody(['1'], { next: 'n', previous: 'p' })))
    const { queryFn, getNextPageParam, getPreviousPageParam } = queries.posts()
    const page = await queryFn({ signal, pageParam: 'c' })
    expect(page.request).toEqual({ cursor: 'c' })
    expect(getNextPageParam(page, [page], 'c', ['c'])).toBe('n')
    expect(getPreviousPageParam(page)).toBe('p')
  })

  it('end with the last page, and where a cursor repeats', async () => {
    const { queries } = queriesOver(
      json(accountBody(['1'])),
      json(accountBody(['2'], { next: 'b' })),
    )
    const { queryFn, getNextPageParam, getPreviousPageParam } = queries.posts()
    const last = await queryFn({ signal, pageParam: null })
    expect(getNextPageParam(last, [last], null, [null])).toBeNull()
    expect(getPreviousPageParam(last)).toBeNull()
    const looping = await queryFn({ signal, pageParam: 'b' })
    expect(getNextPageParam(looping, [looping], 'b', [null, 'b'])).toBeNull()
  })
})
