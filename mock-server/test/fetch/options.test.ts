import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { account, createMock, type MockOptions, post, UserError } from '../../src/index.ts'
import { startMockServer } from '../../src/node.ts'
import { stateOf } from '../support/state.ts'

test.each([
  [
    { latency: 'x' },
    'The option latency must be milliseconds, like 200 or { "min": 100, "max": 400 }, but is "x".',
  ],
  [
    { latency: { min: 400, max: 100 } },
    'The option latency must have a min that is at most its max.',
  ],
  [{ latencyy: 3 }, 'The option latencyy is not a known field: did you mean latency?'],
  [
    { warnings: 'strickt' },
    'The option warnings must be one of off, warn, strict: did you mean strict?, but is "strickt".',
  ],
  [{ clock: 0 }, 'The option clock must be a function that returns milliseconds, but is 0.'],
  [
    { baseUrl: 'feed.test' },
    'The option baseUrl must be an http or https URL without a query, like https://photofeed.test, but is "feed.test".',
  ],
  [{ scenarios: ['premum'] }, 'No scenario is named "premum". Did you mean premium?'],
  [{ accounts: [{ username: 'x', likes: 2 }] }, 'account "x": likes is not a known field.'],
  [null, 'The options must be an object, but is null.'],
])('the options %j are rejected with what is right', async (options, message) => {
  const create = () => createMock(options as object)
  expect(create).toThrow(new UserError(message))
  if (options) {
    await expect(startMockServer(options as object)).rejects.toThrow(new UserError(message))
  }
})

test.each([
  [{ port: 70_000 }, 'The option port must be a number from 0 to 65535, but is 70000.'],
  [{ remoteControl: 'yes' }, 'The option remoteControl must be true or false, but is "yes".'],
  [{ cdnUrl: 'https://cdn.test' }, 'The option cdnUrl is not a known field.'],
])('the options %j of a server are rejected with what is right', async (options, message) => {
  await expect(startMockServer(options as object)).rejects.toThrow(new UserError(message))
})

test('an account may be the input of account()', async () => {
  const input = { username: 'x', posts: [post.image()] }
  const mock = createMock({ accounts: [input as never] })
  expect(mock.key('x')).toBe(account(input).apiKey)
  const url = `https://photofeed.test/api/v1/me?api_key=${mock.key('x')}`
  expect(await (await mock.fetch(url)).json()).toMatchObject({ username: 'x', mediaCount: 1 })
})

test.each([
  [
    { afterRequest: 3 },
    "The moment's afterRequest is not a known field: did you mean afterRequests?",
  ],
  [{ afterRequests: '3' }, 'The moment\'s afterRequests must be a whole number, but is "3".'],
])('the moment %j is rejected, and nothing happens', (moment, message) => {
  const mock = createMock({ scenarios: ['premium'] })
  expect(() => mock.transition('premium', 'expire', moment as object)).toThrow(
    new UserError(message),
  )
  expect(() => mock.posts('premium').publish(post.image(), moment as object)).toThrow(
    new UserError(message),
  )
  expect(stateOf(mock).scenarios).toMatchObject([{ status: 'ready', scheduled: [] }])
})

test('with the caching of production, caches keep what stays valid', async () => {
  async function read(options: MockOptions) {
    let now = Date.UTC(2026, 10, 20)
    const mock = createMock({ ...options, clock: () => now })
    const me = (scenario: string) =>
      mock.fetch(`https://photofeed.test/api/v1/me?api_key=${mock.key(scenario)}`)
    const page = await me('premium')
    const picture = (await page.clone().json()).posts[0].sizes[320]
    const { mediaUrl } = (await (await me('unstored-media')).json()).posts[0]
    const part = await mock.fetch(picture, { headers: { Range: 'bytes=0-9' } })
    const missing = await mock.fetch(picture.replace(/\w+\.jpg/, `${'a'.repeat(32)}.jpg`))
    const ofPlatform = await mock.fetch(mediaUrl)
    now = Date.UTC(2200, 0)
    const expired = await mock.fetch(mediaUrl)
    const error = await mock.fetch('https://photofeed.test/api/v1/me')
    const responses = { page, error, picture: await mock.fetch(picture), part, missing }
    return Object.entries({ ...responses, ofPlatform, expired }).map(
      ([name, { headers }]) => `${name}: ${headers.get('cache-control')}`,
    )
  }
  const lasting = 'public, max-age=31536000, immutable'
  const error = 'error: no-store, private'
  const others = ['missing: no-store', 'ofPlatform: no-cache', 'expired: no-store']
  const byDefault = ['page: no-cache, private', error, 'picture: no-cache', 'part: no-cache']
  expect(await read({})).toEqual([...byDefault, ...others])
  const kept = ['page: max-age=3600, public', error, `picture: ${lasting}`, `part: ${lasting}`]
  expect(await read({ cacheControl: 'production' })).toEqual([...kept, ...others])
})

test('the log has a maximum', async () => {
  const mock = createMock()
  for (let count = 0; count < 10_010; count += 1) {
    await mock.fetch('https://photofeed.test/api/v1/accounts')
  }
  expect([mock.requests.length, mock.requests[0]?.id]).toEqual([10_000, 11])
})

test('the manual lists the statuses that are errors of the service', async () => {
  const manual = await readFile('docs/manual/mock-server.md', 'utf8')
  const [, listed = ''] = /A status that the service has \(([\d, ]+)\)/.exec(manual) ?? []
  const mock = createMock({ warnings: 'off' })
  const found: number[] = []
  for (let status = 400; status < 600; status += 1) {
    mock.fault('premium', { status })
    const response = await mock.fetch(
      `https://photofeed.test/api/v1/me?api_key=${mock.key('premium')}`,
    )
    expect(response.status).toBe(status)
    if (response.headers.get('content-type') !== 'text/html; charset=utf-8') found.push(status)
  }
  expect(listed.split(', ').map(Number)).toEqual(found)
})

/** A value of each option that is not its default. */
const changes: { [Name in keyof Required<MockOptions>]: NonNullable<MockOptions[Name]> } = {
  baseUrl: 'https://other.test',
  cdnUrl: 'https://cdn.test',
  scenarios: ['premium', 'free'],
  accounts: [account({ username: 'x', posts: [post.image()] })],
  latency: 7,
  warnings: 'off',
  allowParameters: ['unknown'],
  clock: () => Date.UTC(2030, 0, 1),
  dates: 'relative',
  cacheControl: 'production',
  seed: 7,
  media: async () => new TextEncoder().encode('own'),
  print: () => {},
}

/** The defaults that the options say. */
const defaults = {
  ...{ baseUrl: 'https://photofeed.test', accounts: [], latency: 0, warnings: 'warn' },
  ...{ allowParameters: [], dates: 'fixed', cacheControl: 'development', seed: 1 },
} satisfies MockOptions

/** Returns what can be observed of a mock with these options. */
async function traceOf({ print, clock, ...others }: MockOptions = {}) {
  const printed: string[] = []
  const mock = createMock({
    print: print ?? ((text) => printed.push(text)),
    clock: clock ?? (() => Date.UTC(2027, 0, 1)),
    ...others,
  })
  const key = mock.key('premium')
  const origin = others.baseUrl ?? 'https://photofeed.test'
  mock.transition('premium', 'refresh')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const response = await mock.fetch(`${origin}/api/v1/me?page[size]=1&unknown=1&api_key=${key}`)
  const body = await response.text()
  const isSlow = timers.mock.calls.some(([, milliseconds]) => milliseconds === 7)
  timers.mockRestore()
  const picture = await mock.fetch(`${others.cdnUrl ?? `${origin}/media`}/${'a'.repeat(32)}.jpg`)
  const { apiKey } = mock.copy('premium')
  const { requests, scenarios } = mock
  const seen = [body, [...response.headers], await picture.text(), printed, apiKey, scenarios]
  return JSON.stringify([...seen, requests.map(({ warnings }) => warnings), isSlow])
}

test('a mock is the same in each run', async () => {
  expect(await traceOf()).toBe(await traceOf())
})

test.each(Object.keys(changes) as (keyof MockOptions)[])('%s has an effect', async (name) => {
  expect(await traceOf({ [name]: changes[name] })).not.toBe(await traceOf())
})

test.each(Object.entries(defaults))('%s: %j is the default', async (name, value) => {
  expect(await traceOf({ [name]: value })).toBe(await traceOf())
})

test.each(['baseUrl', 'cdnUrl'] as const)(
  'a slash at the end of %s changes no URL',
  async (name) => {
    const origin = name === 'baseUrl' ? changes.baseUrl : defaults.baseUrl
    async function read(end: string) {
      const mock = createMock({ [name]: changes[name] + end })
      const url = `${origin}/api/v1/me?include[]=children&api_key=${mock.key('premium')}`
      return (await mock.fetch(url)).text()
    }
    expect(await read('/')).toBe(await read(''))
  },
)
