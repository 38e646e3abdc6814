import { inspect } from 'node:util'
import { problems } from '@photofeed/openapi'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  apiKey,
  baseUrl,
  fakeFetch,
  json,
  text,
  thrownBy,
} from '../test/support/fake-fetch.ts'
import { createFeed, isPhotofeedError } from './index.ts'

/** Everything that a log, a crash reporter or a curious reader could see of an error. */
function everythingIn(error: unknown) {
  return inspect(error, { depth: null, showHidden: true, getters: true, maxStringLength: null })
}

async function errorAfter(answer: Answer, key = apiKey) {
  const { fetch } = fakeFetch(answer)
  const error = await thrownBy(createFeed({ baseUrl, apiKey: key, fetch, retry: 0 }).me())
  expect(isPhotofeedError(error)).toBe(true)
  return error
}

describe('the key', () => {
  it('is not in what fetch threw', async () => {
    const error = await errorAfter((request) => {
      const inner = Object.assign(new Error(`no route to ${request.url}`), {
        code: 'EHOSTUNREACH',
        request,
        options: { path: request.url },
      })
      throw new TypeError(`Failed to fetch ${request.url}`, {
        cause: new AggregateError([inner, request.url], `all failed for ${apiKey}`),
      })
    })
    expect(everythingIn(error)).not.toContain(apiKey)
    expect(error).toMatchObject({
      cause: {
        name: 'TypeError',
        message: 'Failed to fetch https://feed.example/api/v1/me?api_key=<redacted>',
        cause: {
          name: 'AggregateError',
          message: 'all failed for <redacted>',
          errors: [
            {
              message: 'no route to https://feed.example/api/v1/me?api_key=<redacted>',
              code: 'EHOSTUNREACH',
            },
            'https://feed.example/api/v1/me?api_key=<redacted>',
          ],
        },
      },
    })
  })

  it('is not in a cause that goes round in circles', async () => {
    const error = await errorAfter((request) => {
      const circle = new Error(request.url)
      circle.cause = circle
      throw circle
    })
    expect(everythingIn(error)).not.toContain(apiKey)
  })

  it('is not in a page that quotes the request', async () => {
    const error = await errorAfter((request) => text(`<p>${request.url} is gone</p>`, 502)(request))
    expect(everythingIn(error)).not.toContain(apiKey)
    expect(error).toMatchObject({
      excerpt: '<p>https://feed.example/api/v1/me?api_key=<redacted> is gone</p>',
    })
  })

  it('is not in JSON that quotes the request', async () => {
    const error = await errorAfter((request) => json({ path: `"${request.url}"` })(request))
    expect(everythingIn(error)).not.toContain(apiKey)
  })

  it('is not in an error of the service that quotes the request', async () => {
    const { title } = problems.VALIDATION_ERROR
    const quoting = { status: '422', code: apiKey, title, detail: `Bad "?api_key=${apiKey}".` }
    const error = await errorAfter(json({ errors: [quoting] }, 422))
    expect(everythingIn(error)).not.toContain(apiKey)
    expect(error).toMatchObject({ message: '422 <redacted>: Bad "?api_key=<redacted>".' })
  })

  it('is not there either when it is mistyped', async () => {
    const mistyped = 'äöü & qwertz'
    const error = everythingIn(
      await errorAfter((request) => {
        throw new Error(`${request.url} ${mistyped} ${encodeURIComponent(mistyped)}`)
      }, mistyped),
    )
    expect(error).toContain(
      'https://feed.example/api/v1/me?api_key=<redacted> <redacted> <redacted>',
    )
    expect(error).not.toContain('qwertz')
  })
})
