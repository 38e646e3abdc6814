import { once } from 'node:events'
import { request } from 'node:http'
import { accountScenarios } from '@photofeed/core/scenarios'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs, scope } from '../../../test-support/scope.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openAsItIs } from '../../src/stores/stored-data.ts'
import { type DemoServer, startDemo } from '../support/demo-server.ts'
import { sharedPostgres } from '../support/postgres/postgres.ts'
import { seedAccount } from '../support/seed-account.ts'

let demo: DemoServer
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo?.stop())

const read = async (name: Parameters<DemoServer['key']>[0], query = '') => {
  const response = await fetch(`${demo.url}/api/v1/me?api_key=${demo.key(name)}&${query}`)
  return { status: response.status, headers: response.headers, json: await response.json() }
}

test.each(accountScenarios)('$name responds with its plan and status', async (scenario) => {
  const { status, headers, json } = await read(scenario.name)
  if (['disconnected', 'regenerated'].includes(scenario.name)) {
    expect(status).toBe(401)
    expect(json.errors[0].code).toBe('INVALID_API_KEY')
    return
  }
  if (scenario.name === 'server-error') {
    expect(status).toBe(500)
    expect(json.errors[0].code).toBe('INTERNAL_SERVER_ERROR')
    expect(demo.log()).toContain('The demo fails on purpose for this key')
    return
  }
  expect(status).toBe(200)
  expect(json.status).toBe(scenario.status)
  expect(json.pagination.perPage).toBe(scenario.plan === 'free' ? 6 : 100)
  expect(headers.has('x-service-feed-stale')).toBe(scenario.status === 'invalid_token')
})

test('scenarios are what they are called', async () => {
  expect((await read('importing')).json).toMatchObject({ posts: [], lastFetchAt: null })
  const partial = (await read('importing-partial')).json
  expect(partial.lastFetchAt).toBe(null)
  expect(partial.posts.length).toBeGreaterThan(0)
  expect((await read('empty')).json.posts).toEqual([])
  expect((await read('null-profile')).json).toMatchObject({
    name: null,
    biography: null,
    website: null,
    profilePictureUrl: null,
    followersCount: null,
    followsCount: null,
    mediaCount: null,
  })
  const boundary = (await read('page-boundary')).json
  expect(boundary.posts).toHaveLength(100)
  expect(boundary.pagination.hasMore).toBe(false)
  for (const post of (await read('unstored-media')).json.posts) {
    expect(post.mediaUrl).not.toContain(demo.url)
    expect(post).not.toHaveProperty('sizes')
  }
  const withheld = (await read('withheld-video', 'filter[type]=VIDEO')).json.posts
  expect(withheld.length).toBeGreaterThan(0)
  for (const post of withheld) expect(post.mediaUrl).toMatch(/\.jpg$/)
})

test('every URL of a page loads, as wide as it says and no wider than the original', async () => {
  const query = `page[size]=${runs(6, 30)}&include[]=children&format=webp`
  const { json } = await read('premium', query)
  const urls = new Set<string>([json.profilePictureUrl])
  for (const post of json.posts) {
    for (const item of [post, ...post.children]) {
      for (const url of [item.mediaUrl, item.thumbnailUrl, ...Object.values(item.sizes ?? {})]) {
        if (url?.startsWith(demo.url)) urls.add(url)
      }
    }
  }
  const types: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp', mp4: 'video/mp4' }
  for (const url of urls) {
    const response = await fetch(url)
    expect(response.status, url).toBe(200)
    expect(response.headers.get('content-type')).toBe(types[url.slice(url.lastIndexOf('.') + 1)])
    await response.arrayBuffer()
  }
  expect(urls.size).toBeGreaterThan(runs(20, 50))
})

describe.skipIf(scope !== 'long')('on PostgreSQL', () => {
  const everyPage = (server: DemoServer) =>
    Promise.all(
      accountScenarios.map(async ({ name, apiKey }) => {
        const query = 'include[]=children&include[]=comments&page[size]=100'
        const response = await fetch(`${server.url}/api/v1/me?api_key=${apiKey}&${query}`)
        const text = await response.text()
        // The ports differ, and the ids of media have the account and the time in them.
        return [name, text.replaceAll(server.url, '').replace(/"[^"]*\/media\/[^"]*"/g, '"…"')]
      }),
    )
  const withoutTimes = (text: string) => text.replace(/"lastFetchAt":"[^"]*"/g, '')

  test('the same accounts are served, also when the demo is started again', async () => {
    const database = await (await sharedPostgres()).create()
    const expected = (await everyPage(demo)).map(([name, text]) => [name, withoutTimes(`${text}`)])
    for (const _ of [1, 2]) {
      const other = await startDemo('--database', database)
      const found = (await everyPage(other)).map(([name, text]) => [name, withoutTimes(`${text}`)])
      await other.stop()
      expect(found).toEqual(expected)
    }
  })

  test('a database with tables is rejected and not changed', async () => {
    const database = await (await sharedPostgres()).create()
    const { accountId } = await seedAccount(
      ...['--data', await tempFolder(), '--database', database, '--secret', 'a'.repeat(16)],
    )
    const sentence =
      'The database has tables. The demo needs an empty database, or that of an earlier demo. Name another with --database.'
    await expect(startDemo('--database', database)).rejects.toThrow(sentence)
    await using opened = await openAsItIs(database)
    expect(await opened?.db.selectFrom('account').select('id').execute()).toEqual([
      { id: accountId },
    ])
  })
})

test('only this machine reads the pages of the demo, under its own names', async () => {
  const { hostname, port } = new URL(demo.url)
  const statusOf = async (host: string) => {
    const sent = request({ hostname, port, path: '/demo/outbox', headers: { host } }).end()
    const [response] = await once(sent, 'response')
    response.resume()
    return response.statusCode
  }
  const hosts = [
    'localhost',
    `127.0.0.1:${port}`,
    '[::1]:80',
    'evil.example',
    `evil.example:${port}`,
  ]
  expect(await Promise.all(hosts.map(statusOf))).toEqual([302, 200, 200, 421, 421])
})

test('an account on Free has originals, and no resized pictures', async () => {
  const statusesOf = async (name: 'premium' | 'free') => {
    const { json } = await read(name)
    const { mediaUrl } = json.posts.find(
      (post: { mediaType: string }) => post.mediaType === 'IMAGE',
    )
    const [original, resized] = await Promise.all([
      fetch(mediaUrl),
      fetch(mediaUrl.replace('/media/', '/media/320/')),
    ])
    return [original.status, resized.status, (await resized.text()).slice(0, 10)]
  }
  expect((await statusesOf('premium')).slice(0, 2)).toEqual([200, 200])
  expect(await statusesOf('free')).toEqual([200, 404, 'Not found\n'])
})
