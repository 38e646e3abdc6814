import { describe, expect, onTestFinished, test } from 'vitest'
import { keyPages } from '../../src/dashboard/key-pages.ts'
import { RawClient } from '../support/http/raw-client.ts'
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts'
import { cardsOf, connectBy, finn, mara, signedUp, Visitor } from './visitor.ts'

/** Every route there is, so that none can be forgotten. */
function routesOf({ dashboard }: DashboardWorld) {
  const known = new Set(dashboard.routes.map(({ method, path }) => `${method} ${path}`))
  return [...known].map((route) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path }
  })
}

const ownPolicies = ({ url }: DashboardWorld, media = url) =>
  new Map(keyPages(url, `${media} https://platform.example`).map((page) => [page.path, page]))
const formsOf = (world: DashboardWorld) => routesOf(world).filter(({ method }) => method === 'POST')
const at = (path: string, id: number) => path.replace(':accountId', String(id))

const foreign: [string, HeadersInit][] = [
  ['from another site', { Origin: 'https://evil.example' }],
  ['from a port beside', { Origin: 'http://127.0.0.1:1' }],
  ['from a page without an origin', { Origin: 'null' }],
  [
    'from a page without an origin, of this site',
    { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
  ],
  ['from a sister site', { 'Sec-Fetch-Site': 'same-site' }],
  ['from a link', { 'Sec-Fetch-Site': 'none' }],
  ['that says nothing', {}],
]

test.each(foreign)('a form %s is rejected', async (_, headers) => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  await connectBy(visitor, world)
  const before = await cardsOf(visitor)
  for (const { path } of formsOf(world)) {
    const init = { method: 'POST', body: new URLSearchParams(finn), headers }
    const response = await visitor.send(at(path, before[0]?.id ?? 0), init)
    expect([path, response.status]).toEqual([path, 403])
    expect(response.text).toContain('This form was not sent from this site.')
    expect(response.headers.getSetCookie()).toEqual([])
  }
  expect(await cardsOf(visitor)).toEqual(before)
})

test('these are the forms', async () => {
  expect(formsOf(await dashboardWorld()).map(({ path }) => path)).toEqual([
    ...['/sign-in', '/sign-up', '/sign-out', '/reset-password/new', '/reset-password'],
    ...['/settings/password', '/settings/email', '/settings/email/request'],
    '/settings/sign-out-elsewhere',
    ...['/settings/export', '/settings/delete'],
    ...['/accounts/:accountId/refresh', '/accounts/:accountId/token'],
    ...['/accounts/:accountId/regenerate', '/accounts/:accountId/remove'],
    ...['/feeds/:feedId/look', '/feeds/:feedId/replace'],
    ...['/connect', '/accounts/:accountId/reconnect'],
  ])
})

test('a form of this site is accepted by the browser’s headers only', async () => {
  const visitor = await signedUp(await dashboardWorld())
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  expect((await visitor.send('/sign-out', { method: 'POST', headers })).status).toBe(303)
})

test('the accounts of others are not there, whatever is done to them', async () => {
  const world = await dashboardWorld()
  const owner = await signedUp(world)
  await connectBy(owner, world)
  const before = await cardsOf(owner)
  const id = before[0]?.id ?? 0
  const stranger = await signedUp(world, finn)
  const ofAccounts = routesOf(world).filter(({ path }) => path.includes(':accountId'))
  expect(ofAccounts).toHaveLength(8)
  for (const guess of [String(id), '999', '0', '-1', '1e0', '1.0', 'x', '%00', '9'.repeat(30)]) {
    for (const { method, path } of ofAccounts) {
      const target = path.replace(':accountId', guess)
      const response = await (method === 'POST' ? stranger.post(target) : stranger.get(target))
      expect([method, target, response.status]).toEqual([method, target, 404])
      expect(response.text).toContain('This account does not exist')
    }
  }
  expect(await cardsOf(owner)).toEqual(before)
})

test('a visitor without a session is redirected to sign in', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  await connectBy(visitor, world)
  const open = /^\/($|sign-|reset-password|docs|not-found)/
  const closed = routesOf(world).filter(({ path }) => !open.test(path))
  expect(closed.length).toBeGreaterThan(10)
  for (const { method, path } of closed) {
    const stranger = new Visitor(world)
    const target = at(path, 1)
    const response = await (method === 'POST' ? stranger.post(target) : stranger.get(target))
    const ofForm = path.startsWith('/settings') ? '/settings' : '/accounts'
    const leadsBack = !/^\/(accounts$|connect)/.test(path)
    expect([path, response.status, response.headers.get('Location')]).toEqual([
      path,
      303,
      method === 'POST'
        ? `/sign-in?after=session&next=${encodeURIComponent(ofForm)}`
        : leadsBack
          ? `/sign-in?next=${encodeURIComponent(target)}`
          : '/sign-in',
    ])
  }
})

test('a browser whose session has expired gets the page to sign in, and no redirect loop', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  world.time.now += 7 * 86_400_000
  expect((await visitor.get('/accounts')).headers.get('Location')).toBe('/sign-in')
  expect((await visitor.get('/sign-in')).status).toBe(200)
  expect((await visitor.get('/sign-up')).status).toBe(200)
})

test('a page for visitors also extends the session that it redirects', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  world.time.now += 6 * 86_400_000
  const { headers } = await visitor.get('/sign-in')
  expect(headers.get('Location')).toBe('/accounts')
  expect(headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=604800')])
})

describe('headers', () => {
  test('every response has them', async () => {
    const world = await dashboardWorld({ cdnUrl: 'https://cdn.example/media' })
    const visitor = await signedUp(world)
    await connectBy(visitor, world)
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: https://cdn.example; " +
      "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    const media = 'https://cdn.example https://platform.example'
    // The preview has pictures and videos.
    const ofFeed = `${policy.replace('https://cdn.example', media)}; media-src 'self' ${media}`
    for (const { method, path } of routesOf(world)) {
      const stranger = new Visitor(world)
      for (const who of path === '/sign-out' ? [stranger] : [stranger, visitor]) {
        const target = at(path, 1)
        const { headers } = await (method === 'POST' ? who.post(target) : who.get(target))
        const asset = path.startsWith('/assets/')
        const usual = path === '/feeds/:feedId' && method === 'GET' ? ofFeed : policy
        const own = ownPolicies(world, 'https://cdn.example').get(path)?.security ?? usual
        expect([path, headers.get('Content-Security-Policy')]).toEqual([path, own])
        expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
        expect(headers.get('Referrer-Policy')).toBe('same-origin')
        expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
        expect(headers.get('Cache-Control')).toBe(asset ? 'no-cache' : 'no-store')
      }
    }
  })
})

test.each([
  ['large', `Content-Length: 20000\r\n\r\n${'x'.repeat(20_000)}`],
  ['of no known size', 'Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n'],
])('a body that is %s is rejected', async (_, rest) => {
  const world = await dashboardWorld()
  const client = new RawClient(world.url)
  onTestFinished(() => client.close())
  const head = `POST /sign-in HTTP/1.1\r\nHost: a\r\nOrigin: ${world.url}\r\n`
  expect(await client.send(head + rest)).toMatchObject({ status: 413 })
})

test('all other paths have the page of the site, which names the owner', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  for (const path of ['/docs', '/accounts/', '/accounts/1', '/sign-in/x', '/assets/x.css']) {
    const response = await visitor.get(path)
    expect(response.status).toBe(404)
    expect(response.text).toContain('<title>Not found · photofeed</title>')
    expect(response.text).toContain(mara.email)
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  }
})

test('a NUL in any field of a form, or in a cookie, is no failure', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  const names = ['email', 'password', 'current', 'token', 'plan']
  const body = new URLSearchParams(names.map((name) => [name, 'mara\0@harbour.example']))
  const headers = { Origin: world.url, Cookie: 'photofeed_session=%00.%00' }
  for (const { path } of formsOf(world)) {
    if (path === '/sign-out') continue
    world.time.now += 3_600_000
    const init = { method: 'POST', body, headers }
    for (const { status } of [
      await visitor.send(at(path, 1), init),
      await fetch(world.url + at(path, 1), { ...init, redirect: 'manual' }),
    ]) {
      expect([path, status < 500]).toEqual([path, true])
    }
  }
  expect(world.errors).toEqual([])
})
