import { expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { renderFeed } from '../src/entries/render.ts'
import { probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

type PhotoFeed = HTMLElementTagNameMap['photo-feed']

async function openFeed(attributes: string, inside = '') {
  const opened = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" ${attributes}>${inside}</photo-feed>
    <p>What follows</p>${script}`,
  )
  const feed = probe(opened.page)
  await feed.settled()
  return { ...opened, feed }
}

const pageRequests = (urls: readonly string[]) =>
  urls
    .filter((url) => url.includes('/api/v1/me'))
    .map((url) => Number(new URL(url).searchParams.get('page[size]')))

test('the profile is displayed, with a link to it', async () => {
  const { feed, page, errors } = await openFeed(
    'show-profile page-size="2" lang="de" target="_blank"',
  )
  const header = feed.host.locator('[part=header]')
  expect(await header.locator('[part=name]').innerText()).toBe('Harbour & Hearth')
  expect(await header.locator('[part=stats]').innerText()).toMatch(
    /^\d+ Beiträge\s*[\d.]+.Follower$/,
  )
  const link = feed.host.getByRole('link', { name: 'Folgen' })
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/photos\.example\/[\w.]+\/$/)
  expect(await link.getAttribute('target')).toBe('_blank')
  await feed.button('Mehr laden').click()
  await expect.poll(() => feed.cards.count()).toBe(4)
  expect(await header.count()).toBe(1)
  await feed.host.evaluate((element) => element.removeAttribute('show-profile'))
  await expect.poll(() => header.count()).toBe(0)
  await page.close()
  expect(errors).toEqual([])
})

test('the profile and the numbers are those that a server renders', async () => {
  const apiKey = site.mock.key('premium')
  const first = await createFeed({ baseUrl: site.mock.url, apiKey }).me({
    pageSize: 4,
    include: ['children'],
    format: 'webp',
  })
  const inside = renderFeed(first, { showProfile: true, counts: true })
  const { page } = await openFeed('show-profile counts page-size="4"', inside)
  const html = () =>
    probe(page).host.evaluate((element) =>
      ['show-profile', 'cards'].map((id) =>
        element.shadowRoot?.getElementById(id)?.outerHTML.replaceAll(/ sizes="[^"]*"/g, ''),
      ),
    )
  const served = await html()
  const response = page.waitForResponse('**/api/v1/me?*')
  await probe(page).host.evaluate((element: PhotoFeed) => element.reload())
  await response
  await probe(page).settled()
  await expect.poll(html).toEqual(served)
})

test('captions appear over the picture, on hover or always', async () => {
  const { feed } = await openFeed('captions="hover" page-size="3"')
  const text = feed.cards.first().locator('[part=text]')
  const frame = await feed.cards.first().locator('[part=frame]').boundingBox()
  const opacity = () => text.evaluate((element) => getComputedStyle(element).opacity)
  const card = await feed.cards.first().boundingBox()
  expect(card?.height).toBeCloseTo(frame?.height ?? 0, 1)
  expect(await opacity()).toBe('0')
  await feed.cards.first().hover()
  await expect.poll(opacity).toBe('1')
  await feed.host.evaluate((element) => element.setAttribute('captions', 'over'))
  await feed.cards.nth(1).hover()
  await expect.poll(opacity).toBe('1')
  await feed.host.evaluate((element) => element.setAttribute('captions', 'none'))
  await expect.poll(() => text.count()).toBe(0)
})

test('load-more="scroll" loads further pages near their end, until max', async () => {
  const { feed, page, requestUrls } = await openFeed('load-more="scroll" page-size="24" limit="60"')
  expect(await feed.cards.count()).toBe(24)
  for (const count of [48, 60]) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => feed.cards.count()).toBe(count)
  }
  expect(await feed.button(texts.loadMore).count()).toBe(0)
  expect(pageRequests(requestUrls)).toEqual([24, 24, 12])
})

test('load-more="none" displays one page, and max requests no more posts than it displays', async () => {
  const { feed, requestUrls } = await openFeed('load-more="none" limit="5"')
  expect(await feed.cards.count()).toBe(5)
  expect(await feed.host.getByRole('button', { name: texts.loadMore }).count()).toBe(0)
  expect(pageRequests(requestUrls)).toEqual([5])
  await feed.host.evaluate((element) => element.setAttribute('limit', '500'))
  await expect.poll(() => feed.cards.count()).toBe(12)
  expect(await feed.button(texts.loadMore).count()).toBe(0)
})
