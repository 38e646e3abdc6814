import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderFeed } from '../../src/element/index.ts'
import { createFeed } from '../../src/index.ts'
import { type Site, script, startSite } from './element-page.ts'
import { probe } from './feed-probe.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

/** The element as a server writes it, with its first page inside. */
async function served(scenario: string, pageSize = 6) {
  const apiKey = site.mock.key(scenario)
  const feed = createFeed({ baseUrl: site.mock.url, apiKey })
  const page = await feed.me({ pageSize, include: ['children'], format: 'webp' })
  return `<photo-feed src="${site.mock.url}" key="${apiKey}" limit="${pageSize}">${renderFeed(page)}</photo-feed>`
}

const requestsTo = (asked: readonly string[]) => asked.filter((url) => url.includes('/api/v1/me'))

test('pictures and links are there without a script', async () => {
  const { page } = await site.open(await served('premium'), { javaScriptEnabled: false })
  expect(await page.locator('photo-feed').getByRole('link').count()).toBe(6)
  expect(await page.locator('photo-feed img').first().isVisible()).toBe(true)
  expect(await page.locator('photo-feed').getByRole('button', { name: 'Load more' }).count()).toBe(
    0,
  )
})

test('the element takes them over as they are, and asks only when asked', async () => {
  const before = await site.open(await served('premium'))
  const shown = (page: typeof before.page) =>
    page.locator('photo-feed').evaluate((element) => element.shadowRoot?.innerHTML)
  const markup = await shown(before.page)

  const { page, asked } = await site.open((await served('premium')) + script)
  const feed = probe(page)
  await page.waitForFunction(() => document.querySelector(':defined:is(photo-feed)') !== null)
  expect(await shown(page)).toBe(markup)
  expect(requestsTo(asked)).toEqual([])

  await feed.button('Load more').click()
  await expect.poll(() => feed.cards.count()).toBe(12)
  expect(requestsTo(asked)).toHaveLength(1)
  const links = await feed.host
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(links).size).toBe(12)
  await feed.button('Play video:').first().click()
  await feed.videos.first().waitFor()
})

test('it is what the element would have made itself', async () => {
  const { page } = await site.open(
    `${await served('premium', 9)}<photo-feed src="${site.mock.url}" key="${site.mock.key('premium')}" limit="9"></photo-feed>${script}`,
  )
  await page.locator('photo-feed').nth(1).locator('li:not([aria-hidden])').first().waitFor()
  const [theirs, own] = await page
    .locator('photo-feed')
    .evaluateAll((hosts) =>
      hosts.map((host) =>
        ['notice', 'cards', 'end'].map((id) => host.shadowRoot?.getElementById(id)?.outerHTML),
      ),
    )
  expect(theirs).toEqual(own)
})

test('markup that a script inserts is taken over too', async () => {
  const { page, asked } = await site.open(`<main></main>${script}`)
  await page.evaluate(
    (html) => {
      const main = document.querySelector('main')
      if (main) main.innerHTML = html
    },
    await served('premium'),
  )
  const feed = probe(page)
  await feed.cards.first().waitFor()
  expect(await feed.cards.count()).toBe(6)
  expect(requestsTo(asked)).toEqual([])
})

test('pictures that failed before the script came get their tile', async () => {
  const { page } = await site.open(await served('missing-image'))
  const feed = probe(page)
  await page.waitForFunction(() =>
    [...(document.querySelector('photo-feed')?.shadowRoot?.querySelectorAll('img') ?? [])].every(
      (image) => image.complete,
    ),
  )
  expect(await feed.host.locator('[part=missing]').count()).toBe(0)
  await page.addScriptTag({ type: 'module', url: '/element.js' })
  await expect.poll(() => feed.host.locator('[part=missing]').count()).toBe(6)
})

test('an attribute that changes later loads anew', async () => {
  const { page, asked } = await site.open((await served('premium')) + script)
  const feed = probe(page)
  await page.waitForFunction(() => document.querySelector(':defined:is(photo-feed)') !== null)
  await feed.host.evaluate((element) => element.setAttribute('limit', '2'))
  await expect.poll(() => feed.cards.count()).toBe(2)
  expect(requestsTo(asked)).toHaveLength(1)
})
