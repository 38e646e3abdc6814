import { expect, test } from 'vitest'
import { coveredFocus, violations } from '../../../test-support/accessibility.ts'
import { overflow } from '../../../test-support/walk.ts'
import { owned } from './page-server.ts'
import { pagesInChromium } from './pages.ts'

const pages = pagesInChromium()

async function openEditor(width = 1280) {
  const page = await pages.tab()
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`${pages.url}/editor`)
  const feed = page.locator('photo-feed')
  await feed.locator('li img').nth(5).waitFor()
  return { page, feed, code: page.getByRole('region', { name: 'Code to paste' }) }
}

test('an owner changes the feed by its own posts, and copies the code of each place', async () => {
  const { page, feed, code } = await openEditor()
  expect(await code.innerText()).toContain(`api-key="${owned[0]?.apiKey}" limit="9"`)

  await page.getByLabel('Layout', { exact: true }).selectOption('tiles')
  await page.getByLabel('Columns', { exact: true }).press('ArrowUp')
  await expect.poll(() => feed.evaluate((host) => host.getAttribute('layout'))).toBe('tiles')
  await page.getByText('Style', { exact: true }).click()
  await page.getByLabel('Text', { exact: true }).fill('#ff0000')
  await page.getByRole('radio', { name: 'WordPress' }).check()
  const text = await code.innerText()
  expect(text).toMatch(/^<!-- wp:html -->\n<script async src="http:\/\/.+\/embed.js"><\/script>\n/)
  expect(text).toContain(
    'data-limit="9" data-columns="2 600:4" style="display: flow-root; color: #ff0000"',
  )
  expect(await feed.evaluate((host) => getComputedStyle(host).color)).toBe('rgb(255, 0, 0)')
  await page.getByRole('button', { name: 'Text: as on your page' }).click()
  expect(await code.innerText()).not.toContain('color')

  await page.getByRole('button', { name: 'Reset everything' }).click()
  await expect.poll(() => code.innerText()).not.toContain('tiles')
  await page.getByLabel('Account').selectOption({ index: 1 })
  await expect.poll(() => code.innerText()).toContain(`"${owned[1]?.apiKey}" data-limit="6"`)
})

test('posts are hidden and pinned with the keyboard, and shown again', async () => {
  const { page, feed, code } = await openEditor()
  const id = await feed.locator('li').first().getAttribute('data-post')
  await page.getByRole('radio', { name: 'Hides it' }).check()
  await feed.getByRole('link').first().press('Enter')
  expect(await code.innerText()).toContain(`hide="${id}"`)
  await expect.poll(() => feed.locator(`[data-post="${id}"]`).count()).toBe(0)
  await page.getByRole('button', { name: /^Show again: / }).press('Enter')
  expect(await code.innerText()).not.toContain('hide')
  await page.getByRole('radio', { name: 'Pins it' }).check()
  const pinned = feed.locator('li', { hasText: 'Three kinds of apples' })
  await pinned.click()
  expect(await code.innerText()).toContain('pin="')
  await expect.poll(() => feed.locator('li').first().innerText()).toContain('Three kinds of apples')
})

test('a preview is as wide as a phone, a tablet and a desktop, and fits its place', async () => {
  const { page, feed } = await openEditor(390)
  for (const [name, width] of Object.entries({ Phone: 390, Tablet: 768, Desktop: 1280 })) {
    await page.getByRole('radio', { name }).check()
    expect(await feed.evaluate((host) => host.parentElement?.offsetWidth)).toBe(width)
    expect((await page.locator('.editor-page').boundingBox())?.width).toBeLessThan(390)
  }
})

test.each([1280, 390])('axe has no complaint, %i pixels wide', async (width) => {
  const { page } = await openEditor(width)
  for (const name of ['Content', 'Behavior', 'Style', 'Layout']) {
    await page.getByText(name, { exact: true }).first().click()
    expect(await violations(page)).toEqual([])
  }
  expect(await overflow(page)).toBe(0)
  expect(await coveredFocus(page, 40)).toEqual([])
})
