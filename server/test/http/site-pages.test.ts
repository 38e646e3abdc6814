import { ReadableStream as WebStream } from 'node:stream/web'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { signal } from '../../../test-support/signal.ts'
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

test.each([undefined, 'gzip'])(
  'a stream is sent while it is written, with %s',
  async (encoding) => {
    const { promise: received, resolve: receive } = signal()
    const noise = Array.from({ length: 200_000 }, (_, n) => (n * 7919).toString(36)).join('')
    async function* chunks() {
      yield Buffer.from(noise)
      await received
      yield Buffer.from('end')
    }
    const pages = new Hono().get('/stream', (context) =>
      context.body(WebStream.from(chunks()) as ReadableStream, 200, {
        'Content-Type': 'application/json',
      }),
    )
    const { url } = await feedServer([], { pages })
    const headers = { 'Accept-Encoding': encoding ?? 'identity' }
    const response = await fetch(`${url}/stream`, { headers })
    expect([
      ...['content-length', 'content-encoding'].map((name) => response.headers.get(name)),
      response.headers.get('vary'),
    ]).toEqual([null, encoding ?? null, 'Accept-Encoding'])
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    let text = new TextDecoder().decode((await reader.read()).value)
    receive()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += new TextDecoder().decode(part.value)
    }
    expect(text).toBe(`${noise}end`)
  },
)
