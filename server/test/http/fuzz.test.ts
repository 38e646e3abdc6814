import { routes } from '@photofeed/openapi'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { runs } from '../../../test-support/scope.ts'
import { undocumented } from '../../../test-support/undocumented.ts'
import { feedServer } from '../support/feed-server.ts'
import { account, album, child, keys, posts, video } from '../support/feeds.ts'
import { RawClient } from '../support/http/raw-client.ts'

const requests = runs(1000, 20_000)
const connections = 16
const seed = 20_261_121

/** Mostly GET. */
const anyMethod = fc.oneof(
  fc.constant('GET'),
  fc.constantFrom('POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'),
)
const paths = [
  ...Object.keys(routes),
  ...Object.keys(routes),
  '/api',
  '/api/v1',
  '/api/v1/me/',
  '/api/v1/__proto__',
  '/api/constructor',
  '/graphql/',
  '/media/320/../../etc/passwd',
  `/media/${'0'.repeat(32)}.jpg`,
]
const names = [
  ...routes['/api/v1/me'].parameters,
  'cursor',
  'include',
  'include[0]',
  'page',
  'query',
  'variables',
  'operationName',
  '__proto__',
  '__proto__[x]',
  'page[__proto__]',
  'a[b][c][d]',
  'sort[]',
  '[',
  ']',
  '',
]
const values = [
  '',
  '1',
  '100',
  '-1',
  '9'.repeat(300),
  'IMAGE',
  'CAROUSEL_ALBUM',
  '2026-01-01T00:00:00%2B02:00',
  '2026-99-99',
  'children',
  'jpg',
  '%00',
  '%zz',
  '%ff',
  '%F0%9F%8E%A3',
  '\u00e9',
  '<script>',
  "'%20OR%201=1--",
  '../../etc/passwd',
  '%0d%0aX-Injected:%201',
  'bnB1Ymxpc2hlZEF0',
  '{me{username}}',
  '{me(first:2){posts{id,children{id}}}}',
  'query($a:Int){me(first:$a){username}}',
  '{"a":1}',
  '{',
  `{${'a{'.repeat(200)}`,
  'x'.repeat(9000),
]
const bodies = [
  '',
  '{}',
  '[]',
  'null',
  '{"query":"{me{username}}"}',
  '{"query":',
  '\u0000',
  '{"__proto__":{"query":"x"}}',
  '{"query":"{me{posts{...A}}} fragment A on Post{...A}"}',
  '{"query":"{post(id:\\"1\\"){id}}"}',
  '{"query":"{me{username}}","variables":{"__proto__":1}}',
  `{"query":"${'{a'.repeat(3000)}"}`,
]

const rarely = <T>(arbitrary: fc.Arbitrary<T>, rest: T, times = 4) =>
  fc.oneof({ arbitrary: fc.constant(rest), weight: times - 1 }, { arbitrary, weight: 1 })

const anyKey = fc
  .constantFrom(
    keys.premium,
    keys.premium,
    keys.free,
    keys.free,
    keys.unknown,
    '',
    'A',
    `${keys.free}%00`,
  )
  .map((key) => `api_key=${key}`)

const hostileRequest = fc
  .record({
    method: anyMethod,
    path: fc.constantFrom(...paths),
    pairs: fc.array(
      fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values)).map((pair) => pair.join('=')),
      { maxLength: 5 },
    ),
    key: anyKey,
    again: rarely<string[]>(fc.constant(['api_key[]=x']), [], 40),
    origin: rarely<string[]>(fc.constant(['Origin: null', 'Access-Control-Request-Method: X']), []),
    validator: rarely(
      fc.constantFrom('*', '"', 'W/"x"', ','.repeat(500)).map((tag) => [`If-None-Match: ${tag}`]),
      [],
    ),
    accept: rarely(
      fc.constantFrom('text/html', 'q=;;', '*').map((type) => [`Accept: ${type}`]),
      [],
    ),
    body: fc.constantFrom(...bodies),
    hasBody: rarely<boolean>(fc.constant(true), false, 20),
  })
  .map(({ method, path, pairs, key, again, origin, validator, accept, body, hasBody }) => {
    const sent = method === 'POST' || hasBody ? body : ''
    const length = `Content-Length: ${Buffer.byteLength(sent)}`
    const headers = ['Host: x', ...origin, ...validator, ...accept, ...(sent ? [length] : [])]
    const target = `${path}?${[...pairs, key, ...again].join('&')}`.replaceAll(' ', '+')
    return {
      method,
      path,
      text: `${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${sent}`,
    }
  })

const specified = new Set([200, 204, 304, 400, 401, 404, 405, 414, 422])

test(`${requests} hostile requests get only specified responses`, {
  timeout: 300_000,
}, async () => {
  const server = await feedServer([
    account({ posts: [...posts(3), video('v', 9), album('a', 10, [child('c')])] }),
    account({ apiKey: keys.free, platformId: '2', plan: 'free', posts: posts(8) }),
  ])
  const waiting = fc.sample(hostileRequest, { seed, numRuns: requests })
  const seen = new Map<number, number>()

  async function work() {
    const client = new RawClient(server.url)
    onTestFinished(() => client.close())
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { method, path, text } = next
      const response = await client.send(Buffer.from(text, 'utf8'), { headOnly: method === 'HEAD' })
      if (!response) throw new Error(`No response to ${text}`)
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
      if (!specified.has(response.status))
        throw new Error(`${response.status} to ${text}\n${response.body}`)
      if (response.headers.has('x-injected')) throw new Error(`Injected header by ${text}`)
      // What node:http could not read never reached the path, and its connection is closed.
      if (response.headers.get('connection') === 'close') continue
      const known = (routes as Record<string, { methods: readonly string[] }>)[path]
      if (known?.methods.includes(method) || (known && method === 'OPTIONS')) {
        const problems = undocumented(path, method, response)
        if (problems.length > 0)
          throw new Error(`${problems.join('; ')}\n${text}\n${response.body}`)
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, work))

  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(requests)
  expect(new Set(seen.keys())).toEqual(specified)
  expect((await server.send(`/api/v1/me?api_key=${keys.premium}`)).status).toBe(200)
})
