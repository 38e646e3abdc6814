import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { violations } from '../../test-support/accessibility.ts'
import { renderFeed } from '../src/entries/render.ts'
import { probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

/** Its media are on 127.0.0.1, which is another host. */
const service = () => site.mock.url.replace('127.0.0.1', 'localhost')

const listener = `<script>
  document.addEventListener('photo-feed-consent', ({ target }) => { window.granted = target.localName })
</script>`

test.each(['rendered by the element', 'rendered by a server'])(
  'pictures of another host wait for consent, %s',
  async (by) => {
    const key = site.mock.key('unstored-media')
    const options = { consent: 'required', showProfile: true, src: service() } as const
    const page = await createFeed({ baseUrl: service(), apiKey: key }).me({ pageSize: 3 })
    const inside = by.endsWith('server') ? renderFeed(page, options) : ''
    const opened = await site.open(
      `${listener}<main><h1>A site</h1><photo-feed src="${service()}" api-key="${key}" page-size="3" show-profile consent="required">${inside}</photo-feed></main>${script}`,
    )
    const feed = probe(opened.page)
    await feed.settled()
    const media = () => opened.requestUrls.filter((url) => url.startsWith(site.mock.url))
    expect(await feed.host.locator('[part=consent] p').innerText()).toContain(
      `${texts.consent} ${new URL(site.mock.url).host},`,
    )
    expect(await feed.cards.locator('[part=missing]').count()).toBe(3)
    expect(await violations(opened.page)).toEqual([])
    expect(media()).toEqual([])
    await feed.button(texts.showPhotos).press('Enter')
    await expect.poll(() => feed.host.locator('[part=image]').count()).toBe(3)
    expect((await feed.pictureWidths()).filter((width) => width === 0)).toEqual([])
    expect(await feed.host.locator('[part=consent]').count()).toBe(0)
    expect(await feed.focusedPart()).toMatch(/^(list|link)$/)
    expect(await feed.host.locator('img[part=avatar]').count()).toBe(1)
    expect(await feed.host.getAttribute('consent')).toBe('granted')
    expect(await opened.page.evaluate(() => (window as { granted?: string }).granted)).toBe(
      'photo-feed',
    )
    expect(media()).toHaveLength(4)
    expect(opened.errors).toEqual([])
  },
)

/** The service on the host of the page, behind a proxy at `/photos`. */
async function proxyService(page: Page) {
  await page.route('**/photos/**', async (route) => {
    const { origin, pathname, search } = new URL(route.request().url())
    const response = await fetch(`${site.mock.url}${pathname.replace('/photos', '')}${search}`)
    const isJson = response.headers.get('content-type')?.includes('json')
    const body = isJson
      ? (await response.text()).replaceAll(site.mock.url, `${origin}/photos`)
      : Buffer.from(await response.arrayBuffer())
    const headers = Object.fromEntries(response.headers)
    await route.fulfill({ status: response.status, headers, body })
  })
}

test.each([
  ['/photos', ''],
  ['photos/', ''],
  ['photos', '<base href="/a/../">'],
  ['/photos', 'rendered by a server'],
])('pictures of a service at the relative address %s need no consent, %s', async (src, how) => {
  const apiKey = site.mock.key('unstored-media')
  const options = { consent: 'required', showProfile: true, src } as const
  const page = await createFeed({ baseUrl: site.mock.url, apiKey }).me({ pageSize: 3 })
  const isServed = how.endsWith('server')
  const opened = await site.open(
    `${isServed ? '' : how}<photo-feed src="${src}" api-key="${apiKey}" page-size="3" show-profile
      consent="required">${isServed ? renderFeed(page, options) : ''}</photo-feed>${script}`,
    { prepare: proxyService },
  )
  const feed = probe(opened.page)
  await expect.poll(() => feed.cards.locator('[part=image]').count()).toBe(3)
  expect(await feed.host.locator('img[part=avatar]').count()).toBe(1)
  expect(await feed.host.locator('[part=consent]').count()).toBe(0)
  expect(opened.errors).toEqual([])
})
