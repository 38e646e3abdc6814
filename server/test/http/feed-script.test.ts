import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { addOwner, connect } from '../support/owners.ts'

async function servedFeed() {
  const { url, database } = await feedServer([])
  const ownerId = await addOwner(database, { email: 'mara@harbour.example' })
  const { accountId, apiKey } = await connect(database, ownerId, 'harbour')
  const cardOf = async () => (await database.accounts.cards(ownerId))[0]
  const id = (await cardOf())?.feedId ?? ''
  const address = `${url}/f/${id}.js`
  return { url, database, accountId, apiKey, id, address, cardOf }
}

/** What a script has in front of that of the element. */
const prefixOf = (script: string) => {
  const [, id = '', saved = 'null'] =
    /^\(self\.photoFeeds\?\?=\{\}\)\["(\w+)"\]=(.*);\n/.exec(script) ?? []
  return [id, JSON.parse(saved)]
}

test('the script of a feed is that of the element, with its address, key and look in front', async () => {
  const { url, database, accountId, apiKey, id, address } = await servedFeed()
  await database.feeds.saveLook(accountId, { layout: 'tiles', color: '#ff0000', 'page-size': '9' })
  const response = await fetch(address)
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([
    200,
    expect.objectContaining({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=60, stale-if-error=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^W\/"/),
    }),
  ])
  const script = await response.text()
  expect(prefixOf(script)).toEqual([
    id,
    {
      // The plan is Free.
      attributes: { src: url, 'api-key': apiKey, layout: 'tiles', 'page-size': '6' },
      styles: { color: '#ff0000' },
      css: expect.stringContaining('grid-template-columns'),
    },
  ])
  expect(script.endsWith(await (await fetch(`${url}/embed.js`)).text())).toBe(true)
})

test('it is revalidated, until the look or the key changes', async () => {
  const { database, accountId, apiKey, address } = await servedFeed()
  const tags: (string | null)[] = []
  const revalidate = async () => {
    const known = tags.at(-1)
    const response = await fetch(address, known ? { headers: { 'If-None-Match': known } } : {})
    tags.push(response.headers.get('etag'))
    return [response.status, await response.text()] as const
  }
  expect((await revalidate())[0]).toBe(200)
  expect(await revalidate()).toEqual([304, ''])
  await database.feeds.saveLook(accountId, { layout: 'list' })
  expect((await revalidate())[1]).toContain('"layout":"list"')
  const fresh = await database.keys.issue(accountId)
  const [status, script] = await revalidate()
  expect([status, script.includes(fresh), script.includes(apiKey)]).toEqual([200, true, false])
  expect(new Set(tags).size).toBe(3)
})

test.each([['unknown0'], ['a'], ['$']])('the id %s is no feed', async (id) => {
  const { url } = await feedServer([])
  const response = await fetch(`${url}/f/${id}.js`)
  if (id === '$') return expect(response.status).toBe(404)
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    ...[200, 'public, max-age=60, stale-if-error=86400'],
  ])
  expect(await response.text()).toBe(
    `(self.photoFeeds??={})["${id}"]=null;dispatchEvent(new Event('photo-feeds'));console.warn("<photo-feed>: there is no feed ${id}. Copy the code for your site again.")\n`,
  )
})

test('an id that was replaced, and that of a removed account, are no feeds', async () => {
  const { url, database, accountId, apiKey, id, address } = await servedFeed()
  const fresh = await database.feeds.replaceId(accountId, id)
  expect(await (await fetch(address)).text()).not.toContain(apiKey)
  expect(await (await fetch(`${url}/f/${fresh}.js`)).text()).toContain(apiKey)
  await database.connections.apply(accountId, 'disconnected')
  expect(await (await fetch(`${url}/f/${fresh}.js`)).text()).not.toContain(apiKey)
})

test('of a page that requests it, only the origin is stored: of another site, for a script', async () => {
  const { url, address, cardOf } = await servedFeed()
  const request = (referer: string, more: Record<string, string> = {}) =>
    fetch(address, { headers: { Referer: referer, ...more } })
  await request(`${url}/feeds/x`)
  await request('about:blank')
  await request('not an address')
  await request('https://reader.example/', { 'Sec-Fetch-Dest': 'document' })
  await request('https://harbour.example/about?visitor=7#photos', { 'Sec-Fetch-Dest': 'script' })
  // Everybody can send any header: others wait for a while.
  await request('https://flood.example/')
  await expect
    .poll(async () => (await cardOf())?.sites)
    .toMatchObject([{ origin: 'https://harbour.example' }])
  expect((await cardOf())?.sites).toHaveLength(1)
})

test('preflights and HEAD have the headers of all scripts', async () => {
  const { address } = await servedFeed()
  const asked = { Origin: 'https://site.example', 'Access-Control-Request-Method': 'GET' }
  const preflight = await fetch(address, { method: 'OPTIONS', headers: asked })
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    ...[204, 'GET, HEAD'],
  ])
  const head = await fetch(address, { method: 'HEAD' })
  const body = await fetch(address)
  expect(head.headers.get('etag')).toBe(body.headers.get('etag'))
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await fetch(address, { method: 'POST' })).status).toBe(404)
})
