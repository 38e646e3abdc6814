import { expect, test } from 'vitest'
import { delayedResponses, probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

type PhotoFeed = HTMLElementTagNameMap['photo-feed']

const pageRequests = (urls: readonly string[]) => urls.filter((url) => url.includes('/api/v1/me'))

test('equal feeds share their pages, whichever is removed, and reload() requests a new one', async () => {
  const responses = delayedResponses()
  const element = (limit: number) =>
    `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" page-size="${limit}" layout="tiles"></photo-feed>`
  const { page, requestUrls, errors } = await site.open(
    `${element(3).repeat(3)}${element(2)}${script}`,
    { prepare: responses.delay },
  )
  const feeds = page.locator('photo-feed')
  const counts = () =>
    feeds.evaluateAll((hosts) =>
      hosts.map((host) => host.shadowRoot?.querySelectorAll('li:not([aria-hidden])').length),
    )
  await feeds.first().locator('li').first().waitFor()
  await feeds.first().evaluate((host) => host.remove())
  responses.release()
  await expect.poll(counts).toEqual([3, 3, 2])
  expect(pageRequests(requestUrls)).toHaveLength(2)

  for (const index of [0, 1]) {
    await feeds.nth(index).getByRole('button', { name: texts.loadMore }).click()
    await expect.poll(async () => (await counts())[index]).toBe(6)
  }
  expect(pageRequests(requestUrls)).toHaveLength(3)

  await page.evaluate(() => {
    const feed = document.querySelector('photo-feed')?.cloneNode() as Element
    document.body.append(feed)
  })
  await expect.poll(counts).toEqual([6, 6, 2, 3])
  expect(pageRequests(requestUrls)).toHaveLength(3)
  await feeds.first().evaluate((host: PhotoFeed) => host.reload())
  await expect.poll(counts).toEqual([3, 6, 2, 3])
  expect(pageRequests(requestUrls)).toHaveLength(4)
  expect(errors).toEqual([])
})

test('a feed far below the fold waits until the visitor comes near', async () => {
  const { page, requestUrls } = await site.open(
    `<div style="height: 4000px"></div>
    <photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" page-size="3"></photo-feed>${script}`,
  )
  const feed = probe(page)
  await page.waitForFunction(() => customElements.get('photo-feed') !== undefined)
  // Frameworks set attributes after they have inserted the element.
  await feed.host.evaluate((element) => element.setAttribute('page-size', '2'))
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
  )
  expect(pageRequests(requestUrls)).toEqual([])
  await page.evaluate(() => scrollTo(0, 2500))
  await expect.poll(() => feed.cards.count()).toBe(2)
  expect(pageRequests(requestUrls)).toHaveLength(1)
})
