import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createUnreadLimit } from './unread-responses.ts'

/** Larger than what the system takes of a response. */
const body = Buffer.alloc(16 * 1024 * 1024, 'x')

/** A server of that body, and a function that requests it without reading. */
async function start(limits: Parameters<typeof createUnreadLimit>[0], isShared = false) {
  const limitUnread = createUnreadLimit(limits)
  const responses: ServerResponse[] = []
  const server = createServer((_, response: ServerResponse) => {
    responses.push(response)
    response.writeHead(200, { 'Content-Length': body.length }).end(body)
    limitUnread(response, isShared ? body : response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const request = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    // Its first bytes show that the response was written.
    await once(socket, 'readable')
    return socket
  }
  return { request, responses }
}

/** Reads the rest. Returns how many bytes there were before the connection was closed. */
async function readAll(socket: Socket): Promise<number> {
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes > body.length) socket.end()
  })
  await once(socket, 'close')
  return bytes
}

test('above the maximum, the response that has waited longest is closed', async () => {
  const { request } = await start({ maximumBytes: 40e6, graceMs: 60_000, bytesPerSecond: 1e6 })
  const [first, second] = [await request(), await request()]
  const third = await request()
  expect(await readAll(first)).toBeLessThan(body.length)
  expect(await readAll(second)).toBeGreaterThan(body.length)
  expect(await readAll(third)).toBeGreaterThan(body.length)
})

test('the body of a cached page counts once', async () => {
  const { request } = await start(
    { maximumBytes: 40e6, graceMs: 60_000, bytesPerSecond: 1e6 },
    true,
  )
  const sockets = [await request(), await request(), await request(), await request()]
  for (const socket of sockets) expect(await readAll(socket)).toBeGreaterThan(body.length)
})

test('a response that is not read in time is closed, and one that is read stays', async () => {
  const { request, responses } = await start({
    maximumBytes: 1e9,
    graceMs: 1500,
    bytesPerSecond: 1e9,
  })
  const slow = await request()
  expect(await readAll(await request())).toBeGreaterThan(body.length)
  if (responses[0]?.closed === false) await once(responses[0], 'close')
  // Reading only now: what the system has is followed by the end.
  expect(await readAll(slow)).toBeLessThan(body.length)
})
