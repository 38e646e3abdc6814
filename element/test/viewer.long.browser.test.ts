import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { engine } from '../../test-support/browser.ts'
import { renderFeed } from '../src/entries/render.ts'
import { probe, script, siteOfFile, texts } from './element-page.ts'
import { hashOf, openFeed, probeViewer } from './viewer-page.ts'

const site = await siteOfFile()

const first = 'Nobody said a word until the sun was up. Salt in the coffee, as usual.'
const album = 'Seven ridges, counted twice. Boots still drying.'

async function posts() {
  const { mock } = site
  return createFeed({ baseUrl: mock.url, apiKey: mock.key('premium') }).me({
    pageSize: 12,
    include: ['children'],
  })
}

/** Defines the element in a page whose address names a post. */
async function openWithAddress(page: Page, id = '') {
  await page.evaluate((id) => history.replaceState(null, '', `#photo=${id}`), id)
  await page.addScriptTag({ type: 'module', url: '/element.js' })
}

test('a click opens the post, and Escape returns to its card', async () => {
  const [post] = (await posts()).posts
  const { page, feed, viewer, errors } = await openFeed(site)
  await feed.cards.first().locator('a').click()
  await viewer.dialog.waitFor()
  expect(await viewer.status.textContent()).toBe(first)
  expect(await viewer.caption.textContent()).toBe(post?.caption)
  expect(await viewer.dialog.locator('time').textContent()).toBe('Nov 18, 2026')
  expect(await viewer.dialog.locator('[part=viewer-counts] span').allTextContents()).toEqual([
    '1,476 likes',
    '3 comments',
  ])
  expect(await viewer.link.getAttribute('href')).toBe(post?.permalink)
  expect(await hashOf(page)).toBe(`#photo=${post?.id}`)
  await page.keyboard.press('Escape')
  await viewer.closed()
  await expect.poll(() => hashOf(page)).toBe('')
  await expect.poll(() => feed.focusedPart()).toBe('link')
  expect(errors).toEqual([])
})

test('the page behind does not scroll or move, and can again afterwards', async () => {
  const { page, feed, viewer } = await openFeed(site, { viewport: { width: 800, height: 400 } })
  await page.evaluate(() => scrollTo(0, 100))
  const left = () => feed.cards.first().evaluate((card) => card.getBoundingClientRect().left)
  const before = await left()
  await feed.cards.nth(1).locator('a').dispatchEvent('click')
  await viewer.dialog.waitFor()
  await page.mouse.wheel(0, 300)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(await page.evaluate(() => scrollY)).toBe(100)
  expect(await left()).toBe(before)
  await viewer.button('Close').click()
  await viewer.closed()
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
})

test('Back closes the viewer, Forward opens it again', async () => {
  const { page, feed, viewer } = await openFeed(site, { attributes: 'page-size="3"' })
  await feed.cards.nth(1).locator('a').click()
  await viewer.dialog.waitFor()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(viewer.settled).toBe(first)
  await page.evaluate(() => history.back())
  await viewer.closed()
  expect(await hashOf(page)).toBe('')
  await page.evaluate(() => history.forward())
  await viewer.dialog.waitFor()
  expect(await viewer.status.textContent()).toBe(first)
})

test('an address with a post opens it, in one of two feeds', async () => {
  const [, post] = (await posts()).posts
  const feed = `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" open-in="viewer" page-size="3"></photo-feed>`
  const { page } = await site.open(`${feed}${feed}`)
  await openWithAddress(page, post?.id)
  const viewer = probeViewer(page)
  await viewer.dialog.waitFor()
  await expect.poll(viewer.settled).toBe(`${album}, 1 of 7`)
  await page.locator('photo-feed').nth(1).locator('li:not([aria-hidden])').nth(2).waitFor()
  expect(await viewer.dialog.count()).toBe(1)
  await viewer.button('Close').click()
  await viewer.closed()
  expect(await hashOf(page)).toBe('')
})

test('an address with an older post opens that post alone', async () => {
  const { mock } = site
  const all = createFeed({ baseUrl: mock.url, apiKey: mock.key('premium') }).posts()
  const post = (await all.toArray({ limit: 20 })).at(-1)
  const { page } = await site.open(
    `<photo-feed src="${mock.url}" api-key="${mock.key('premium')}" open-in="viewer" page-size="3"></photo-feed>`,
  )
  await openWithAddress(page, post?.id)
  const viewer = probeViewer(page)
  await viewer.dialog.waitFor()
  expect(await viewer.link.getAttribute('href')).toBe(post?.permalink)
  expect(await viewer.button(texts.nextPost).getAttribute('aria-disabled')).toBe('true')
  expect(await probe(page).cards.count()).toBe(3)
  // The visitor changes the address to that of a post of the feed, and goes back.
  const [first] = (await posts()).posts
  await page.evaluate((id) => {
    location.hash = `photo=${id}`
  }, first?.id)
  await expect.poll(() => viewer.link.getAttribute('href')).toBe(first?.permalink)
  expect(await viewer.button(texts.nextPost).getAttribute('aria-disabled')).toBe('false')
  await page.goBack()
  await expect.poll(() => viewer.link.getAttribute('href')).toBe(post?.permalink)
  expect(await viewer.dialog.count()).toBe(1)
  await page.keyboard.press('Escape')
  await viewer.closed()
})

test('arrow keys and buttons go through albums and posts, and load more', async () => {
  const { page, feed, viewer, errors } = await openFeed(site, { attributes: 'page-size="4"' })
  await feed.cards.first().locator('a').click()
  await viewer.dialog.waitFor()
  expect(await viewer.button('Previous').isVisible()).toBe(false)
  await page.keyboard.press('ArrowRight')
  await expect.poll(viewer.settled).toBe(`${album}, 1 of 7`)
  await viewer.button('Next').click()
  await expect.poll(viewer.settled).toBe(`${album}, 2 of 7`)
  await viewer.button('Previous').click()
  // The button is hidden now, and had the focus.
  await expect.poll(viewer.settled).toBe(`${album}, 1 of 7`)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(viewer.settled).toBe(first)
  expect(await viewer.button(texts.previousPost).getAttribute('aria-disabled')).toBe('true')
  await viewer.button(texts.nextPost).click()
  await page.keyboard.press('Shift+ArrowRight')
  const third = (await posts()).posts[2]
  expect(await hashOf(page)).toBe(`#photo=${third?.id}`)
  // The second page was loaded, since few posts were left.
  await expect.poll(() => feed.cards.count()).toBeGreaterThanOrEqual(8)
  for (const _ of [1, 2, 3]) await page.keyboard.press('Shift+ArrowRight')
  const sixth = (await posts()).posts[5]
  expect(await hashOf(page)).toBe(`#photo=${sixth?.id}`)
  expect(await viewer.caption.textContent()).toBe(sixth?.caption)
  await page.keyboard.press('Escape')
  await viewer.closed()
  // The focus is on the card of the post that was displayed last.
  await expect
    .poll(() =>
      feed.host.evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.getAttribute('href')),
    )
    .toBe(sixth?.permalink)
  expect(errors).toEqual([])
})

test('from right to left, the left arrow goes on', async () => {
  const { page, feed, viewer } = await openFeed(site, { attributes: 'lang="ar"' })
  await feed.cards.nth(1).locator('a').click()
  await viewer.dialog.waitFor()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(viewer.settled).toBe(`${album}, 2 من 7`)
  await page.setViewportSize({ width: 500, height: 700 })
  await expect.poll(viewer.settled).toBe(`${album}, 2 من 7`)
})

test.runIf(engine === 'chromium')('a swipe goes to the next item of an album', async () => {
  const { page, feed, viewer } = await openFeed(site, {
    viewport: { width: 390, height: 800 },
    hasTouch: true,
  })
  await feed.cards.nth(1).locator('a').tap()
  await viewer.dialog.waitFor()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: xs.map((x) => ({ x, y: 200 })),
    })
  await touch('touchStart', 330)
  for (let x = 310; x > 90; x -= 20) await touch('touchMove', x)
  await touch('touchEnd')
  await expect.poll(() => viewer.status.textContent()).toBe(`${album}, 2 of 7`)
  await expect.poll(viewer.settled).toBe(`${album}, 2 of 7`)
})

test('a click beside the picture closes, a click on it does not', async () => {
  const { page, feed, viewer } = await openFeed(site)
  await feed.cards.first().locator('a').click()
  await viewer.media.and(page.locator('[data-ready]')).click()
  expect(await viewer.dialog.isVisible()).toBe(true)
  await page.mouse.click(30, 60)
  await viewer.closed()
})

test('the picture after the current one is loaded already', async () => {
  const { feed, viewer, requestUrls } = await openFeed(site)
  await feed.cards.nth(1).locator('a').click()
  await viewer.dialog.waitFor()
  const next = viewer.dialog.locator('.slide').nth(2).locator('img[data-ready]')
  await next.waitFor({ state: 'attached' })
  const source = await next.evaluate((image: HTMLImageElement) => image.currentSrc)
  expect(requestUrls).toContain(source)
  expect(await viewer.dialog.locator('.slide').nth(3).locator('img').count()).toBe(0)
})

test('one video plays at a time, without sound until the visitor turns it on', async () => {
  const { page, viewer } = await openFeed(site, {
    before: `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" page-size="3"></photo-feed>`,
    attributes: 'id="viewed"',
  })
  const inCard = page.locator('photo-feed').first().locator('video')
  const isPaused = () => inCard.evaluate((video: HTMLVideoElement) => video.paused)
  await page.getByRole('button', { name: texts.playVideo }).first().click()
  await expect.poll(isPaused).toBe(false)
  await page.locator('#viewed li:not([aria-hidden])').nth(2).locator('a').click()
  await viewer.dialog.waitFor()
  const video = viewer.media
  const state = () => video.evaluate(({ paused, muted }: HTMLVideoElement) => ({ paused, muted }))
  await expect.poll(state).toEqual({ paused: false, muted: true })
  expect(await isPaused()).toBe(true)
  await video.evaluate((video: HTMLVideoElement) => {
    video.muted = false
  })
  await page.keyboard.press('ArrowLeft')
  await viewer.settled()
  const left = viewer.dialog.locator('video').first()
  expect(await left.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await state()).muted).toBe(false)
})

test.runIf(engine === 'chromium')(
  'with reduced motion nothing starts or slides by itself',
  async () => {
    const { page, feed, viewer } = await openFeed(site, { reducedMotion: 'reduce' })
    await feed.button(texts.playVideo).first().click()
    await viewer.dialog.waitFor()
    expect(await viewer.media.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
    await page.keyboard.press('ArrowRight')
    expect(await viewer.offset()).toBe(0)
  },
)

test('clicks with a modifier key open the post on the platform', async () => {
  const { page, feed, viewer } = await openFeed(site)
  const opened = page.context().waitForEvent('page')
  await feed.cards
    .first()
    .locator('a')
    .click({ modifiers: ['Control'] })
  await (await opened).close()
  expect(await viewer.dialog.count()).toBe(0)
})

test('a listener of photo-feed-open can cancel it, for links and videos', async () => {
  const { page, feed, viewer } = await openFeed(site, {
    before: `<script>
      window.opened = []
      addEventListener('photo-feed-open', (event) => {
        opened.push(event.detail.url)
        event.preventDefault()
      })
    </script>`,
  })
  await feed.cards.first().locator('a').click()
  await feed.button(texts.playVideo).first().click()
  const [first, , third] = (await posts()).posts
  expect(await page.evaluate(() => Reflect.get(window, 'opened'))).toEqual([
    first?.permalink,
    third?.permalink,
  ])
  expect(await viewer.dialog.count()).toBe(0)
  expect(await feed.videos.count()).toBe(0)
})

test('events report each post in the viewer, its video and its link', async () => {
  const { page, feed, viewer } = await openFeed(site, {
    before: `<script>
      window.events = []
      for (const name of ['photo-feed-open', 'photo-feed-play', 'photo-feed-link'])
        addEventListener(name, ({ detail }) => events.push([name, detail]))
      addEventListener('click', (event) => event.target.target === '_blank' && event.preventDefault())
    </script>`,
  })
  await feed.cards.first().locator('a').click()
  await viewer.dialog.waitFor()
  for (let count = 0; count < 2; count += 1) await viewer.button(texts.nextPost).click()
  const events = () => page.evaluate(() => Reflect.get(window, 'events'))
  const details = (await posts()).posts.map(({ id, permalink }) => ({ id, url: permalink }))
  const [first, second, video] = details
  const shown = [
    ['photo-feed-open', first],
    ['photo-feed-open', second],
    ['photo-feed-open', video],
    ['photo-feed-play', video],
  ]
  await expect.poll(events).toEqual(shown)
  await viewer.link.click()
  expect(await events()).toEqual([...shown, ['photo-feed-link', video]])
})

test('pictures of another host wait for consent in the viewer too', async () => {
  // Its media are on 127.0.0.1.
  const service = site.mock.url.replace('127.0.0.1', 'localhost')
  const key = site.mock.key('unstored-media')
  const { page, requestUrls } = await site.open(
    `<photo-feed src="${service}" api-key="${key}" open-in="viewer" consent="required"></photo-feed>${script}`,
  )
  const feed = probe(page)
  await feed.settled()
  await feed.cards.first().locator('a').click()
  const viewer = probeViewer(page)
  await viewer.dialog.locator('.slide:not([inert]) [part=missing]').waitFor()
  expect(requestUrls.filter((url) => url.startsWith(site.mock.url))).toEqual([])
  await viewer.button('Close').click()
  await viewer.closed()
  await feed.button(texts.showPhotos).click()
  await feed.cards.first().locator('a').click()
  await viewer.media.and(page.locator('[data-ready]')).waitFor()
})

test('links and videos work as before when the viewer cannot be loaded', async () => {
  const { page, feed } = await openFeed(site, {
    after: `<script type="module" src="${site.mock.url}/embed.js"></script>`,
    prepare: async (page) => {
      await page.route(/photo-feed\/viewer-\w{8}\.js/, (route) => route.abort())
      await page.route('https://photos.example/**', (route) => route.fulfill({ body: 'A post' }))
    },
  })
  await feed.button(texts.playVideo).first().click()
  await feed.videos.first().waitFor()
  await feed.cards.first().locator('a').click()
  await page.getByText('A post').waitFor()
  expect(page.url()).toBe((await posts()).posts[0]?.permalink)
})

test('posts that a server rendered open after one request', async () => {
  const page = await posts()
  const opened = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" open-in="viewer">${renderFeed(page)}</photo-feed>${script}`,
  )
  const viewer = probeViewer(opened.page)
  await opened.page.waitForFunction(() => customElements.get('photo-feed'))
  const requests = () => opened.requestUrls.filter((url) => url.includes('/api/v1/me')).length
  expect(requests()).toBe(0)
  await probe(opened.page).cards.nth(1).locator('a').click()
  await viewer.dialog.waitFor()
  await expect.poll(viewer.settled).toBe(`${album}, 1 of 7`)
  expect(requests()).toBe(1)
})

test('media that fails is replaced, and no unsafe address becomes a link', async () => {
  const response = await fetch(`${site.mock.url}/api/v1/me?api_key=${site.mock.key('free')}`)
  const json = await response.json()
  const [post] = json.posts
  json.posts = [
    {
      ...post,
      permalink: 'javascript:alert(1)',
      mediaUrl: 'javascript:alert(1)',
      sizes: undefined,
    },
    {
      ...post,
      id: '2',
      permalink: 'https://photos.example/p/2',
      mediaUrl: 'https://cdn.example/2.jpg',
    },
  ]
  const headers = { 'Access-Control-Allow-Origin': '*' }
  const { page, feed, viewer } = await openFeed(site, {
    prepare: async (page) => {
      await page.route('**/api/v1/me?*', (route) => route.fulfill({ json, headers }))
      await page.route('https://cdn.example/**', (route) => route.abort())
    },
  })
  await feed.cards.nth(1).locator('a').click()
  await viewer.dialog.locator('.slide:not([inert]) [part=missing]').waitFor()
  await page.keyboard.press('ArrowLeft')
  await viewer.settled()
  expect(await viewer.link.count()).toBe(0)
  expect(await viewer.media.getAttribute('aria-label')).toBe(await viewer.status.textContent())
})
