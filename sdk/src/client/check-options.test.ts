import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import { apiKey, baseUrl, catchError, fakeFetch, json } from '../../test/support/fake-fetch.ts'
import { createFeed, type FeedOptions, type MeOptions } from '../entries/index.ts'

const create = (options: object) => () => createFeed({ baseUrl, apiKey, ...options } as FeedOptions)

describe('createFeed', () => {
  it.each([
    [undefined, 'MissingApiKeyError', 'is missing or empty'],
    ['', 'MissingApiKeyError', 'is missing or empty'],
    ['abc', 'InvalidApiKeyError', 'has 3 characters'],
    [` ${apiKey}`, 'InvalidApiKeyError', 'has a blank'],
    [apiKey.toUpperCase(), 'InvalidApiKeyError', 'has capitals'],
    [apiKey.replace('a', 'x'), 'InvalidApiKeyError', 'has another character at position 11'],
  ])(
    'takes the apiKey %j, with which calls reject without a request',
    async (value, name, found) => {
      const { fetch, requests } = fakeFetch(json(accountBody()))
      const feed = create({ apiKey: value, fetch })()
      const calls = [feed.me(), feed.account(), feed.post('1'), feed.fetch('/api/v1/me')]
      for (const error of await Promise.all(calls.map(catchError))) {
        expect(error).toMatchObject({ name, status: 401, retryable: false })
        expect((error as Error).message).toMatch(
          `apiKey must be 64 characters, 0-9 and a-f, but ${found}.`,
        )
      }
      expect(requests).toEqual([])
    },
  )

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
