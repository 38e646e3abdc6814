import { describe, expect, it } from 'vitest'
import { accountBody } from '../test/support/account-body.ts'
import { apiKey, baseUrl, fakeFetch, json } from '../test/support/fake-fetch.ts'
import { createFeed } from './index.ts'

describe('paging', () => {
  it('goes forwards and back with the same options', async () => {
    const service = fakeFetch(
      json(accountBody(['1', '2'], { next: 'second' })),
      json(accountBody(['3'], { previous: 'first' })),
      json(accountBody(['1', '2'], { next: 'second' })),
    )
    const feed = createFeed({ baseUrl, apiKey, fetch: service.fetch })
    const first = await feed.me({ pageSize: 2, type: 'IMAGE' })
    const second = await first.next()
    const back = await second?.previous()
    expect([first, second, back].map((page) => page?.posts.map(({ id }) => id))).toEqual([
      ['1', '2'],
      ['3'],
      ['1', '2'],
    ])
    expect(service.queries()).toEqual([
      'page%5Bsize%5D=2&filter%5Btype%5D=IMAGE&api_key=KEY',
      'page%5Bsize%5D=2&page%5Bcursor%5D=second&filter%5Btype%5D=IMAGE&api_key=KEY',
      'page%5Bsize%5D=2&page%5Bcursor%5D=first&filter%5Btype%5D=IMAGE&api_key=KEY',
    ])
  })

  it('ends with null on both sides, without a request', async () => {
    const service = fakeFetch(json(accountBody(['1'])))
    const page = await createFeed({ baseUrl, apiKey, fetch: service.fetch }).me()
    expect(await page.next()).toBeNull()
    expect(await page.previous()).toBeNull()
    expect(service.requests).toHaveLength(1)
  })
})
