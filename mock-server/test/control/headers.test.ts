import { expect, test } from 'vitest'
import { startControl } from './control-server.ts'
import { sendRaw } from './raw-request.ts'

const shared = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}
const connection = { date: expect.any(String), connection: 'close' }

const types: Record<string, string> = {
  '/__mock': 'text/html; charset=utf-8',
  '/__mock/': 'text/html; charset=utf-8',
  '/__mock/page.js': 'text/javascript; charset=utf-8',
  '/__mock/icon.svg': 'image/svg+xml',
  '/__mock/api/state': 'application/json',
}

for (const [path, type] of Object.entries(types)) {
  test(`${path} is not cached, framed or readable by other origins`, async () => {
    const { server } = await startControl({ scenarios: ['premium'] })
    const get = await sendRaw(server.url + path)
    expect(get.status).toBe(200)
    expect(get.headers).toEqual({
      ...shared,
      ...connection,
      'content-type': type,
      'content-length': String(Buffer.byteLength(get.body)),
    })
    const head = await sendRaw(server.url + path, { method: 'HEAD' })
    expect(head).toEqual({ status: 200, headers: { ...get.headers, ...connection }, body: '' })
  })
}

test('the frame can be shown by pages of this machine, and the script be loaded by any page', async () => {
  const { server } = await startControl({ scenarios: ['premium'] })
  const elsewhere = (dest: string) => ({
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest },
  })
  const frame = await sendRaw(`${server.url}/__mock/frame`, elsewhere('iframe'))
  expect(frame.status).toBe(200)
  expect(frame.headers).toMatchObject({
    ...shared,
    'content-security-policy': shared['content-security-policy'].replace(
      "frame-ancestors 'none'",
      'frame-ancestors http://localhost:* http://127.0.0.1:*',
    ),
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
  })
  const script = await sendRaw(`${server.url}/__mock/panel.js`, elsewhere('script'))
  expect(script.status).toBe(200)
  expect(script.headers).toMatchObject({
    ...shared,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  })
  const crossOrigin = {
    origin: 'http://localhost:5173',
    'sec-fetch-site': 'same-site',
    'sec-fetch-dest': 'script',
  }
  const module = await sendRaw(`${server.url}/__mock/panel.js`, { headers: crossOrigin })
  expect(module.status).toBe(200)
  // Neither as anything else, nor anything else in the same way.
  for (const [path, dest] of [
    ['frame', 'document'],
    ['frame', 'script'],
    ['panel.js', 'empty'],
    ['page.js', 'script'],
    ['api/state', 'script'],
    ['', 'iframe'],
  ] as const) {
    expect((await sendRaw(`${server.url}/__mock/${path}`, elsewhere(dest))).status).toBe(403)
  }
})

test('a response without a body has the same protection', async () => {
  const { server } = await startControl()
  const response = await sendRaw(`${server.url}/__mock/api/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(response).toEqual({ status: 204, headers: { ...shared, ...connection }, body: '' })
})
