import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../../test-support/accessibility.ts'
import { browserOfFile } from '../../test-support/browser.ts'
import { hurdles, overflow, walks } from '../../test-support/walk.ts'
import { type DemoServer, startDemo } from './support/demo-server.ts'

const browser = browserOfFile()
let demo: DemoServer
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo?.stop())

async function openReference() {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(demo.url) && !/^(data|blob):/.test(url)) problems.push(url)
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  await page.goto(`${demo.url}/docs/rest-api`)
  return { page, problems }
}

test('the code of the reference has the given key, and works', async () => {
  const { page } = await openReference()
  const key = demo.key('premium')
  await page.getByLabel('Your API key').fill(key)
  const command = await page.locator('#getRss .code').first().locator('code').innerText()
  expect(command).toContain(`api_key=${key}`)
  const [, address = '', parameter = ''] =
    /^curl --get '([^']+)' \\\n {2}--data-urlencode '([^']+)'$/.exec(command) ?? []
  expect((await fetch(`${address}?${parameter}`)).status).toBe(200)
  // A language that is chosen once is chosen everywhere.
  await page.locator('#getMe').getByRole('radio', { name: 'JavaScript' }).check()
  await page.locator('#getRss').getByText("import { rss } from '@photofeed/sdk/rss'").waitFor()
  await page.close()
})

test('the first screen is a request with its real response, and the menu follows the reader', async () => {
  const { page, problems } = await openReference()
  await page.setViewportSize({ width: 1280, height: 800 })
  const start = page.locator('#start')
  expect(await start.locator('.code-beside').innerText()).toContain('"hasMore"')
  await page.getByLabel('Your API key').fill(demo.key('premium'))
  await start.getByText('"harbour.and.hearth"').waitFor()
  expect(await start.locator('summary').innerText()).toBe('Response: 200')
  const { bottom } = await start
    .locator('.code-beside')
    .evaluate((box) => box.getBoundingClientRect())
  expect(bottom).toBeLessThan(800)
  await page.getByLabel('Your API key').fill('0'.repeat(64))
  await start.getByText('"INVALID_API_KEY"').waitFor()
  expect(await start.locator('summary').innerText()).toBe('Response: 401')
  const current = page.locator('.contents [aria-current]')
  expect(await current.allInnerTexts()).toEqual(['Introduction'])
  await page.locator('#getRss').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await expect.poll(() => current.allInnerTexts()).toEqual(['GET /api/v1/rss'])
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  await page.close()
})

test('the reference is accessible, and fits a phone', async () => {
  const { page } = await openReference()
  if (walks) expect(await hurdles(page)).toEqual([])
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
  }
  await page.close()
})
