import { expect, test } from 'vitest'
import { openPlayground, send, shownBody } from './opened-playground.ts'
import { owned } from './page-server.ts'
import { pagesInChromium } from './pages-in-chromium.ts'

const pages = pagesInChromium()
const open = (fragment?: string) => openPlayground(pages, fragment)

const key = owned[0]?.apiKey ?? ''

test('the form is kept in the address, without the key', async () => {
  const page = await open()
  await page.getByLabel('filter[type]').selectOption('VIDEO')
  await page.getByLabel('children').check()
  await page.getByLabel('page[size]').fill('4')
  const address = await page.evaluate(() => location.href)
  expect(address).toBe(
    `${pages.url}/playground#/api/v1/me?page%5Bsize%5D=4&filter%5Btype%5D=VIDEO&include%5B%5D=children`,
  )
  const shared = await open(new URL(address).hash)
  expect(await shared.getByLabel('filter[type]').inputValue()).toBe('VIDEO')
  expect(await shared.getByLabel('children').isChecked()).toBe(true)
  expect(await shared.getByLabel('page[size]').inputValue()).toBe('4')
  await shared.getByRole('button', { name: 'Reset the form' }).click()
  await expect.poll(() => shared.evaluate(() => location.hash)).toBe('#/api/v1/me')
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(kept).toBe('[{},{}]')
})

test('a shared value that the contract does not know is sent all the same', async () => {
  const page = await open('#/api/v1/me?sort=newest')
  await send(page, 422)
  expect(await page.locator('.refused code').first().textContent()).toBe('sort')
})

test('the key is nowhere on the screen until it is revealed', async () => {
  const page = await open('#/api/v1/rss')
  await page.getByText('This endpoint has none.').waitFor()
  await send(page, 200)
  const text = () => page.locator('main').innerText()
  await page.getByText('As curl and as SDK code').click()
  expect(await text()).not.toContain(key)
  expect(await shownBody(page)).toMatch(/^<\?xml .*\n<rss .*\n {2}<channel>\n {4}<title>/)
  await page.getByRole('button', { name: 'Show the key' }).click()
  expect((await text()).split(key)).toHaveLength(4)
  await page.getByRole('button', { name: 'Show the key' }).click()
  expect(await text()).not.toContain(key)
})
