import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../src/node.ts'

let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'off' })
})
afterAll(() => mock.close())

const open = () => connect(Number(new URL(mock.url).port), '127.0.0.1')

/** What arrives on the wire, and how the connection ends. */
async function onTheWire(scenario: string) {
  const socket = open()
  const chunks: { at: number; bytes: Buffer }[] = []
  let ending = 'open'
  socket.on('data', (bytes) => chunks.push({ at: performance.now(), bytes }))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    ending = error.code ?? 'error'
  })
  socket.on('end', () => {
    ending = 'closed'
  })
  socket.write(
    `GET /api/v1/me?api_key=${mock.key(scenario)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('close', resolve))
  const text = Buffer.concat(chunks.map(({ bytes }) => bytes)).toString()
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const promised = Number(/Content-Length: (\d+)/.exec(head)?.[1] ?? Number.NaN)
  const milliseconds = (chunks.at(-1)?.at ?? 0) - (chunks[0]?.at ?? 0)
  return { head, body, promised, ending, milliseconds, pieces: chunks.length }
}

test('a connection is cut before the first byte, closed without a response, or reset in the body', async () => {
  expect(await onTheWire('network-error')).toMatchObject({ head: '', ending: 'ECONNRESET' })
  expect(await onTheWire('empty-reply')).toMatchObject({ head: '', ending: 'closed' })
  const { head, body, promised, ending } = await onTheWire('connection-reset')
  expect(head).toMatch(/^HTTP\/1\.1 200 /)
  expect(ending).toBe('ECONNRESET')
  expect(Buffer.byteLength(body)).toBeGreaterThan(0)
  expect(Buffer.byteLength(body)).toBeLessThan(promised)
})

test('a body arrives in small pieces', async () => {
  const { body, promised, ending, milliseconds, pieces } = await onTheWire('slow-drip')
  expect([Buffer.byteLength(body), ending]).toEqual([promised, 'closed'])
  expect(JSON.parse(body).posts).toHaveLength(24)
  expect(pieces).toBeGreaterThan(10)
  expect(milliseconds).toBeGreaterThan(2500)
})

test('a truncated body has its own length', async () => {
  const { head, body, promised, ending } = await onTheWire('truncated')
  expect(head).toMatch(/^HTTP\/1\.1 200 /)
  expect([Buffer.byteLength(body), ending]).toEqual([promised, 'closed'])
  expect(() => JSON.parse(body)).toThrow(SyntaxError)
})

test('a client that hangs up in the middle of a drip breaks nothing', async () => {
  const socket = open()
  socket.write(`GET /api/v1/me?api_key=${mock.key('slow-drip')} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await once(socket, 'data')
  socket.resetAndDestroy()
  const response = await fetch(`${mock.url}/api/v1/me?api_key=${mock.key('free')}`)
  expect(response.status).toBe(200)
})
