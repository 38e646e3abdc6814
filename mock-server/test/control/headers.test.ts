import { expect, test } from 'vitest'
import { startControl } from './control-server.ts'
import { sendRaw } from './raw-request.ts'

/** With pictures of the address that responses name. */
const sharedOf = (url: string) => ({
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' ${url}; media-src 'self' ${url}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
})
const connection = { date: expect.any(String), connection: 'close' }

const types: Record<string, string> = {
  '/': 'text/html; charset=utf-8',
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
      ...sharedOf(server.url),
      ...connection,
      'content-type': type,
      'content-length': String(Buffer.byteLength(get.body)),
    })
    const head = await sendRaw(server.url + path, { method: 'HEAD' })
    expect(head).toEqual({ status: 200, headers: { ...get.headers, ...connection }, body: '' })
  })
}

test('a response without a body has the same protection', async () => {
  const { server } = await startControl()
  const response = await sendRaw(`${server.url}/__mock/api/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[]',
  })
  expect(response).toEqual({
    status: 204,
    headers: { ...sharedOf(server.url), ...connection },
    body: '',
  })
})
