import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { violations } from '../../test-support/accessibility.ts'
import { engine } from '../../test-support/browser.ts'
import { renderFeed } from '../src/entries/render.ts'
import { type OpenOptions, probe, script, siteOfFile } from './element-page.ts'

const site = await siteOfFile()

async function readAlbum() {
  const feed = createFeed({ baseUrl: site.mock.url, apiKey: site.mock.key('premium') })
  const { posts } = await feed.me({ pageSize: 12, include: ['children'] })
  const index = posts.findIndex(({ children = [] }) => children.length > 2)
  return { index, total: posts[index]?.children?.length ?? 0, post: posts[index] }
}

async function open(attributes: string, options: OpenOptions = {}, content = '') {
  const opened = await site.open(
    `<main><h1>A site</h1><photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" ${attributes}>${content}</photo-feed></main>${script}`,
    options,
  )
  const feed = probe(opened.page)
  await feed.settled()
  const { index, ...album } = await readAlbum()
  const card = feed.cards.nth(index)
  const picture = card.getByRole('img').first()
  const alt = (await picture.getAttribute('alt')) ?? (await picture.getAttribute('aria-label'))
  const button = (name: string) =>
    card.getByRole('button', { name: `${name}: ${alt}`, exact: true })
  return {
    ...opened,
    ...album,
    feed,
    card,
    previous: button('Previous'),
    next: button('Next'),
    source: () => card.locator('[part=frame] img').evaluate((image: HTMLImageElement) => image.src),
    mark: () => card.locator('[part=mark]').textContent(),
    link: card.locator('a'),
  }
}

test('the buttons browse an album in its card, and the link remains', async () => {
  const { page, feed, card, previous, next, source, mark, total, errors } = await open('albums')
  expect(await next.count()).toBe(0)
  const before = await source()
  await card.hover()
  await next.waitFor()
  expect(await previous.count()).toBe(0)
  await next.click()
  await expect.poll(mark).toBe(`Album, ${total} items2/${total}`)
  expect(await source()).not.toBe(before)
  expect(await feed.status.textContent()).toMatch(new RegExp(`, 2 of ${total}$`))
  await previous.click()
  await expect.poll(source).toBe(before)
  expect(page.url()).not.toContain('#photo')
  expect(errors).toEqual([])
})

test('the last picture has no next one, and the focus stays in the card', async () => {
  const { page, card, previous, next, link, mark, total } = await open('albums')
  await link.focus()
  await next.waitFor()
  await page.keyboard.press('Tab')
  for (let position = 2; position <= total; position++) {
    await page.keyboard.press('Enter')
    await expect.poll(mark).toContain(`${position}/${total}`)
  }
  expect(await next.count()).toBe(0)
  expect(await previous.evaluate((button) => button.matches(':focus'))).toBe(true)
  expect(await card.locator('img, [part=missing]').count()).toBe(1)
})

test.runIf(engine === 'chromium').each([
  ['ltr', 300, 200],
  ['rtl', 200, 300],
])('a swipe browses an album, %s', async (dir, from, to) => {
  const { page, card, mark, source, total } = await open(
    `albums dir="${dir}" columns="1" style="width: 390px"`,
    {
      hasTouch: true,
    },
  )
  const before = await source()
  await swipe(page, card, from, to)
  await expect.poll(mark).toContain(`2/${total}`)
  await swipe(page, card, to, from)
  await expect.poll(source).toBe(before)
  expect(page.url()).toMatch(/\/\d+$/)
})

async function swipe(page: Page, card: ReturnType<Page['locator']>, from: number, to: number) {
  await card.scrollIntoViewIfNeeded()
  const box = await card.boundingBox()
  const y = (box?.y ?? 0) + 100
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
    })
  await send('touchStart', from)
  await send('touchMove', (from + to) / 2)
  await send('touchMove', to)
  await send('touchEnd')
}

test('without the attribute there are no buttons, and with the viewer they do not open it', async () => {
  const { card, next, mark, total, feed } = await open('albums open-in="viewer"')
  await card.hover()
  await next.click()
  await expect.poll(mark).toContain(`2/${total}`)
  expect(await feed.host.locator('dialog').count()).toBe(0)
  const plain = await open('')
  await plain.card.hover()
  await plain.page.waitForTimeout(100)
  expect(await plain.next.count()).toBe(0)
})

test('pictures of other hosts wait for consent', async () => {
  const { card, next, mark, total, requestUrls } = await open('albums consent="required"', {
    prepare: (page) =>
      page.route('**/api/v1/me?*', async (route) => {
        const response = await route.fetch()
        const text = await response.text()
        const body = JSON.parse(text.replaceAll(site.mock.url, 'http://cdn.example'))
        for (const post of body.posts) for (const child of post.children ?? []) delete child.sizes
        await route.fulfill({ response, json: body })
      }),
  })
  const requests = requestUrls.length
  await card.hover()
  await next.click()
  await expect.poll(mark).toContain(`2/${total}`)
  expect(await card.locator('[part=missing]').count()).toBe(1)
  // Scrolling to the card loads pictures of posts, which the service stores in sizes.
  const isSized = (url: string) => /\/media\/\d+\//.test(url)
  expect(requestUrls.slice(requests).filter((url) => !isSized(url))).toEqual([])
})

test.each(['grid', 'list', 'masonry', 'tiles'])(
  'the buttons are on the picture of a %s, also one that a server rendered',
  async (layout) => {
    const { index } = await readAlbum()
    const feed = createFeed({ baseUrl: site.mock.url, apiKey: site.mock.key('premium') })
    const page = await feed.me({ pageSize: 12, include: ['children'] })
    const content = renderFeed(page, { layout: layout as 'grid' })
    const { card, next } = await open(`albums layout="${layout}" theme="card"`, {}, content)
    expect(index).toBeGreaterThan(-1)
    await card.hover()
    const frame = await card.locator('[part=frame]').boundingBox()
    const button = await next.boundingBox()
    if (!frame || !button) throw new Error('The button is not displayed.')
    const right = frame.x + frame.width - (button.x + button.width)
    const middle = Math.abs(frame.y + frame.height / 2 - (button.y + button.height / 2))
    expect([Math.round(right), Math.round(middle)]).toEqual([6, 0])
    expect(await violations(card.page())).toEqual([])
  },
)
