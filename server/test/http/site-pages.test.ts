import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { rawGet } from '../support/raw-get.ts'

test('the 404 page and the reference have the headers of every page', async () => {
  const { url } = await feedServer([])
  for (const path of ['/missing', '/docs/rest-api', '/docs/nowhere']) {
    const { headers } = await rawGet(`${url}${path}`)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; /),
    })
  }
})

test('a page that the server renders is compressed', async () => {
  const { url } = await feedServer([])
  const plain = await rawGet(`${url}/docs/openapi.json`)
  const zipped = await rawGet(`${url}/docs/openapi.json`, { 'accept-encoding': 'br;q=0, gzip' })
  expect(zipped.headers).toMatchObject({
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'content-length': String(zipped.body.length),
    vary: 'Accept-Encoding',
  })
  expect(plain.headers.vary).toBe('Accept-Encoding')
  expect(gunzipSync(zipped.body)).toEqual(plain.body)
})
