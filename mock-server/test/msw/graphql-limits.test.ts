import { limits } from '@photofeed/openapi'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMswMock } from '../../src/index.ts'

const mock = createMswMock({ baseUrl: 'https://feed.test' })
const server = setupServer(...mock.handlers)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

async function post(body: string) {
  const url = `https://feed.test/graphql?api_key=${mock.key('premium')}`
  const response = await fetch(url, { method: 'POST', body })
  return { status: response.status, json: await response.json() }
}

test('deep variables are an error, and a result has as many fields as in the service', async () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  expect(await post(`{"query":"{me{username}}","variables":{"a":${deep}}}`)).toEqual({
    status: 200,
    json: {
      errors: [
        {
          message: `The request body must not be nested more than ${limits.graphqlBodyDepth} levels deep.`,
        },
      ],
    },
  })
  const fields = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `a${index}: comments { a: likeCount b: likeCount c: likeCount }`,
    ).join(' ')
  const page = (count: number) =>
    post(JSON.stringify({ query: `{ me { posts { ${fields(count)} } } }` }))
  const perComments = 100 * (1 + 3 * limits.graphqlComments)
  const most = Math.floor((limits.graphqlResultFields - 2) / perComments)
  expect(await page(most)).toEqual({ status: 200, json: { data: { me: expect.anything() } } })
  expect(await page(most + 1)).toMatchObject({
    status: 200,
    json: {
      errors: [{ message: expect.stringContaining(`${limits.graphqlResultFields} fields`) }],
    },
  })
})
