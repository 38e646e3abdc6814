import {
  accountScenarios,
  createRandom,
  type ScenarioName,
  scenarioAccount,
} from '@photofeed/core/scenarios'
import { parameters, routes } from '@photofeed/openapi'
import { getResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { withServerError } from '../../server/demo/create-demo.ts'
import { openPort, startService } from '../../server/src/http/service.ts'
import { completeSettings } from '../../server/src/settings/settings.ts'
import { openDatabase } from '../../server/src/stores/database.ts'
import { saveInOrder } from '../../server/test/support/seed.ts'
import { filterArguments, parameterValues } from '../../test-support/parameter-values.ts'
import { runs } from '../../test-support/scope.ts'
import { connectMock } from '../src/client.ts'
import { createMock } from '../src/index.ts'
import { mswHandlers } from '../src/msw.ts'
import { startMockServer } from '../src/node.ts'
import { fetchWith } from './support/https-fetch.ts'

/** How many random requests both servers respond to alike. */
const requests = runs(300, 3000)
const seed = 20_261_121
const now = Date.UTC(2026, 10, 20, 9)
const random = createRandom(seed)
const quiet = { clock: () => now, warnings: 'off' } as const

const held: readonly ScenarioName[] = [
  'premium',
  'free',
  'importing-partial',
  'invalid-token',
  'unstored-media',
  'withheld-video',
  'null-profile',
  'hostile-text',
  'page-boundary',
]
const rejectedKeys: readonly ScenarioName[] = ['disconnected', 'regenerated']

/** The mock, and the reference server holding the same posts in SQL. */
async function twoServers() {
  const mock = await startMockServer(quiet)
  onTestFinished(() => mock.close())
  const database = await openDatabase({ at: ':memory:', secret: 'test' })
  for (const name of held) {
    const { apiKey, plan, status } = published(name)
    const options = { now, platformUrl: `${mock.url}/platform` }
    const { posts, lastFetchAt, ...account } = scenarioAccount(name, options)
    const accountId = await saveInOrder(database, {
      ...account,
      plan,
      status,
      posts: posts.toSorted((one, other) => one.position - other.position),
      fetchedAt: lastFetchAt,
    })
    await database.keys.issue(accountId, apiKey)
  }
  const settings = completeSettings({
    ...{ port: '0', supportEmail: 'support@photofeed.example' },
    // URLs are in the responses, so both servers use the same ones.
    ...{ cdnUrl: `${mock.url}/media`, baseUrl: mock.url },
  })
  const reference = await openPort(settings)
  startService(reference, settings, {
    store: withServerError(database.store),
    feeds: database.feeds,
    media: async () => {},
    onError: () => {},
  })
  onTestFinished(async () => {
    await reference.listening.close()
    await database.close()
  })
  return { mock: mock.url, reference: reference.listening.url }
}

function published(name: ScenarioName) {
  const scenario = accountScenarios.find((listed) => listed.name === name)
  if (!scenario) throw new RangeError(`No scenario is named ${name}`)
  return scenario
}

// Cursors are compared apart: those of one server mean nothing to the other.
const { 'page[cursor]': _, ...comparedValues } = parameterValues
const encodedValues = (kind: 'valid' | 'invalid') =>
  Object.entries(comparedValues).map(([name, values]) => [
    name,
    values[kind].map((value) => encodeURIComponent(value)),
  ])
const valid: Record<string, readonly string[]> = {
  ...Object.fromEntries(encodedValues('valid')),
  'include[0]': ['comments'],
  'page%5Bsize%5D': ['4'],
  page: ['2'],
  ['__proto__']: ['x'],
}
const invalid: Record<string, readonly string[]> = {
  ...Object.fromEntries(encodedValues('invalid')),
  'sort[]': ['id'],
  include: ['children'],
  broken: ['%zz', '%ff', '%00'],
}

const queries = [
  '{ me { username status posts { id type caption mediaUrl sizes { width url } } } }',
  '{ me(first: 3, orderBy: [{ column: ID, order: ASC }]) { posts { id publishedAt } pagination { hasMore perPage } } }',
  '{ me(type: "VIDEO", format: "webp") { posts { id thumbnailUrl sizes { url } } } }',
  '{ me(type: "x", format: "y", first: 0) { username } }',
  ...filterArguments().map((text) => `{ me(${text}) { posts { id } } }`),
  '{ me { posts { id children { id permalink } comments { id text likeCount } } } }',
  '{ post(id: "1") { id } }',
  '{ me { nothing } }',
  '{ me(',
  'mutation { x }',
  '',
]
const bodies = [...queries.map((query) => JSON.stringify({ query })), '[]', '{', '', 'null']

const keys = [...held, ...held, ...rejectedKeys, 'server-error' as const].map(
  (name) => published(name).apiKey,
)

const preflight = { Origin: 'https://site.test', 'Access-Control-Request-Method': 'GET' }

interface Cursors {
  mock: string
  reference: string
}
const none: Cursors = { mock: '', reference: '' }
const collected: Cursors[] = [{ mock: 'bm9uc2Vuc2U', reference: 'bm9uc2Vuc2U' }, none]

/** One request; only its cursor may differ between the two servers. */
function randomRequest() {
  const path = random.pick([
    ...Object.keys(routes),
    '/api/v1/me',
    '/api/v1/me',
    '/api/v1/me',
    '/graphql',
    '/api/v1/posts',
    '/api/v1/me/',
  ])
  const method =
    random.integer(0, 7) > 0
      ? random.pick(routes[path as keyof typeof routes]?.methods ?? ['GET'])
      : random.pick(['POST', 'HEAD', 'OPTIONS', 'DELETE', 'PUT'])
  const pairs = Array.from({ length: random.integer(0, 4) }, () => {
    const [name, values] = random.pick(Object.entries(random.integer(0, 9) === 0 ? invalid : valid))
    return `${name}=${random.pick(values)}`
  })
  const place = random.integer(0, 12)
  if (place > 0) pairs.push(`api_key=${random.pick(keys)}`)
  if (place === 12) pairs.push('api_key=short')
  if (method === 'GET' && path === '/graphql') {
    pairs.push(`query=${encodeURIComponent(random.pick(queries))}`)
  }
  const cursor = random.integer(0, 2) === 0 ? random.pick(collected) : null
  const headers: Record<string, string> = {}
  if (random.integer(0, 9) === 0) headers['If-None-Match'] = random.pick(['*', 'W/"x"', '"'])
  if (random.integer(0, 9) === 0) headers.Accept = random.pick(['text/html', 'application/xml'])
  if (method === 'OPTIONS' && random.integer(0, 1) === 0) {
    Object.assign(headers, preflight)
  }
  const body = method === 'POST' ? random.pick(bodies) : null
  const target = `${path}?${pairs.join('&')}`
  return { target, cursor, init: { method, headers, body } satisfies RequestInit }
}

/** The first page of an account with many posts: its response has a cursor, whatever was random. */
function firstPageRequest() {
  const query = `api_key=${published('premium').apiKey}&page[size]=${random.pick(['1', '2', '5'])}`
  const target = `/api/v1/me?${query}&sort=${random.pick(parameters.sort.values)}`
  return { target, cursor: null, init: { method: 'GET' } satisfies RequestInit }
}

const get = (target: string, headers = {}) => ({ target, init: { method: 'GET', headers } })
const me = (name: ScenarioName, query = '') =>
  `/api/v1/me?api_key=${published(name).apiKey}${query}`
const premium = me('premium')

/** A request for each status, since random ones may miss some. */
const requestOfStatus: Readonly<Record<number, { target: string; init: RequestInit }>> = {
  200: get(premium),
  204: { target: premium, init: { method: 'OPTIONS', headers: preflight } },
  304: get(premium, { 'If-None-Match': '*' }),
  400: get(me('premium', '&broken=%zz')),
  401: get('/api/v1/me'),
  404: get('/api/v1/posts'),
  405: { target: premium, init: { method: 'PUT' } },
  422: get(me('premium', '&page[size]=0')),
  500: get(me('server-error')),
}

type Send = (url: string, init: RequestInit) => Promise<Response | undefined>

async function send(url: string, init: RequestInit, sendRequest: Send = fetch) {
  // The mock does not compress.
  const headersSent = { ...init.headers, 'Accept-Encoding': 'identity' }
  const sent = await sendRequest(url, { ...init, headers: headersSent })
  if (!sent) throw new RangeError(`Nothing responds to ${url}`)
  const { status } = sent
  const headers = Object.fromEntries(sent.headers)
  // Headers of the connection and the deployment; the validator depends on the cursors too.
  for (const name of ['date', 'connection', 'keep-alive', 'vary', 'x-request-id']) {
    delete headers[name]
  }
  if (headers.etag) headers.etag = 'given'
  const text = await sent.text()
  const cursors = [...text.matchAll(/"(nextCursor|prevCursor)":"([\w-]+)"/g)].map(
    ([, , cursor = '']) => cursor,
  )
  // A cursor may be longer in one than in the other.
  if (cursors.length > 0) delete headers['content-length']
  const body = text.replace(/"(nextCursor|prevCursor)":"[\w-]+"/g, '"$1":"…"')
  return { response: { status, headers, body }, cursors }
}

test(`${requests} random requests find no difference between mock and reference server, by port, HTTPS, fetch, MSW and copies`, {
  timeout: 240_000,
}, async () => {
  const { mock, reference } = await twoServers()
  const inCode = createMock({ ...quiet, baseUrl: mock })
  const throughMsw: Send = (url, init) => getResponse(mswHandlers(inCode), new Request(url, init))
  const connection = await connectMock(mock)
  const copies = new Map<string, string>()
  for (const { name, apiKey } of await connection.scenarios()) {
    const copy = await connection.copy(name)
    if (apiKey !== null && copy.apiKey !== null) copies.set(apiKey, copy.apiKey)
  }
  const originals = new Map([...copies].map(([key, copy]) => [copy, key]))
  const replaceKeys = (text: string, by: ReadonlyMap<string, string>) =>
    text.replace(/[0-9a-f]{64}/g, (key) => by.get(key) ?? key)
  const throughCopy: Send = (url, init) => fetch(replaceKeys(url, copies), init)
  const secure = await startMockServer({ ...quiet, https: true, baseUrl: mock })
  onTestFinished(() => secure.close())
  const throughHttps: Send = (url, init) =>
    fetchWith(secure.certificate ?? '', url.replace(mock, secure.url), init)
  const seen = new Map<number, number>()
  let followed = 0

  async function compare(target: string, cursor: Cursors | null, init: RequestInit) {
    const suffix = (side: keyof Cursors) => (cursor ? `&page[cursor]=${cursor[side]}` : '')
    const [ours, theirs] = await Promise.all([
      send(mock + target + suffix('mock'), init),
      send(reference + target + suffix('reference'), init),
    ])
    expect(ours.response, `${init.method} ${target}${suffix('mock')} ${init.body ?? ''}`).toEqual(
      theirs.response,
    )
    expect(ours.cursors.length).toBe(theirs.cursors.length)
    const { status, body } = ours.response
    for (const sendRequest of [inCode.fetch, throughMsw, throughCopy, throughHttps]) {
      // MSW responds to the preflights of happy-dom.
      if (sendRequest === throughMsw && init.method === 'OPTIONS') continue
      const { response } = await send(mock + target + suffix('mock'), init, sendRequest)
      // RSS names its own address, with the key.
      const found = replaceKeys(response.body, originals)
      expect({ status: response.status, body: found }).toEqual({ status, body })
    }
    seen.set(ours.response.status, (seen.get(ours.response.status) ?? 0) + 1)
    return ours.cursors.map((mock, index) => ({ mock, reference: theirs.cursors[index] ?? '' }))
  }

  for (const { target, init } of Object.values(requestOfStatus)) await compare(target, null, init)
  expect([...seen.keys()].toSorted().map(String)).toEqual(Object.keys(requestOfStatus))

  for (let count = 0; count < requests; count++) {
    const { target, cursor, init } = count % 10 === 0 ? firstPageRequest() : randomRequest()
    for (const given of await compare(target, cursor, init)) {
      collected.push(given)
      followed += 1
      if (target.startsWith('/api/v1/me')) await compare(target, given, init)
    }
    if (collected.length > 200) collected.splice(2, 100)
  }

  expect(seen.get(200)).toBeGreaterThan(requests / 6)
  expect(followed).toBeGreaterThan(requests / 15)
})
