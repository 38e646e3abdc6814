import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { scope } from '../../../test-support/scope.ts'
import { feedServer } from '../support/feed-server.ts'
import { account, keys, posts } from '../support/feeds.ts'
import { RawClient } from '../support/http/raw-client.ts'

const key = `api_key=${keys.premium}`

async function rawServer() {
  const server = await feedServer([account({ posts: posts(3) })])
  const client = new RawClient(server.url)
  onTestFinished(() => client.close())
  const get = (target: string) =>
    client.send(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`, 'latin1'))
  return { server, client, get }
}

const codeOf = (body = '') => JSON.parse(body).errors[0].code

test.each([
  ['/api/v1/me?%', 400, 'BAD_REQUEST'],
  [`/api/v1/me?${key}&sort=%zz`, 400, 'BAD_REQUEST'],
  [`/api/v1/me?${key}&sort=%ff%fe`, 400, 'BAD_REQUEST'],
  [`/graphql?${key}&query=%c3%28`, 400, 'BAD_REQUEST'],
  // As bytes.
  [`/api/v1/me?${key}&format=\xff\xfe\xc3`, 400, 'BAD_REQUEST'],
  [`/api/v1/me?${key}&x=${'y'.repeat(8200)}`, 414, 'URI_TOO_LONG'],
  [`/api/v1/me?${'a&'.repeat(5000)}`, 414, 'URI_TOO_LONG'],
  [`/api/v1/me?x=${'y'.repeat(200_000)}`, 431, 'HEADERS_TOO_LARGE'],
  [`/${'y'.repeat(200_000)}`, 431, 'HEADERS_TOO_LARGE'],
  [`/api/v1/${'y'.repeat(20_000)}`, 404, 'NOT_FOUND'],
])('%.60s is a %i in the service’s own format', async (target, status, code) => {
  const { get } = await rawServer()
  const response = await get(target)
  expect(response?.status).toBe(status)
  expect(codeOf(response?.body)).toBe(code)
  expect(response?.headers.get('content-type')).toBe('application/vnd.api+json')
  expect(response?.headers.get('cache-control')).toBe('no-store, private')
  expect(response?.headers.get('access-control-allow-origin')).toBe('*')
})

test.each([
  ['nonsense\r\n\r\n'],
  ['GET /api/v1/me HTTP/1.1\r\n\r\n'],
  ['GET /api/v1/me HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['GET /api/v1/me HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['GET /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['GET /api/v1/me\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['GET /api/v1/me HTTP/1.1\r\nHost: x\r\nBad\x01Name: x\r\n\r\n'],
  ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
])('%j is no HTTP: a 400 and a closed connection', async (bytes) => {
  const { client } = await rawServer()
  const response = await client.send(Buffer.from(bytes, 'latin1'))
  expect(response?.status).toBe(400)
  expect(codeOf(response?.body)).toBe('BAD_REQUEST')
  expect(response?.headers.get('connection')).toBe('close')
})

/** Sends bytes, and returns all that the server sends until it closes the connection. */
async function readAll(url: string, ...segments: string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const received = buffer(socket)
  for (const segment of segments) await new Promise((resolve) => socket.write(segment, resolve))
  return (await received).toString('latin1')
}

const statuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

test('malformed bytes after a request end the connection behind its whole response', async () => {
  const clip = await readFile(new URL('../../../core/media/clip.mp4', import.meta.url))
  // Piece by piece, as it comes from a file, so that it is being sent when the next bytes arrive.
  const pieces = Array.from({ length: 400 }, () => Buffer.alloc(64 * 1024, 'v'))
  const video = Buffer.concat([clip, ...pieces])
  const server = await feedServer([], {
    media: async (_request, response) => {
      response.writeHead(200, { 'Content-Length': video.length })
      Readable.from([clip, ...pieces]).pipe(response)
    },
  })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write('GET /media/a.mp4 HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'readable')
  socket.write('NOT HTTP\r\n\r\n')
  socket.write('NOR THIS\r\n\r\n')
  const received = await buffer(socket)
  const start = received.indexOf('\r\n\r\n') + 4
  expect(received.subarray(start, start + video.length).equals(video)).toBe(true)
  const rest = received.subarray(start + video.length).toString('latin1')
  expect(rest).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*BAD_REQUEST[\s\S]*\}$/)
})

test('malformed bytes in the same segment as a request come after its response', async () => {
  const { server } = await rawServer()
  const good = `GET /api/v1/me?${key} HTTP/1.1\r\nHost: x\r\n\r\n`
  expect(statuses(await readAll(server.url, `${good}${good}NOT HTTP\r\n\r\n`))).toEqual([
    ...[200, 200, 400],
  ])
})

test('a client that goes on sending after malformed bytes reads the one 400', async () => {
  const { server } = await rawServer()
  const port = Number(new URL(server.url).port)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  const received = buffer(socket)
  socket.write('NOT HTTP\r\n\r\n')
  await once(socket, 'readable')
  const failure = await new Promise((resolve) => socket.write(Buffer.alloc(8_000_000), resolve))
  expect(failure ?? null).toBeNull()
  expect(statuses((await received).toString('latin1'))).toEqual([400])
})

test('a body that becomes malformed after its response ends the connection without another', async () => {
  const { server, client } = await rawServer()
  const chunk = 'x'.repeat(100_000)
  const head = `POST /graphql?${key} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`
  const response = await client.send(`${head}${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  expect(response?.status).toBe(200)
  expect(await client.send('no chunk\r\n')).toBeNull()
  // The response to this one, before its body is malformed, has not begun.
  expect((await client.send(`${head}no chunk\r\n`))?.status).toBe(400)
  // It waits for its turn here: a 400 would be read as the response to the first request.
  const first = `GET /api/v1/me?${key} HTTP/1.1\r\nHost: x\r\n\r\n`
  expect(statuses(await readAll(server.url, `${first}${head}no chunk\r\n`))).toEqual([])
})

test.each([
  ['a request to upgrade', 'HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
  [
    'HTTP/1.0 with chunks (RFC 9112, 6.1)',
    'HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])(
  '%s: a response that closes the connection, so that the client repeats what follows',
  async (_, rest) => {
    const { server } = await rawServer()
    const next = `GET /api/v1/rss?${key} HTTP/1.1\r\nHost: x\r\n\r\n`
    const received = await readAll(server.url, `GET /api/v1/me?${key} ${rest}${next}`)
    expect(statuses(received)).toEqual([200])
    expect(received).toMatch(/^Connection: close\r$/m)
  },
)

test('OPTIONS * is a 404 in the service’s own format', async () => {
  const { client } = await rawServer()
  const response = await client.send('OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n')
  expect([response?.status, codeOf(response?.body)]).toEqual([404, 'NOT_FOUND'])
})

test('an announced body of 10 MB is rejected, and the server goes on', async () => {
  const { server } = await rawServer()
  const body = 'x'.repeat(10 * 1024 * 1024)
  const response = await server.send(`/graphql?${key}`, { method: 'POST', body })
  expect(response.status).toBe(413)
  expect(codeOf(response.text)).toBe('CONTENT_TOO_LARGE')
  expect((await server.send(`/api/v1/me?${key}`)).status).toBe(200)
})

test('a body that does not say its length is read up to the cap of a query', async () => {
  const { client } = await rawServer()
  const chunk = 'x'.repeat(100_000)
  const response = await client.send(
    `POST /graphql?${key} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
  )
  expect(response?.status).toBe(200)
  expect(JSON.parse(response?.body ?? '')).toEqual({
    errors: [{ message: 'The request body must not be larger than 65536 bytes.' }],
  })
})

test.each([100_000, 300_000, 1_000_000])(
  'the connection serves the request after a body of %i bytes',
  async (length) => {
    const { client, get } = await rawServer()
    const tooLarge = await client.send(
      `POST /graphql?${key} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`,
    )
    expect([tooLarge?.status, tooLarge?.headers.get('connection')]).toEqual([200, 'keep-alive'])
    expect(client.isOpen).toBe(true)
    expect((await get(`/api/v1/me?${key}`))?.status).toBe(200)
  },
)

test('idle connections stay open longer than those of a proxy, which would reuse a closed one', async () => {
  const { get } = await rawServer()
  const response = await get(`/api/v1/me?${key}`)
  expect(response?.headers.get('keep-alive')).toBe('timeout=72')
})

test('invalid UTF-8 in a GraphQL body is an ordinary error', async () => {
  const { server } = await rawServer()
  const body = Buffer.from([0x7b, 0xff, 0xfe, 0x7d])
  const response = await server.send(`/graphql?${key}`, { method: 'POST', body })
  expect(response).toMatchObject({
    status: 200,
    json: { errors: [{ message: 'The request body must be valid JSON.' }] },
  })
})

test('clients that hang up in the middle of a request, a body or a response break nothing', async () => {
  const { server } = await rawServer()
  const port = Number(new URL(server.url).port)
  for (const bytes of [
    'GET /api',
    'GET /api/v1/me HTTP/1.1\r\nHos',
    `POST /graphql?${key} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"query":`,
    `GET /api/v1/me?${key} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(50),
  ]) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    await new Promise((resolve) => socket.write(bytes, resolve))
    socket.resetAndDestroy()
  }
  expect((await server.send(`/api/v1/me?${key}`)).status).toBe(200)
})

// It takes twelve seconds.
test.skipIf(scope !== 'long')('a client that sends its headers too slowly gets a 408', async () => {
  const { client } = await rawServer()
  const response = await client.send('GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  expect(response?.status).toBe(408)
  expect(codeOf(response?.body)).toBe('REQUEST_TIMEOUT')
})
