import { expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { type PhotoFeedRenderOptions, renderFeed } from '../src/entries/render.ts'
import { probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

/** Returns the element with its first page, as a server renders it. */
async function serve(scenario: string, pageSize = 6, options: PhotoFeedRenderOptions = {}) {
  const apiKey = site.mock.key(scenario)
  const feed = createFeed({ baseUrl: site.mock.url, apiKey })
  const page = await feed.me({ pageSize, include: ['children'], format: 'webp' })
  return `<photo-feed src="${site.mock.url}" api-key="${apiKey}" page-size="${pageSize}">${renderFeed(page, options)}</photo-feed>`
}

const requestsTo = (urls: readonly string[]) => urls.filter((url) => url.includes('/api/v1/me'))

test('pictures and links are there without a script', async () => {
  const { page } = await site.open(await serve('premium'), { javaScriptEnabled: false })
  expect(await page.locator('photo-feed').getByRole('link').count()).toBe(6)
  expect(await page.locator('photo-feed img').first().isVisible()).toBe(true)
  expect(
    await page.locator('photo-feed').getByRole('button', { name: texts.loadMore }).count(),
  ).toBe(0)
})

test('with a nonce, a policy may forbid other styles', async () => {
  const policy = "default-src 'self'; img-src * data:; style-src 'self' 'nonce-aB+1/=='"
  const { page, errors } = await site.open(await serve('premium', 6, { nonce: 'aB+1/==' }), {
    javaScriptEnabled: false,
    policy,
  })
  const list = page.locator('photo-feed').getByRole('list')
  expect(await list.evaluate((element) => getComputedStyle(element).display)).toBe('grid')
  expect(errors).toEqual([])
})

test('the element keeps them, and sends no request before "Load more"', async () => {
  const before = await site.open(await serve('premium'))
  const shown = (page: typeof before.page) =>
    page
      .locator('photo-feed')
      // The element measures pictures that a frame crops.
      .evaluate((element) => element.shadowRoot?.innerHTML.replaceAll(/ sizes="[^"]*"/g, ''))
  const markup = await shown(before.page)

  const { page, requestUrls } = await site.open((await serve('premium')) + script)
  const feed = probe(page)
  await page.waitForFunction(() => document.querySelector(':defined:is(photo-feed)') !== null)
  expect(await shown(page)).toBe(markup)
  expect(requestsTo(requestUrls)).toEqual([])

  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(12)
  expect(requestsTo(requestUrls)).toHaveLength(1)
  const links = await feed.host
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(links).size).toBe(12)
  await feed.button(texts.playVideo).first().click()
  await feed.videos.first().waitFor()
})

test('it is what the element renders itself', async () => {
  const { page } = await site.open(
    `${await serve('premium', 9)}<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" page-size="9"></photo-feed>${script}`,
  )
  await page.locator('photo-feed').nth(1).locator('li:not([aria-hidden])').first().waitFor()
  const [theirs, own] = await page.locator('photo-feed').evaluateAll((hosts) =>
    hosts.map((host) =>
      ['notice', 'cards', 'end'].map((id) =>
        // The element measures its pictures.
        host.shadowRoot?.getElementById(id)?.outerHTML.replaceAll(/ sizes="[^"]*"/g, ''),
      ),
    ),
  )
  expect(theirs).toEqual(own)
})

test('the element also keeps HTML that a script inserts', async () => {
  const { page, requestUrls } = await site.open(`<main></main>${script}`)
  await page.evaluate(
    (html) => {
      const main = document.querySelector('main')
      if (main) main.innerHTML = html
    },
    await serve('premium'),
  )
  const feed = probe(page)
  await feed.cards.first().waitFor()
  expect(await feed.cards.count()).toBe(6)
  expect(requestsTo(requestUrls)).toEqual([])
})

test('a tile replaces pictures that failed before the script ran', async () => {
  const { page } = await site.open(await serve('missing-image'))
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

test('the element replaces HTML that an older version rendered', async () => {
  const html = (await serve('premium')).replace('<div id="top"></div>', '')
  const { page, requestUrls, errors } = await site.open(html + script)
  const feed = probe(page)
  await expect.poll(() => requestsTo(requestUrls)).toHaveLength(1)
  await feed.settled()
  expect(await feed.cards.count()).toBe(6)
  expect(errors).toEqual([])
})

test('an attribute that changes later loads the feed again', async () => {
  const { page, requestUrls } = await site.open((await serve('premium')) + script)
  const feed = probe(page)
  await page.waitForFunction(() => document.querySelector(':defined:is(photo-feed)') !== null)
  await feed.host.evaluate((element) => element.setAttribute('page-size', '2'))
  await expect.poll(() => feed.cards.count()).toBe(2)
  expect(requestsTo(requestUrls)).toHaveLength(1)
})

test('its language and labels may come from the server, and further pages have those of the element', async () => {
  const apiKey = site.mock.key('premium')
  const first = await createFeed({ baseUrl: site.mock.url, apiKey }).me({
    pageSize: 2,
    type: 'IMAGE',
  })
  const inside = renderFeed(first, { lang: 'de', labels: { loadMore: 'Mehr' } })
  const { page, requestUrls } = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${apiKey}" page-size="2" type="IMAGE" lang="fr"
      labels='{"loadMore": "Plus"}'>${inside}</photo-feed>${script}`,
  )
  const feed = probe(page)
  await page.waitForFunction(() => document.querySelector(':defined:is(photo-feed)') !== null)
  // The element has no data of these posts to render them again.
  await feed.host.evaluate((element) => element.setAttribute('lang', 'pt-BR'))
  expect(requestsTo(requestUrls)).toEqual([])
  await feed.button('Mehr').click()
  await expect.poll(() => feed.cards.count()).toBe(4)
  expect(await feed.host.locator('time').allTextContents()).toEqual([
    ...Array(2).fill(expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/)),
    ...Array(2).fill(expect.stringMatching(/^\d+ de \p{L}+\. de \d{4}$/u)),
  ])
  expect(await feed.button('Plus').count()).toBe(1)
})
