import { expect, test } from 'vitest'
import { rejectionOf } from '../../src/standalone/control/protection.ts'
import { startControl } from './control-server.ts'
import { sendRaw } from './raw-request.ts'

const notLoopback =
  'The control page answers this machine only: open it on the machine that the mock runs on.'
const otherHost =
  'The control page does not answer to this host name: open it as localhost, 127.0.0.1 or [::1].'
const otherOrigin =
  'The control page answers no other web page: send this request from the control page, or from outside a browser.'
const otherSite =
  'The control page cannot be reached from another web page: type its address into the browser.'

const fromHere = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:4500' } }

test('only addresses of this machine reach it', () => {
  const rejection = (remoteAddress: string | undefined) =>
    rejectionOf({ ...fromHere, remoteAddress }, '/__mock')
  const near = ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '::FFFF:127.1.2.3']
  const far = [
    '192.168.1.7',
    '10.0.0.1',
    '0.0.0.0',
    '128.0.0.1',
    '1127.0.0.1',
    '127.0.0.1.9',
    '::',
    '::2',
    'fe80::1',
    '2001:db8::1',
    '::ffff:10.0.0.1',
    '',
    undefined,
  ]
  expect(near.map(rejection)).toEqual(near.map(() => null))
  expect(far.map(rejection)).toEqual(far.map(() => notLoopback))
})

test('only host names of this machine are answered to', async () => {
  const { server } = await startControl()
  const { port } = new URL(server.url)
  const near = ['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '[::1]']
  for (const name of near) {
    const headers = { host: `${name}:${port}` }
    expect((await sendRaw(`${server.url}/__mock/api/state`, { headers })).status).toBe(200)
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
    const headers = { host: `${name}:${port}` }
    expect(await refused(server.url, headers)).toEqual(otherHost)
  }
})

test('only the control page’s own origin is answered', async () => {
  const { server } = await startControl()
  const { host, port } = new URL(server.url)
  const own = { host, origin: `http://${host}` }
  expect((await sendRaw(`${server.url}/__mock/api/state`, { headers: own })).status).toBe(200)
  const others = [
    'https://attacker.example',
    'http://127.0.0.1:1',
    'http://127.0.0.1',
    `http://localhost:${port}`,
    `https://${host}`,
    'null',
    '',
  ]
  for (const origin of others) expect(await refused(server.url, { host, origin })).toBe(otherOrigin)
})

test('no other page may even make a browser ask', async () => {
  const { server } = await startControl()
  for (const site of ['same-origin', 'none']) {
    const headers = { 'sec-fetch-site': site }
    expect((await sendRaw(`${server.url}/__mock/api/state`, { headers })).status).toBe(200)
  }
  for (const site of ['cross-site', 'same-site', 'anything']) {
    expect(await refused(server.url, { 'sec-fetch-site': site })).toBe(otherSite)
  }
})

test('a request from elsewhere changes nothing', async () => {
  const { server, state } = await startControl({ scenarios: ['premium'] })
  const before = await state()
  const answer = await sendRaw(`${server.url}/__mock/api/copies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://attacker.example' },
    body: '{"scenario":"premium"}',
  })
  expect(answer.status).toBe(403)
  expect(await state()).toEqual(before)
})

/** The sentence with which every path is refused. */
async function refused(url: string, headers: Record<string, string>): Promise<string> {
  const paths = ['/__mock', '/__mock/page.js', '/__mock/api/state', '/__mock/api/nothing']
  const answers = await Promise.all(paths.map((path) => sendRaw(url + path, { headers })))
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  for (const { headers } of answers) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
  const [first, ...rest] = answers.map(({ body }) => body)
  expect(rest).toEqual([first, first, first])
  return JSON.parse(first ?? '').error
}
