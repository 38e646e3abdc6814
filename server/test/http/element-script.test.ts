import { expect, test } from 'vitest'
import packageJson from '../../../element/package.json' with { type: 'json' }
import { feedServer } from '../support/feed-server.ts'

const year = 'public, max-age=31536000, immutable'

test('the element is one script for pages of any site, and loads the rest from beside it', async () => {
  const { url } = await feedServer([])
  const response = await fetch(`${url}/embed.js`)
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([
    200,
    expect.objectContaining({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=3600',
      etag: expect.any(String),
    }),
  ])
  const script = await response.text()
  expect(script).not.toMatch(/\bimport\s*["{*]|\bfrom\s*"/)
  const onDemand = [...script.matchAll(/\("\.(\/photo-feed\/[\w-]+\.js)"\)/g)]
  expect(onDemand.length).toBeGreaterThan(0)
  for (const [, path] of onDemand) {
    const { status, headers } = await fetch(url + path)
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, year])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    // As another version names it: during an upgrade, and for scripts that are cached for a year.
    const other = await fetch(url + path?.replace(/-[0-9a-f]{8}\./, '-00000000.'))
    expect([other.status, other.headers.get('cache-control'), await other.text()]).toEqual([
      ...[200, 'public, max-age=3600', await (await fetch(url + path)).text()],
    ])
  }
})

test.each(['/embed.js', '/photo-feed/masonry-00000000.js'])(
  'scripts of any site can read %s, also in parts and with headers of a trace',
  async (path) => {
    const { url } = await feedServer([])
    const common = { 'access-control-allow-origin': '*' }
    const asked = {
      Origin: 'https://site.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'range, traceparent',
    }
    const preflight = await fetch(url + path, { method: 'OPTIONS', headers: asked })
    expect([preflight.status, Object.fromEntries(preflight.headers)]).toEqual([
      204,
      expect.objectContaining({
        ...{ ...common, 'access-control-allow-headers': '*, Authorization' },
        ...{ 'access-control-allow-methods': 'GET, HEAD', 'access-control-max-age': '7200' },
      }),
    ])
    const { headers } = await fetch(url + path)
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ ...common, 'cross-origin-resource-policy': 'cross-origin', 'timing-allow-origin': '*' },
      'access-control-expose-headers': expect.stringContaining('Content-Range'),
    })
  },
)

test.each([
  [packageJson.version, year],
  ['0.0.1', 'public, max-age=3600'],
])('with version %s it is cached for %s', async (version, caching) => {
  const { url } = await feedServer([])
  const { status, headers } = await fetch(`${url}/embed.js?v=${version}`)
  expect([status, headers.get('cache-control')]).toEqual([200, caching])
})

test.each([
  '/photo-feed/none.js',
  '/photo-feed/none-00000000.js',
  '/photo-feed/..%2Fphoto-feed.js',
  '/photo-feed/',
  '/embed.js/',
])('%s is a page that does not exist', async (path) => {
  const { url } = await feedServer([])
  expect((await fetch(url + path)).status).toBe(404)
})
