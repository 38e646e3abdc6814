import { expect, onTestFinished, test } from 'vitest'
import { RawClient } from '../support/raw-client.ts'
import { app, platformWorld } from './platform-world.ts'

const owner = '17851400000000012'

/** Sends the form of the authorize page with these headers, and `{host}` for the emulator's host. */
async function respondWith(headers: Record<string, string>) {
  const { emulator } = await platformWorld()
  const { host } = new URL(emulator.url)
  const raw = new RawClient(emulator.url)
  onTestFinished(() => raw.close())
  const lines = Object.entries({ Host: host, ...headers }).map(
    ([name, value]) => `${name}: ${value.replace('{host}', host)}\r\n`,
  )
  const query = new URLSearchParams({
    ...{ client_id: app.clientId, redirect_uri: app.redirectUri, response_type: 'code' },
    scope: 'instagram_business_basic',
  })
  const body = new URLSearchParams({ decision: 'allow', user: owner }).toString()
  return raw.send(
    `POST /www/oauth/authorize?${query} HTTP/1.1\r\n${lines.join('')}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

test.each([
  [{}, 303],
  [{ Origin: 'http://{host}' }, 303],
  [{ Origin: 'http://feeds.example', 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ Origin: 'http://elsewhere.example' }, 403],
  [{ Origin: 'https://{host}' }, 403],
  [{ Origin: 'null' }, 403],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  [{ 'Sec-Fetch-Site': 'none' }, 303],
  [{ Host: 'rebound.example' }, 403],
  [{ Host: 'localhost' }, 303],
])('access that is allowed with %j has the response %i', async (headers, status) => {
  const response = await respondWith(headers as Record<string, string>)
  expect(response?.status).toBe(status)
  expect(response?.headers.has('Location')).toBe(status === 303)
})

test.each([
  { body: 'x'.repeat(17_000) },
  { body: new Blob(['x']).stream(), duplex: 'half' } as RequestInit,
])('a body that is too large, or does not say how large it is', async (init) => {
  const { emulator } = await platformWorld()
  for (const path of ['/www/oauth/authorize', '/api/oauth/access_token']) {
    const body = init.body instanceof ReadableStream ? new Blob(['x']).stream() : init.body
    const response = await fetch(emulator.url + path, {
      ...init,
      body: body ?? null,
      method: 'POST',
    })
    expect(response.status).toBe(413)
  }
})
