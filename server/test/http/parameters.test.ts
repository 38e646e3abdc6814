import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, keys, posts } from '../support/feeds.ts'

const size = {
  integer: ['page[size]', 'The page[size] field must be an integer.'],
  minimum: ['page[size]', 'The page[size] field must be at least 1.'],
  maximum: ['page[size]', 'The page[size] field must not be greater than 100.'],
}
const type = ['filter[type]', 'The selected filter[type] is invalid.']
const after = ['filter[publishedAfter]', 'The filter[publishedAfter] field must be a valid date.']
const before = [
  'filter[publishedBefore]',
  'The filter[publishedBefore] field must be a valid date.',
]
const sort = [
  'sort',
  'The sort value must be one of: -published_at, published_at, -publishedAt, publishedAt, -id, id.',
]
const plainInclude = ['include', 'The include field must be an array.']
const include = ['include[]', 'The selected include[] is invalid.']
const format = ['format', 'The selected format is invalid.']

test.each<[query: string, ...problems: string[][]]>([
  ['page[size]=abc', size.integer],
  ['page[size]=', size.integer],
  ['page[size]', size.integer],
  ['page[size]=1.5', size.integer],
  ['page[size]=1e3', size.integer],
  ['page[size]=%2B5', size.integer],
  ['page[size]=+5', size.integer],
  ['page[size]=5+', size.integer],
  ['page[size]=0x10', size.integer],
  ['page[size]=٥', size.integer],
  ['page[size]=--1', size.integer],
  ['page[size][]=5', size.integer],
  ['page[size]=0', size.minimum],
  ['page[size]=-0', size.minimum],
  ['page[size]=-5', size.minimum],
  [`page[size]=-${'9'.repeat(400)}`, size.minimum],
  ['page[size]=101', size.maximum],
  [`page[size]=${'9'.repeat(400)}`, size.maximum],
  ['page%5Bsize%5D=101', size.maximum],
  ['page[size]=5&page[size]=101', size.maximum],
  ['filter[type]=PHOTO', type],
  ['filter[type]=', type],
  // Upper case of dotless i and long s in Unicode.
  [`filter[type]=v${encodeURIComponent('ı')}deo`, type],
  [`filter[type]=${encodeURIComponent('CAROUſEL_ALBUM')}`, type],
  ['filter[type]=IMAGE+', type],
  ['filter[type][]=IMAGE', type],
  ['filter[publishedAfter]=yesterday', after],
  ['filter[publishedAfter]=', after],
  ['filter[publishedAfter]=2026-02-30', after],
  ['filter[publishedAfter]=2026-01-01T00:00:00+02:00', after],
  ['filter[publishedAfter][]=2026-01-01', after],
  ['filter[publishedBefore]=2026-13-01', before],
  ['filter[publishedBefore][x]=2026-01-01', before],
  ['sort=likes', sort],
  ['sort=', sort],
  ['sort=-Published_At', sort],
  ['sort=constructor', sort],
  ['sort[]=id', sort],
  ['include=children', plainInclude],
  ['include=', plainInclude],
  ['include', plainInclude],
  ['include=children&include[]=comments', plainInclude],
  ['include[]=likes', include],
  ['include[]=', include],
  ['include[]=Children', include],
  ['include[]=children&include[]=bad&include[2]=worse', include, include],
  ['include=x&include[]=bad', plainInclude, include],
  ['format=JPG', format],
  ['format=png', format],
  ['format=', format],
  ['format[]=jpg', format],
  [
    'page[size]=0&filter[type]=x&filter[publishedAfter]=x&filter[publishedBefore]=x&sort=x&include=x&format=x',
    size.minimum,
    type,
    after,
    before,
    sort,
    plainInclude,
    format,
  ],
])('422 for %s', async (query, ...problems) => {
  const { send } = await feedServer([
    account(),
    account({ apiKey: keys.free, platformId: '2', plan: 'free' }),
  ])
  for (const key of [keys.premium, keys.free]) {
    const response = await send(`/api/v1/me?${query}&api_key=${key}`)
    expect(response.status).toBe(422)
    const sorted = (entries: unknown[]) => entries.map((entry) => JSON.stringify(entry)).sort()
    expect(sorted(response.json.errors)).toEqual(
      sorted(
        problems.map(([parameter, detail]) => ({
          status: '422',
          code: 'VALIDATION_ERROR',
          title: 'Invalid Parameter',
          detail,
          source: { parameter },
        })),
      ),
    )
    expect(response.headers.get('content-type')).toBe('application/vnd.api+json')
    expect(response.headers.get('cache-control')).toBe('no-store, private')
    expect(response.headers.get('x-service-account-status')).toBe('ready')
    expect(response.headers.get('x-last-fetched-at')).toBe('2026-03-01T06:00:00+00:00')
  }
})

test.each([
  ['', 100],
  ['page[size]=1', 1],
  ['page[size]=007', 7],
  ['page[size]=100', 100],
  ['page[size]=101&page[size]=5', 5],
  ['page=5', 100],
  ['page[]=5', 100],
  ['page[Size]=5', 100],
  ['filter=IMAGE', 100],
  ['unknown=1&__proto__=2&constructor[prototype]=3', 100],
  ['page[cursor]=nonsense', 100],
  ['cursor[]=x', 100],
  ['page[cursor]=', 100],
  ['page=3&page[size]=2', 2],
  ['page[size]=2&page=3', 2],
])('accepted: %s', async (query, perPage) => {
  const { send } = await feedServer([account({ posts: posts(3) })])
  const { status, json } = await send(`/api/v1/me?${query}&api_key=${keys.premium}`)
  expect(status).toBe(200)
  expect(json.pagination.perPage).toBe(perPage)
  expect(json.posts.map(({ id }: { id: string }) => id)).toEqual(['3', '2', '1'].slice(0, perPage))
})

test.each([
  ['page[size]=1', 1],
  ['page[size]=6', 6],
  ['page[size]=7', 6],
  ['page[size]=100', 6],
  ['', 6],
])('Free is capped at six: %s', async (query, perPage) => {
  const { send } = await feedServer([account({ apiKey: keys.free, plan: 'free', posts: posts(9) })])
  const { json } = await send(`/api/v1/me?${query}&api_key=${keys.free}`)
  expect(json.posts.map(({ id }: { id: string }) => id)).toEqual(
    ['9', '8', '7', '6', '5', '4'].slice(0, perPage),
  )
  expect(json.pagination).toEqual({ nextCursor: null, prevCursor: null, hasMore: false, perPage })
})
