import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { signRequest } from '../../emulator/platform-state.ts'
import { app } from '../platform/platform-world.ts'
import { start } from '../support/commands.ts'

const settings = [
  '--platform-client-id',
  app.clientId,
  '--platform-client-secret',
  app.clientSecret,
]

/** The responses of `start` to the platform. */
async function started(...args: string[]) {
  const server = await start('--data', join(await tempFolder(), 'data'), ...args)
  const emulated = { ...app, redirectUris: [] }
  const body = new URLSearchParams({ signed_request: signRequest(emulated, '9284', Date.now()) })
  const { url } = server
  return {
    url,
    post: (path: string) => fetch(`${url}/platform/${path}`, { method: 'POST', body }),
  }
}

test('a server with an app on the platform handles its callbacks', async () => {
  const { url, post } = await started(...settings)
  expect((await post('deauthorize')).status).toBe(200)
  const response = (await (await post('delete-data')).json()) as { url: string }
  expect(response.url).toMatch(new RegExp(`^${url}/platform/deletions/[0-9a-f]{32}$`))
  const page = await fetch(response.url)
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('<h1>Nothing is stored about you</h1>'),
  ])
  expect(page.headers.get('Cache-Control')).toBe('no-store')
  expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
})

test('a server without an app has no callbacks', async () => {
  const { url, post } = await started()
  expect((await post('deauthorize')).status).toBe(404)
  expect((await post('delete-data')).status).toBe(404)
  expect((await fetch(`${url}/platform/deletions/${'0'.repeat(32)}`)).status).toBe(404)
})
