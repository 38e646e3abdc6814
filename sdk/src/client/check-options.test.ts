import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import { apiKey, baseUrl, catchError, fakeFetch, json } from '../../test/support/fake-fetch.ts'
import { createFeed, type FeedOptions, type MeOptions } from '../entries/index.ts'

const create = (options: object) => () => createFeed({ baseUrl, apiKey, ...options } as FeedOptions)

describe('createFeed', () => {
  it.each([
    [undefined, 'is missing'],
    ['', 'is missing'],
    ['abc', 'has 3: copy it again from the dashboard'],
    [` ${apiKey}`, 'has 65: copy it again from the dashboard'],
    [apiKey.toUpperCase(), 'has 64: copy it again from the dashboard'],
  ])('rejects the apiKey %j and does not quote it', (value, found) => {
    expect(create({ apiKey: value })).toThrow(
      new TypeError(`apiKey must be 64 characters, 0-9 and a-f, but ${found}.`),
    )
  })

  it('takes a URL as baseUrl', async () => {
    const { fetch, requests } = fakeFetch(json(accountBody()))
    await createFeed({ baseUrl: new URL(`${baseUrl}/photos/`), apiKey, fetch }).me()
    expect(requests[0]?.url).toBe(`${baseUrl}/photos/api/v1/me?api_key=${apiKey}`)
  })
})

describe('createFeed and each call', () => {
  it.each([
    [{ maxRetries: Number.NaN }, 'maxRetries must be 0 or more.'],
    [{ maxRetries: -1 }, 'maxRetries must be 0 or more.'],
    [{ timeout: 0 }, 'timeout and totalTimeout must be above 0 ms.'],
    [{ totalTimeout: Number.NaN }, 'timeout and totalTimeout must be above 0 ms.'],
  ])('reject %o', async (options, message) => {
    expect(create(options)).toThrow(new TypeError(message))
    const { fetch, requests } = fakeFetch(json(accountBody()))
    expect(await catchError(createFeed({ baseUrl, apiKey, fetch }).me(options))).toEqual(
      new TypeError(message),
    )
    expect(requests).toEqual([])
  })

  it('accept no limit and no option', async () => {
    const { fetch } = fakeFetch(json(accountBody(['1'])))
    const feed = createFeed({ baseUrl, apiKey, fetch, timeout: Infinity, totalTimeout: Infinity })
    expect((await feed.me({ timeout: undefined, maxRetries: undefined })).posts).toHaveLength(1)
  })

  it('reject a controller in the place of its signal', async () => {
    const signal = new AbortController() as object as AbortSignal
    const call = create({})().me({ signal } satisfies MeOptions)
    expect(await catchError(call)).toEqual(
      new TypeError('signal must be an AbortSignal: controller.signal'),
    )
  })
})
