import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type SharedBrowser, shareBrowser } from '../../../test-support/browser.ts'
import { createMock } from '../../src/index.ts'

const baseUrl = 'https://photofeed.test'
let browser: SharedBrowser
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser?.close())

test('responds to a page through page.route, as in the README', async () => {
  const mock = createMock({ baseUrl })
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.route('https://app.test/', (route) => route.fulfill({ contentType: 'text/html' }))
  await page.route(`${baseUrl}/**`, async (route) => {
    const request = route.request()
    const init = {
      method: request.method(),
      headers: request.headers(),
      body: request.postData(),
    }
    const response = await mock.fetch(request.url(), init).catch(() => null)
    if (!response) return route.abort()
    const { status, headers } = response
    const body = Buffer.from(await response.arrayBuffer())
    await route.fulfill({ status, headers: Object.fromEntries(headers), body })
  })
  await page.goto('https://app.test/')
  const read = (url: string) =>
    page.evaluate(async (url) => {
      const { posts } = await (await fetch(url)).json()
      const image = new Image()
      image.src = posts[0].sizes['320']
      await image.decode()
      return [posts.length, image.naturalWidth]
    }, url)
  const me = (name: string) => `${baseUrl}/api/v1/me?api_key=${mock.key(name)}&page[size]=3`
  expect(await read(me('premium'))).toEqual([3, 320])
  await expect(read(me('network-error'))).rejects.toThrow('Failed to fetch')
  mock.verify()
})
