import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SharedBrowser, shareChromium } from '../../test-support/chromium.ts'
import { type DemoServer, startDemo } from './support/demo-server.ts'

let demo: DemoServer
let browser: SharedBrowser

beforeAll(async () => {
  browser = await shareChromium()
  demo = await startDemo()
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

test('the API reference renders openapi.yaml and sends requests, to no other host', async () => {
  const page = await browser.newPage()
  const elsewhere: string[] = []
  const rejected: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(demo.url) && !/^(data|blob):/.test(url)) elsewhere.push(url)
  })
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) rejected.push(message.text())
  })
  await page.goto(`${demo.url}/docs/rest-api`)
  await page.getByRole('heading', { name: 'photofeed' }).waitFor()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.getByLabel('Value').fill(demo.key('premium'))
  await page.getByRole('button', { name: 'Apply credentials' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText("The account's profile with one page of its posts").click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  const response = page.waitForResponse(/\/api\/v1\/me/)
  await page.getByRole('button', { name: 'Execute' }).click()
  expect((await response).status()).toBe(200)
  expect(elsewhere).toEqual([])
  expect(rejected).toEqual([])
  await page.close()
})
