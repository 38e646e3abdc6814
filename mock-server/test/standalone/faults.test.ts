import { once } from 'node:events'
import { connect } from 'node:net'
import type { FaultName } from '@photofeed/core/scenarios'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../src/node.ts'

let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'off' })
})
afterAll(() => mock.close())

/** What arrives on the wire, and how the connection ends. */
async function onTheWire(scenario: string) {
  const { hostname, port } = new URL(mock.url)
  const socket = connect(Number(port), hostname)
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

async function html(scenario: FaultName, status: number) {
  const { head, body } = await onTheWire(scenario)
  expect(head).toContain(`HTTP/1.1 ${status} `)
  expect(head).toContain('Content-Type: text/html; charset=utf-8')
  expect(body).toMatch(/^<!doctype html>/)
}

const cases: Record<FaultName, () => Promise<void>> = {
  async 'network-error'() {
    expect(await onTheWire('network-error')).toMatchObject({ head: '', ending: 'ECONNRESET' })
  },
  async 'empty-reply'() {
    expect(await onTheWire('empty-reply')).toMatchObject({ head: '', ending: 'closed' })
  },
  async 'connection-reset'() {
    const { head, body, promised, ending } = await onTheWire('connection-reset')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(ending).toBe('ECONNRESET')
    expect(Buffer.byteLength(body)).toBeGreaterThan(0)
    expect(Buffer.byteLength(body)).toBeLessThan(promised)
  },
  async 'slow-drip'() {
    const { body, promised, ending, milliseconds, pieces } = await onTheWire('slow-drip')
    expect([Buffer.byteLength(body), ending]).toEqual([promised, 'closed'])
    expect(JSON.parse(body).posts).toHaveLength(24)
    expect(pieces).toBeGreaterThan(10)
    expect(milliseconds).toBeGreaterThan(2500)
  },
  async slow() {
    const began = performance.now()
    const { body } = await onTheWire('slow')
    expect(performance.now() - began).toBeGreaterThanOrEqual(2990)
    expect(JSON.parse(body).posts).toHaveLength(24)
  },
  async truncated() {
    const { head, body, promised, ending } = await onTheWire('truncated')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect([Buffer.byteLength(body), ending]).toEqual([promised, 'closed'])
    expect(() => JSON.parse(body)).toThrow(SyntaxError)
  },
  'html-proxy': () => html('html-proxy', 502),
  'html-proxy-200': () => html('html-proxy-200', 200),
  async 'fails-twice'() {
    const statuses: string[] = []
    for (const _ of [1, 2, 3]) statuses.push((await onTheWire('fails-twice')).head.slice(9, 12))
    expect(statuses).toEqual(['500', '500', '200'])
  },
  async 'server-error'() {
    expect((await onTheWire('server-error')).head).toMatch(/^HTTP\/1\.1 500 /)
  },
}

test.each(Object.entries(cases))('%s', (_, check) => check())

test('a client that hangs up in the middle of a drip breaks nothing', async () => {
  const { hostname, port } = new URL(mock.url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /api/v1/me?api_key=${mock.key('slow-drip')} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await once(socket, 'data')
  socket.resetAndDestroy()
  const response = await fetch(`${mock.url}/api/v1/me?api_key=${mock.key('free')}`)
  expect(response.status).toBe(200)
})
