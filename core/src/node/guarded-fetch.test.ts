import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGuardedFetch } from './guarded-fetch.ts'

/** A server on loopback, and its open connections. */
async function serve(listener: RequestListener) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer(listener).listen(0, '127.0.0.1')
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, sockets, connections: () => connections }
}

// Nothing public can be reached from a test, so loopback has the name and the rights of a public host.
const get = createGuardedFetch(
  { hosts: null, plainHttp: true, trustedOrigins: [] },
  {
    fetch: () => expect.unreachable(),
    lookup: (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    isAllowed: () => true,
  },
)

function request(url: string, signal = new AbortController().signal) {
  return get(new URL(url), { signal, redirect: 'manual', credentials: 'omit' })
}

async function textOf({ body }: Awaited<ReturnType<typeof request>>): Promise<string> {
  return new Response(body as ReadableStream<Uint8Array>).text()
}

/** Sends the headers and the beginning of a body, and then nothing. */
const stall: RequestListener = (_, response) => void response.writeHead(200).write('begin')

test('requests use one connection, and responses have status, headers and body', async () => {
  const { port, connections } = await serve(({ url, headers }, response) => {
    response.writeHead(url === '/a' ? 200 : 404, { 'X-Path': url }).end(headers.host)
  })
  for (const [path, status] of Object.entries({ '/a': 200, '/b': 404 })) {
    const response = await request(`http://photos.example:${port}${path}`)
    expect([response.ok, response.status]).toEqual([status === 200, status])
    expect([response.headers.get('x-path'), response.headers.get('X-None')]).toEqual([path, null])
    expect(await textOf(response)).toBe(`photos.example:${port}`)
  }
  expect(connections()).toBe(1)
})

test('a redirect is a response', async () => {
  const { port } = await serve((_, response) =>
    response.writeHead(302, { Location: 'http://10.0.0.1/' }).end(),
  )
  const response = await request(`http://photos.example:${port}/`)
  expect([response.status, response.headers.get('Location')]).toEqual([302, 'http://10.0.0.1/'])
})

test('a body that is canceled before it is read closes its connection', async () => {
  const { port, sockets } = await serve(stall)
  const { body } = await request(`http://photos.example:${port}/`)
  expect(sockets.size).toBe(1)
  await body?.cancel()
  await expect.poll(() => sockets.size).toBe(0)
})

test('a connection that is cut rejects like fetch, before the body is read too', async () => {
  const { port, sockets } = await serve(stall)
  const response = await request(`http://photos.example:${port}/`)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => sockets.size).toBe(0)
  const failure = { name: 'TypeError', cause: { code: 'ECONNRESET' } }
  await expect(textOf(response)).rejects.toMatchObject(failure)
  const { port: closing } = await serve((_, { socket }) => socket?.destroy())
  await expect(request(`http://photos.example:${closing}/`)).rejects.toMatchObject(failure)
})

test('a server without TLS rejects https like fetch', async () => {
  const { port } = await serve((_, response) => response.end())
  await expect(request(`https://photos.example:${port}/`)).rejects.toMatchObject({
    name: 'TypeError',
    cause: { code: expect.any(String) },
  })
})

test('the signal ends a request that waits and a body that stalls', async () => {
  const { port, sockets } = await serve((message, response) => {
    if (message.url === '/stall') stall(message, response)
  })
  const waiting = new AbortController()
  const rejected = expect(request(`http://photos.example:${port}/`, waiting.signal)).rejects
  await expect.poll(() => sockets.size).toBe(1)
  waiting.abort(new Error('out of time'))
  await rejected.toThrow('out of time')
  const stalled = new AbortController()
  const response = await request(`http://photos.example:${port}/stall`, stalled.signal)
  stalled.abort()
  await expect(textOf(response)).rejects.toThrow('fetch failed')
  await expect.poll(() => sockets.size).toBe(0)
})
