import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, keys } from '../support/feeds.ts'

const problem = (status: string, code: string, title: string, detail: string) => ({
  errors: [{ status, code, title, detail }],
})
const notAllowed = problem(
  '405',
  'METHOD_NOT_ALLOWED',
  'Method Not Allowed',
  'This endpoint only accepts GET requests.',
)
const missing = problem(
  '401',
  'MISSING_API_KEY',
  'Authentication Required',
  'An API key is required. Please provide your API key using the api_key parameter.',
)
const invalid = problem(
  '401',
  'INVALID_API_KEY',
  'Authentication Failed',
  'The provided API key is invalid.',
)

test.each([
  '/api',
  '/api/',
  '/api/v1',
  '/api/v1/posts',
  '/api/v1/me/',
  '/api/v1/Me',
  '/api/v2/me',
  '/api/v1//me',
  '/api/v1/%6de',
  '/api/v1/me%2F',
])('the path is checked first: %s', async (path) => {
  const { send, url } = await feedServer([account()])
  const expected = problem(
    '404',
    'NOT_FOUND',
    'Not Found',
    `This API endpoint does not exist. See ${url}/docs/rest-api.`,
  )
  for (const query of ['', '?api_key=nonsense', `?api_key=${keys.premium}`, '?page[size]=x&%zz']) {
    for (const method of ['GET', 'POST']) {
      const response = await send(`${path}${query}`, { method })
      expect(response).toMatchObject({ status: 404, json: expected })
      expect(response.headers.get('content-type')).toBe('application/vnd.api+json')
      expect(response.headers.get('cache-control')).toBe('no-store, private')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.has('x-service-account-status')).toBe(false)
    }
  }
})

test.each(['/api/v1/me', '/api/v1/accounts', '/api/v1/rss'])(
  'the method is checked before the key: %s',
  async (path) => {
    const { send } = await feedServer([account()])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      for (const query of [
        '',
        `?api_key=${keys.unknown}`,
        `?api_key=${keys.premium}&page[size]=x`,
      ]) {
        const response = await send(`${path}${query}`, { method })
        expect(response.status).toBe(405)
        expect(response.json).toEqual(method === 'HEAD' ? undefined : notAllowed)
        expect(response.headers.get('allow')).toBe('GET')
        expect(response.headers.get('content-type')).toBe('application/vnd.api+json')
        expect(response.headers.get('cache-control')).toBe('no-store, private')
      }
    }
  },
)

test('GraphQL allows GET and POST', async () => {
  const { send } = await feedServer([account()])
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
    const response = await send('/graphql', { method })
    expect(response.status).toBe(405)
    expect(response.json).toEqual(method === 'HEAD' ? undefined : notAllowed)
    expect(response.headers.get('allow')).toBe('GET, POST')
  }
})

test.each(['/api/v1/me', '/api/v1/accounts', '/api/v1/rss', '/graphql'])(
  'the key is checked before parameters: %s',
  async (path) => {
    const { send } = await feedServer([account()])
    const bad = 'page[size]=x&sort=x&query={'
    for (const accept of ['*/*', 'application/rss+xml', 'text/html', 'application/json']) {
      const init = { headers: { accept } }
      for (const query of ['', `?${bad}`, `?api_key=&${bad}`, '?api_key', '?API_KEY=x']) {
        const response = await send(`${path}${query}`, init)
        expect(response).toMatchObject({ status: 401, json: missing })
        expect(response.headers.get('content-type')).toBe('application/vnd.api+json')
        expect(response.headers.get('cache-control')).toBe('no-store, private')
      }
      for (const key of [
        keys.unknown,
        keys.premium.toUpperCase(),
        keys.premium.slice(1),
        `${keys.premium}a`,
        `%20${keys.premium}`,
        `${keys.premium}%0A`,
        `${keys.premium}&api_key=${keys.unknown}`,
        `${keys.premium}&api_key[]=${keys.premium}`,
      ]) {
        const response = await send(`${path}?${bad}&api_key=${key}`, init)
        expect(response).toMatchObject({ status: 401, json: invalid })
      }
      expect(await send(`${path}?api_key[]=${keys.premium}`, init)).toMatchObject({
        status: 401,
        json: invalid,
      })
    }
  },
)

test('keys in headers are ignored', async () => {
  const { send } = await feedServer([account()])
  const response = await send('/api/v1/me', {
    headers: { Authorization: `Bearer ${keys.premium}`, 'X-API-Key': keys.premium },
  })
  expect(response).toMatchObject({ status: 401, json: missing })
})

test('a disconnected account responds byte for byte like an unknown key', async () => {
  const { send, database } = await feedServer([account()])
  expect((await send(`/api/v1/me?api_key=${keys.premium}`)).status).toBe(200)
  const [known] = await database.accounts.list()
  await database.keys.revoke(known?.accountId ?? 0)

  const disconnected = await send(`/api/v1/me?api_key=${keys.premium}`)
  const unknown = await send(`/api/v1/me?api_key=${keys.unknown}`)
  expect(disconnected.status).toBe(401)
  expect(disconnected.text).toBe(unknown.text)
  const headers = ({ headers }: typeof unknown) =>
    [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  expect(headers(disconnected)).toEqual(headers(unknown))
})
