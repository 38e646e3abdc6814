import { type FilterName, parameters } from '@photofeed/openapi'
import { describe, expect, it, vi } from 'vitest'
import { filterValues } from '../../../test-support/parameter-values.ts'
import { accountBody } from '../../test/support/account-body.ts'
import { apiKey, baseUrl, catchError, fakeFetch, json } from '../../test/support/fake-fetch.ts'
import { createFeed, type MeOptions, type MeRequest } from '../entries/index.ts'

async function read(options?: MeOptions, address = baseUrl) {
  const service = fakeFetch(json(accountBody()))
  const page = await createFeed({ baseUrl: address, apiKey, fetch: service.fetch }).me(options)
  return { request: page.request, url: service.requests[0]?.url, queries: service.queries() }
}

const everyOption = {
  pageSize: 12,
  cursor: 'bjox',
  ...(Object.fromEntries(filterValues.map(({ name, valid }) => [name, valid[0]])) as Pick<
    Required<MeRequest>,
    FilterName & keyof MeRequest
  >),
  sort: '-id',
  include: ['children', 'comments'],
  format: 'webp',
} as const satisfies Required<{ [Name in keyof MeRequest]: unknown }>

describe('the URL', () => {
  it('has the key and nothing else by default', async () => {
    expect((await read()).url).toBe(`https://feed.example/api/v1/me?api_key=${apiKey}`)
  })

  it('has every option under its name on the wire', async () => {
    const filters = filterValues.map(({ name, valid }) => [`filter[${name}]`, valid[0]])
    const query = [
      ...[['page[size]', '12'], ['page[cursor]', 'bjox'], ...filters, ['sort', '-id']],
      ...[
        ['include[]', 'children'],
        ['include[]', 'comments'],
        ['format', 'webp'],
      ],
      ['api_key', apiKey],
    ]
    expect((await read(everyOption)).url).toBe(
      `https://feed.example/api/v1/me?${new URLSearchParams(query)}`,
    )
  })

  it('has every parameter of the service', async () => {
    const url = new URL((await read(everyOption)).url ?? '')
    expect(new Set(url.searchParams.keys())).toEqual(
      new Set([...Object.keys(parameters), 'api_key']),
    )
  })

  it('has dates as ISO 8601', async () => {
    const date = new Date(Date.UTC(2026, 0, 31, 12))
    expect((await read({ publishedAfter: date, publishedBefore: date })).queries).toEqual([
      'filter[publishedAfter]=2026-01-31T12:00:00.000Z&filter[publishedBefore]=2026-01-31T12:00:00.000Z',
    ])
  })

  it('has a value of a wrong type too, so that the service can reject it', async () => {
    const wrong = { pageSize: '12', type: {} } as unknown as MeOptions
    expect((await read(wrong)).queries).toEqual(['page[size]=12&filter[type]=[object Object]'])
  })

  it('has no option that is unknown, and warns about it outside of production', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const unknown = { limit: 3, timeout: 50 } as MeOptions
    expect((await read(unknown)).queries).toEqual([''])
    expect(warn.mock.calls).toEqual([
      [`photofeed: "limit" is no option. These are: ${Object.keys(everyOption).join(', ')}.`],
    ])
    vi.stubEnv('NODE_ENV', 'production')
    await read(unknown)
    expect(warn).toHaveBeenCalledOnce()
    vi.unstubAllEnvs()
    warn.mockRestore()
  })

  it('leaves out null, undefined and empty lists', async () => {
    expect((await read({ cursor: null, type: undefined, include: [] })).queries).toEqual([''])
  })

  it('keeps the path of a baseUrl and drops its trailing slashes', async () => {
    expect((await read({}, 'https://proxy.example/photos//')).url).toBe(
      `https://proxy.example/photos/api/v1/me?api_key=${apiKey}`,
    )
  })

  it('may have an @ in the path of its baseUrl', async () => {
    expect((await read({}, 'https://proxy.example/@shop')).url).toBe(
      `https://proxy.example/@shop/api/v1/me?api_key=${apiKey}`,
    )
  })
})

describe('the request of a page', () => {
  it('is everything that was selected', async () => {
    expect((await read(everyOption)).request).toStrictEqual(everyOption)
  })

  it('has dates as text, and neither null nor undefined', async () => {
    const options = { publishedAfter: new Date(0), cursor: null, type: undefined, pageSize: 3 }
    expect((await read(options)).request).toStrictEqual({
      pageSize: 3,
      publishedAfter: '1970-01-01T00:00:00.000Z',
    })
  })

  it('leaves out how the page was requested', async () => {
    const options: Required<Omit<MeOptions, keyof MeRequest>> = {
      signal: new AbortController().signal,
      maxRetries: 1,
      timeout: 5,
      totalTimeout: 9,
      fetchOptions: { cache: 'no-store' },
    }
    expect((await read({ ...options, sort: 'id' })).request).toStrictEqual({ sort: 'id' })
  })

  it('reads the page again', async () => {
    const service = fakeFetch(json(accountBody()))
    const feed = createFeed({ baseUrl, apiKey, fetch: service.fetch })
    await feed.me((await feed.me(everyOption)).request)
    expect(service.requests[1]?.url).toBe(service.requests[0]?.url)
  })
})

it('an invalid Date is a TypeError that names the option, before any request', async () => {
  const service = fakeFetch(json(accountBody()))
  const feed = createFeed({ baseUrl, apiKey, fetch: service.fetch })
  const publishedBefore = new Date('yesterday')
  expect(await catchError(feed.me({ publishedBefore }))).toEqual(
    new TypeError('publishedBefore is an invalid Date.'),
  )
  expect(service.requests).toHaveLength(0)
})
