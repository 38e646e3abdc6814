import { expect, test } from 'vitest'
import { rejectionOf } from '../../src/control/protection.ts'
import { startControl } from './control-server.ts'
import { sendRaw } from './raw-request.ts'

const notLoopback =
  'The control page responds to this machine only: open it on the machine that the mock runs on, or start the mock with --remote-control.'
const otherHost =
  'The control page does not accept this host name: open it as localhost, 127.0.0.1 or [::1].'
const otherOrigin =
  'The control page accepts no requests of other web pages: send this request from the control page, from a page on localhost, or from outside a browser.'
const otherSite =
  'The control page cannot be reached from another web page: type its address into the browser.'

const otherRemoteHost =
  'The control page does not accept this host name: open it by an IP address, or start the mock with this name in --base-url.'

const fromHere = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:4500' } }

test('only addresses of this machine reach it', () => {
  const rejection = (remoteAddress: string | undefined) =>
    rejectionOf({ ...fromHere, remoteAddress }, '/__mock', {
      remoteControl: false,
      baseUrl: 'http://127.0.0.1:4500',
    })
  const near = ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '::FFFF:127.1.2.3']
  const farIpv4 = ['192.168.1.7', '0.0.0.0', '128.0.0.1', '1127.0.0.1', '127.0.0.1.9']
  const far = [...farIpv4, '::', '::2', 'fe80::1', '::ffff:10.0.0.1', '', undefined]
  expect(near.map(rejection)).toEqual(near.map(() => null))
  expect(far.map(rejection)).toEqual(far.map(() => notLoopback))
})

test('only host names of this machine are accepted', async () => {
  const { server } = await startControl()
  const { port } = new URL(server.url)
  const near = ['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '[::1]']
  for (const name of near) {
    expect(await statusOf(server.url, { host: `${name}:${port}` })).toBe(200)
  }
  const far = [
    'attacker.example',
    'localhost.attacker.example',
    'attacker.example:localhost',
    '127.0.0.1.attacker.example',
    'user@localhost',
    '0.0.0.0',
    '[::]',
    '',
  ]
  for (const name of far) {
    expect(await errorOf(server.url, { host: `${name}:${port}` })).toEqual(otherHost)
  }
})

test('no page of another machine is accepted', async () => {
  const { server } = await startControl()
  const { host } = new URL(server.url)
  // A proxy may add TLS.
  for (const origin of [`http://${host}`, `https://${host}`]) {
    expect(await statusOf(server.url, { host, origin })).toBe(200)
  }
  const others = [
    'https://attacker.example',
    'http://localhost.attacker.example',
    'http://127.0.0.1.attacker.example',
    'http://192.168.1.5:3000',
    'file://localhost',
    'null',
    '',
  ]
  for (const origin of others) expect(await errorOf(server.url, { host, origin })).toBe(otherOrigin)
})

test('pages of this machine call the API, and load nothing else', async () => {
  const { server } = await startControl()
  for (const origin of ['http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:1']) {
    const headers = { origin, 'sec-fetch-site': 'cross-site' }
    const state = await sendRaw(`${server.url}/__mock/api/state`, { headers })
    expect([
      state.status,
      state.headers['access-control-allow-origin'],
      state.headers.vary,
    ]).toEqual([200, origin, 'Origin'])
    const preflight = await sendRaw(`${server.url}/__mock/api/copy`, {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'Content-Type',
        'access-control-allow-methods': 'GET, POST',
      },
    })
    const page = await sendRaw(`${server.url}/__mock`, { headers })
    expect([page.status, page.headers['access-control-allow-origin']]).toEqual([403, undefined])
  }
})

test('requests that other pages cause are rejected', async () => {
  const { server } = await startControl()
  for (const site of ['same-origin', 'none']) {
    expect(await statusOf(server.url, { 'sec-fetch-site': site })).toBe(200)
  }
  for (const site of ['cross-site', 'same-site', 'anything']) {
    expect(await errorOf(server.url, { 'sec-fetch-site': site })).toBe(otherSite)
  }
})

test('a request from elsewhere changes nothing', async () => {
  const { server, state } = await startControl({ scenarios: ['premium'] })
  const before = await state()
  const response = await sendRaw(`${server.url}/__mock/api/copy`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://attacker.example' },
    body: '["premium"]',
  })
  expect(response.status).toBe(403)
  expect(await state()).toEqual(before)
})

test('with remoteControl, every machine is accepted, but no other host name and no other web page', async () => {
  const { server } = await startControl({ remoteControl: true, baseUrl: 'http://mock:4500' })
  const access = { remoteControl: true, baseUrl: 'http://mock:4500' }
  const elsewhere = { remoteAddress: '192.168.1.7', headers: { host: '192.168.1.5:4500' } }
  expect(rejectionOf(elsewhere, '/__mock', access)).toBe(null)
  for (const host of ['192.168.1.5:4500', '[fe80::1]:4500', 'localhost:80', 'MOCK:4500']) {
    expect(await statusOf(server.url, { host }), host).toBe(200)
  }
  for (const host of ['attacker.example', '192.168.1.5.attacker.example', 'mock', ':4500']) {
    expect(await errorOf(server.url, { host })).toBe(otherRemoteHost)
  }
  const host = '192.168.1.5:4500'
  expect(await errorOf(server.url, { host, origin: 'http://attacker.example' })).toBe(otherOrigin)
  expect(await errorOf(server.url, { host, 'sec-fetch-site': 'cross-site' })).toBe(otherSite)
})

const statusOf = async (url: string, headers: Record<string, string>) =>
  (await sendRaw(`${url}/__mock/api/state`, { headers })).status

/** The error of every path. */
async function errorOf(url: string, headers: Record<string, string>): Promise<string> {
  const paths = ['/', '/__mock', '/__mock/page.js', '/__mock/api/state', '/__mock/api/nothing']
  const responses = await Promise.all(paths.map((path) => sendRaw(url + path, { headers })))
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  for (const { headers } of responses) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
  const [first, ...rest] = responses.map(({ body }) => body)
  expect(rest).toEqual([first, first, first, first])
  return JSON.parse(first ?? '').error
}
