import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import { apiError, apiKey, baseUrl, catchError } from '../../test/support/fake-fetch.ts'
import { createFeed, type MergedPage, mergeFeeds, type Post } from '../entries/index.ts'

const day = 86_400_000

/** An account that posts every so many days; its service reads pages by cursor. */
function account(name: string, everyDays: number, count: number) {
  const requests: string[] = []
  let isBroken = false
  const all = Array.from({ length: count }, (_, index) => ({
    ...(accountBody([`${name}${index}`]).posts[0] as Post),
    timestamp: new Date(Date.UTC(2026, 5, 1) - index * everyDays * day).toISOString(),
  }))
  const fetch = async (url: string) => {
    requests.push(url)
    if (isBroken) return apiError('INVALID_API_KEY')({ url, init: {} as never }) as Response
    const query = new URL(url).searchParams
    const start = Number(query.get('page[cursor]') ?? 0)
    const end = start + Number(query.get('page[size]'))
    const nextCursor = end < count ? String(end) : null
    const pagination = { nextCursor, prevCursor: null, hasMore: nextCursor !== null, perPage: 0 }
    const posts = all.slice(start, end)
    return Response.json({ ...accountBody(), username: name, posts, pagination })
  }
  return {
    all,
    requests,
    breakKey: () => {
      isBroken = true
    },
    feed: createFeed({ baseUrl, apiKey, fetch }),
  }
}

const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id)
const newestFirst = (...accounts: ReturnType<typeof account>[]) =>
  idsOf(
    accounts
      .flatMap(({ all }) => all)
      .sort((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp)),
  )

describe('mergeFeeds', () => {
  it('has all posts in the true order, page by page, although accounts post at different rates', async () => {
    const [fast, slow, empty] = [
      account('fast', 1, 40),
      account('slow', 7, 9),
      account('empty', 1, 0),
    ]
    const merged = mergeFeeds([fast.feed, slow.feed, empty.feed])
    const pages: MergedPage[] = []
    let page: MergedPage | null = await merged.me({ pageSize: 5 })
    for (; page; page = await merged.next(JSON.parse(JSON.stringify(page)))) pages.push(page)
    const posts = pages.flatMap(({ posts }) => posts)
    expect(idsOf(posts)).toEqual(newestFirst(fast, slow))
    expect(pages.map(({ posts }) => posts.length)).toEqual([...Array(9).fill(5), 4])
    expect(new Set(posts.map(({ id, account }) => id.startsWith(account.username)))).toEqual(
      new Set([true]),
    )
    // No page is read twice.
    for (const { requests } of [fast, slow]) expect(new Set(requests).size).toBe(requests.length)
  })

  it('iterates over posts and pages, and reads no more than is taken', async () => {
    const [one, other] = [account('a', 1, 30), account('b', 2, 30)]
    const posts = mergeFeeds([one.feed, other.feed]).posts({ pageSize: 10 })
    expect(idsOf(await posts.take(3).toArray({ limit: 9 }))).toEqual(
      newestFirst(one, other).slice(0, 3),
    )
    expect(one.requests.map((url) => new URL(url).searchParams.get('page[size]'))).toEqual(['3'])
    const sizes: number[] = []
    for await (const { posts: each } of posts.pages()) sizes.push(each.length)
    expect(sizes).toEqual([10, 10, 10, 10, 10, 10])
  })

  it('ignores the cursor of an untyped caller, which belongs to one feed', async () => {
    const [one, other] = [account('a', 1, 30), account('b', 2, 30)]
    const page = await mergeFeeds([one.feed, other.feed]).me({ pageSize: 5, cursor: '20' } as never)
    expect(idsOf(page.posts)).toEqual(newestFirst(one, other).slice(0, 5))
  })

  it('returns a post of several feeds once', async () => {
    const one = account('a', 1, 7)
    const merged = mergeFeeds([one.feed, one.feed])
    expect(idsOf(await merged.posts({ pageSize: 3 }).toArray({ limit: 99 }))).toEqual(
      idsOf(one.all),
    )
  })

  it('has the failure of one feed beside the posts of the others', async () => {
    const [one, other] = [account('a', 1, 6), account('b', 1, 6)]
    other.breakKey()
    const merged = mergeFeeds([one.feed, other.feed])
    const page = await merged.me({ pageSize: 4 })
    expect(idsOf(page.posts)).toEqual(['a0', 'a1', 'a2', 'a3'])
    expect(page.failures).toMatchObject([{ feed: 1, error: { code: 'INVALID_API_KEY' } }])
    expect(idsOf((await merged.next(page))?.posts ?? [])).toEqual(['a4', 'a5'])
    one.breakKey()
    expect(await catchError(merged.me())).toMatchObject({ name: 'InvalidApiKeyError' })
  })

  it('keeps the selection, and ends with a signal', async () => {
    const one = account('a', 1, 9)
    const merged = mergeFeeds([one.feed])
    const page = await merged.me({ pageSize: 4, type: 'IMAGE' })
    await merged.next(page)
    expect(one.requests.every((url) => url.includes('filter%5Btype%5D=IMAGE'))).toBe(true)
    const reason = new Error('left')
    const options = { signal: AbortSignal.abort(reason) }
    expect(
      await catchError(
        merged.next(
          { ...page, pagination: { hasMore: true, positions: [{ cursor: '4', posts: [] }] } },
          options,
        ),
      ),
    ).toBe(reason)
  })
})
