import { inspect } from 'node:util'
import { headers } from '@photofeed/openapi'
import { describe, expect, it } from 'vitest'
import {
  apiKey,
  baseUrl,
  failing,
  fakeFetch,
  json,
  text,
  thrownBy,
} from '../../test/support/fake-fetch.ts'
import { isPhotofeedError, PhotofeedError, UnreadableBodyError } from '../index.ts'
import { createGraphqlFeed, GraphqlError } from './index.ts'

async function errorAfter(...answers: Parameters<typeof fakeFetch>) {
  const { fetch, requests } = fakeFetch(...answers)
  const feed = createGraphqlFeed({ baseUrl, apiKey, fetch, retry: 0 })
  const error = await thrownBy(feed.graphql('{ me { username } }'))
  return { error, requests }
}

describe('an answer with errors', () => {
  it('is an error with each problem, the validation by argument, and the partial data', async () => {
    const validation = { type: ['The selected type is invalid.'] }
    const { error } = await errorAfter(
      json(
        {
          errors: [
            {
              message: 'Validation failed for the field [a].',
              locations: [{ line: 1, column: 3 }],
              path: ['a'],
              extensions: { validation },
            },
            {
              message: 'Validation failed for the field [b].',
              locations: [{ line: 2, column: 3 }],
              path: ['b', 0],
              extensions: { validation: { ...validation, first: ['The first field is bad.'] } },
            },
            { message: 'Internal server error' },
          ],
          data: { a: null, b: null, post: { id: '1' } },
        },
        200,
        { [headers.AccountStatus.name]: 'ready', [headers.LastFetchedAt.name]: 'Never' },
      ),
    )
    expect(error).toBeInstanceOf(GraphqlError)
    expect(error).toBeInstanceOf(PhotofeedError)
    expect(isPhotofeedError(error)).toBe(true)
    expect({ ...(error as GraphqlError) }).toEqual({
      name: 'GraphqlError',
      hint: 'Correct the arguments that validation names.',
      retryable: false,
      errors: [
        {
          message: 'Validation failed for the field [a].',
          locations: [{ line: 1, column: 3 }],
          path: ['a'],
          validation,
        },
        {
          message: 'Validation failed for the field [b].',
          locations: [{ line: 2, column: 3 }],
          path: ['b', 0],
          validation: { ...validation, first: ['The first field is bad.'] },
        },
        { message: 'Internal server error', locations: [], path: [], validation: {} },
      ],
      validation: {
        type: ['The selected type is invalid.', 'The selected type is invalid.'],
        first: ['The first field is bad.'],
      },
      data: { a: null, b: null, post: { id: '1' } },
      connection: { status: 'ready', stale: false, explanation: null, lastFetchedAt: null },
    })
  })

  it('has the messages in its own', async () => {
    const { error } = await errorAfter(
      json({
        errors: [{ message: 'Bad.', extensions: { validation: { first: ['Too small.'] } } }],
      }),
    )
    expect(error).toMatchObject({ message: 'Bad. Too small.', data: null, connection: null })
  })

  it('keeps an argument with a dangerous name to itself', async () => {
    const { error } = await errorAfter(
      text('{"errors":[{"message":"Bad.","extensions":{"validation":{"__proto__":["x"]}}}]}'),
    )
    const { validation } = error as GraphqlError
    expect(Object.getPrototypeOf(validation)).toBe(Object.prototype)
    expect(Object.entries(validation)).toEqual([['__proto__', ['x']]])
  })

  it('takes what is malformed in an entry as not there', async () => {
    const { error } = await errorAfter(
      json({ errors: [{ message: 'Bad.', locations: 4, path: 'me', extensions: [] }] }),
    )
    expect((error as GraphqlError).errors).toEqual([
      { message: 'Bad.', locations: [], path: [], validation: {} },
    ])
  })
})

describe('an answer that is no result of GraphQL', () => {
  it.each([
    ['nothing', ''],
    ['HTML', '<html>Welcome</html>'],
    ['a result cut off', '{"data":{"me":{"usern'],
    ['neither errors nor data', '{}'],
    ['data without an object', '{"data":null}'],
    ['a list', '[{"data":{}}]'],
    ['errors that are none', '{"errors":{"message":"Bad."}}'],
    ['errors without messages', '{"errors":[{"code":"NOT_FOUND"}]}'],
  ])('is unreadable: %s', async (_, body) => {
    const { error } = await errorAfter(text(body))
    expect(error).toBeInstanceOf(UnreadableBodyError)
    expect(error).toMatchObject({ status: 200, excerpt: body, retryable: false })
  })

  it('is unreadable when the usual read finds no account and no reason', async () => {
    const { fetch } = fakeFetch(json({ data: { me: null } }))
    const feed = createGraphqlFeed({ baseUrl, apiKey, fetch })
    expect(await thrownBy(feed.me())).toBeInstanceOf(UnreadableBodyError)
    expect(await thrownBy(feed.post('1'))).toBeInstanceOf(UnreadableBodyError)
  })
})

describe('the key', () => {
  const quoting = `no such thing: ${baseUrl}/graphql?api_key=${apiKey}`

  it.each([
    ['a problem', json({ errors: [{ message: quoting }], data: { me: quoting } })],
    ['an error of the service', json({ errors: [{ message: quoting }] }, 500)],
    ['a page', text(quoting, 502)],
    ['what fetch threw', failing(new TypeError(quoting, { cause: new Error(quoting) }))],
  ])('is not in %s', async (_, answer) => {
    const { error, requests } = await errorAfter(answer)
    expect(requests).toHaveLength(1)
    expect(isPhotofeedError(error)).toBe(true)
    const everything = inspect(error, { depth: null, showHidden: true, getters: true })
    expect(everything).toContain('api_key=<redacted>')
    expect(everything).not.toContain(apiKey)
  })
})
