import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { rawGet } from '../support/http/raw-get.ts'

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
