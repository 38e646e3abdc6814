import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/index.ts'
import { violations } from '../../test-support/accessibility.ts'
import { renderFeed } from '../src/render.ts'
import { probe, type Site, script, startSite } from './element-page.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

/** Its media are on 127.0.0.1, which is another host. */
const service = () => site.mock.url.replace('127.0.0.1', 'localhost')

const listener = `<script>
  document.addEventListener('feed-consent', ({ target }) => { window.granted = target.localName })
</script>`

test.each(['rendered by the element', 'rendered by a server'])(
  'pictures of another host wait for consent, %s',
  async (by) => {
    const key = site.mock.key('unstored-media')
    const options = { consent: 'required', header: true, src: service() } as const
    const page = await createFeed({ baseUrl: service(), apiKey: key }).me({ pageSize: 3 })
    const inside = by.endsWith('server') ? renderFeed(page, options) : ''
    const opened = await site.open(
      `${listener}<main><h1>A site</h1><photo-feed src="${service()}" key="${key}" limit="3" header consent="required">${inside}</photo-feed></main>${script}`,
    )
    const feed = probe(opened.page)
    await feed.settled()
    const media = () => opened.requestUrls.filter((url) => url.startsWith(site.mock.url))
    expect(await feed.host.locator('[part=consent] p').innerText()).toBe(
      `These photos are on ${new URL(site.mock.url).host}, which sees your IP address when you load them.`,
    )
    expect(await feed.cards.locator('[part=missing]').count()).toBe(3)
    expect(await violations(opened.page)).toEqual([])
    expect(media()).toEqual([])
    await feed.button('Show photos').press('Enter')
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
