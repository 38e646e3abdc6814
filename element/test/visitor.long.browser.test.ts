import { expect, test } from 'vitest'
import { engine } from '../../test-support/browser.ts'
import { delayedResponses, probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

async function openScenario(scenario: string, attributes = '') {
  const { name, apiKey } = site.mock.copy(scenario)
  const opened = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${apiKey}" ${attributes}></photo-feed>
    <button>After the feed</button>${script}`,
  )
  const feed = probe(opened.page)
  await feed.settled()
  return { ...opened, feed, name }
}

test('loads more to the end, with the focus on the first new post', async () => {
  const { page, feed, requestUrls } = await openScenario('page-boundary', 'page-size="40"')
  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(80)
  expect(await feed.status.textContent()).toBe('40 more posts, 80 in all.')
  const focused = await feed.host.evaluate((element) => {
    const { activeElement } = element.shadowRoot as ShadowRoot
    return [...(element.shadowRoot?.querySelectorAll('li') ?? [])].findIndex((card) =>
      card.contains(activeElement),
    )
  })
  expect(focused).toBe(40)
  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(100)
  expect(await feed.button(texts.loadMore).count()).toBe(0)
  const links = await feed.host
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(links).size).toBe(100)
  expect(requestUrls.filter((url) => url.includes('/api/v1/me'))).toHaveLength(3)
  await page.close()
})

test('a second press while it loads does nothing', async () => {
  const { page, feed, requestUrls } = await openScenario('premium', 'page-size="3"')
  const responses = delayedResponses()
  await responses.delay(page)
  await feed.button(texts.loadMore).click()
  const busy = feed.button(texts.loading)
  expect(await busy.getAttribute('aria-disabled')).toBe('true')
  expect(await feed.status.textContent()).toBe(texts.loadingPosts)
  await busy.press('Enter')
  expect(await feed.focusedPart()).toBe('button')
  responses.release()
  await expect.poll(() => feed.cards.count()).toBe(6)
  expect(requestUrls.filter((url) => url.includes('/api/v1/me'))).toHaveLength(2)
})

test('keeps the posts when more fail to load, and continues after a retry', async () => {
  const { feed, name } = await openScenario('premium', 'page-size="3"')
  site.mock.fault(name, 'server-error')
  await feed.button(texts.loadMore).press('Enter')
  await feed.message.getByText(texts.errorMore).waitFor()
  expect(await feed.cards.count()).toBe(3)
  expect(await feed.focusedPart()).toBe('button')
  site.mock.fault(name, null)
  await feed.button(texts.tryAgain).press('Enter')
  await expect.poll(() => feed.cards.count()).toBe(6)
  expect(await feed.message.count()).toBe(0)
})

test('Tab visits every card and leaves the element, with a visible focus', async () => {
  const { page, feed } = await openScenario('premium', 'page-size="4"')
  const visited: (string | null)[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const part = await feed.focusedPart()
    if (part === null) break
    visited.push(part)
    const ring = await feed.host.evaluate((element) => {
      const focused = element.shadowRoot?.activeElement as Element
      const boxes = [focused, focused.closest('[part=frame]')].filter((box) => box !== null)
      return boxes.some((box) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(box)
        return outlineStyle !== 'none' && outlineWidth !== '0px'
      })
    })
    expect(ring, part).toBe(true)
  }
  expect(visited).toEqual(['link', 'link', 'play', 'link', 'link', 'button'])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('After the feed')
})

test('a video plays in place, and its file is not requested before', async () => {
  const { feed, requestUrls } = await openScenario('premium')
  const play = feed.button(texts.playVideo).first()
  expect(requestUrls.filter((url) => url.endsWith('.mp4'))).toEqual([])
  const name = await play.getAttribute('aria-label')
  await play.press('Enter')
  const video = feed.videos.first()
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0)
  expect(await feed.focusedPart()).toBe('video')
  const { poster, ...others } = await video.evaluate(
    ({ controls, playsInline, preload, poster }: HTMLVideoElement) => ({
      ...{ controls, preload, poster },
      // Firefox has no such property: it always plays in place.
      playsInline: playsInline ?? true,
    }),
  )
  expect(others).toEqual({ controls: true, playsInline: true, preload: 'none' })
  expect(poster).toMatch(/\.webp$/)
  expect(`${texts.playVideo} ${await video.getAttribute('aria-label')}`).toBe(name)
})

test('a video pauses when another one starts, in whichever feed', async () => {
  const { page, feed } = await openScenario('premium', 'page-size="3"')
  await page.evaluate(() => {
    document.body.append(document.querySelector('photo-feed')?.cloneNode() as Element)
  })
  const videos = page.locator('photo-feed video')
  const paused = () =>
    videos.evaluateAll((elements) => (elements as HTMLVideoElement[]).map(({ paused }) => paused))
  await feed.host.first().getByRole('button', { name: texts.playVideo }).first().click()
  await expect.poll(paused).toEqual([false])
  await feed.host.nth(1).getByRole('button', { name: texts.playVideo }).first().click()
  await expect.poll(paused).toEqual([true, false])
})

test('a video that is played before its picture has loaded has its poster too', async () => {
  const { page } = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}"></photo-feed>${script}`,
    { prepare: (page) => page.route('**/*.webp', () => {}) },
  )
  const feed = probe(page)
  await feed.button(texts.playVideo).first().click()
  expect(await feed.videos.first().getAttribute('poster')).toMatch(/\.webp$/)
})

test('a tile replaces a video that fails to load', async () => {
  const { page, feed } = await openScenario('premium')
  await page.route('**/*.mp4', (route) => route.fulfill({ status: 404 }))
  await feed.button(texts.playVideo).first().click()
  await feed.host.locator('[part=missing]').waitFor()
  expect(await feed.videos.count()).toBe(0)
})

test('changed attributes cause one request, without mixing feeds', async () => {
  const { page, feed, requestUrls } = await openScenario('premium', 'page-size="3" owner-notice')
  const other = site.mock.copy('invalid-token')
  await feed.host.evaluate((element, key) => {
    element.setAttribute('page-size', '5')
    element.setAttribute('api-key', key)
  }, other.apiKey)
  await feed.notice.waitFor()
  expect(await feed.cards.count()).toBe(5)
  const requests = requestUrls.filter((url) => url.includes('/api/v1/me'))
  expect(requests).toHaveLength(2)
  expect(requests[1]).toContain(`page%5Bsize%5D=5`)
  expect(requests[1]).toContain(other.apiKey)

  const columns = () =>
    feed.host
      .getByRole('list')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
  expect(await columns()).toBe(3)
  await feed.host.evaluate((element) => element.setAttribute('columns', '5'))
  expect(await columns()).toBe(5)
  await page.setViewportSize({ width: 380, height: 800 })
  expect(await columns()).toBe(2)
  expect(requestUrls.filter((url) => url.includes('/api/v1/me'))).toHaveLength(2)
})

test('the key may be named api-key, which no framework reserves', async () => {
  const { page } = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('free')}"></photo-feed>${script}`,
  )
  const feed = probe(page)
  await feed.settled()
  expect(await feed.cards.count()).toBe(6)
})

test.runIf(engine === 'chromium')(
  'removing the element aborts the request, inserting it sends another',
  async () => {
    const responses = delayedResponses()
    const { page } = await site.open(
      `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}"></photo-feed>${script}`,
      { prepare: responses.delay },
    )
    const feed = probe(page)
    await feed.skeleton.first().waitFor()
    const failed = page.waitForEvent('requestfailed')
    await page.evaluate(() => {
      const host = document.querySelector('photo-feed') as HTMLElement
      Object.assign(window, { host, errors: [] })
      host.addEventListener('photo-feed-error', () =>
        Object.assign(window, { errors: ['photo-feed-error'] }),
      )
      host.remove()
    })
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED')
    await page.evaluate(() => {
      const { host } = window as unknown as { host: HTMLElement }
      document.body.append(host)
    })
    responses.release()
    await feed.settled()
    expect(await feed.cards.count()).toBe(12)
    expect(await page.evaluate(() => (window as unknown as { errors: string[] }).errors)).toEqual(
      [],
    )
  },
)

test('keeps its posts when it is moved within the page', async () => {
  const { page, feed, requestUrls } = await openScenario('premium', 'page-size="3"')
  await page.evaluate(() => document.body.append(document.querySelector('photo-feed') as Element))
  expect(await feed.cards.count()).toBe(3)
  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(6)
  expect(requestUrls.filter((url) => url.includes('/api/v1/me'))).toHaveLength(2)
})

test('reload() requests the feed again', async () => {
  const { feed, name } = await openScenario('premium', 'page-size="3" owner-notice')
  site.mock.transition(name, 'expire')
  await feed.host.evaluate((element) => (element as HTMLElementTagNameMap['photo-feed']).reload())
  await feed.notice.waitFor()
  expect(await feed.cards.count()).toBe(3)
})

test('causes no warning of the mock', () => {
  site.mock.verify()
})
