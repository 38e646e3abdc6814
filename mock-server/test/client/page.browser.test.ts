import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { browserOfFile } from '../../../test-support/browser.ts'
import type { connectMock } from '../../src/client.ts'
import { startMockServer } from '../../src/node.ts'

const browser = browserOfFile()

const html = `<!doctype html>
<script type="module">
  import { connectMock } from '/client.js'
  window.connectMock = connectMock
</script>`

/** Serves a page and the files of the build, without anything that resolves the names of packages. */
async function servePage(): Promise<string> {
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === '/') return response.setHeader('content-type', 'text/html').end(html)
    const body = await readFile(new URL(`../../dist${url}`, import.meta.url)).catch(() => null)
    response.setHeader('content-type', 'text/javascript').end(body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** Copies an account, publishes a post, breaks the responses, and returns what a reader gets. */
async function useMock(url: string): Promise<unknown[]> {
  const mock = await (window as never as { connectMock: typeof connectMock }).connectMock(url)
  const { name, apiKey } = await mock.copy('premium')
  const read = async () => {
    const response = await fetch(`${url}/api/v1/me?api_key=${apiKey}&page[size]=1`)
    return response.ok ? (await response.json()).posts[0].caption : response.status
  }
  await mock.posts(name).publish({ mediaType: 'IMAGE', caption: 'From a page' })
  await mock.fault(name, { status: 503, times: 1 })
  return [name, await read(), await read(), (await mock.requests()).for(name).length]
}

test('a page of another port of this machine controls the mock', async () => {
  const mock = await startMockServer()
  onTestFinished(() => mock.close())
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(await servePage())
  expect(await page.evaluate(useMock, mock.url)).toEqual(['premium-copy-1', 503, 'From a page', 2])
})
