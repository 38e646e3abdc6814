import { expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { overflow } from '../../test-support/walk.ts'
import { type PhotoFeedRenderOptions, renderFeed } from '../src/entries/render.ts'
import { probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

async function openLayout(attributes: string, width: number, inside = '') {
  const opened = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" ${attributes}>${inside}</photo-feed>${script}`,
    { viewport: { width, height: 800 }, reducedMotion: 'reduce' },
  )
  const feed = probe(opened.page)
  await feed.settled()
  /** The boxes of the cards, in the order of the HTML. */
  const boxes = () =>
    feed.cards.evaluateAll((cards) =>
      cards.map((card) => {
        const { x, y, width, height } = card.getBoundingClientRect()
        return { x: Math.round(x), y: Math.round(y + scrollY), width: Math.round(width), height }
      }),
    )
  const columns = async () => new Set((await boxes()).map(({ x }) => x)).size
  return { ...opened, feed, boxes, columns }
}

test.each([
  ['layout="grid"', 1280, 3],
  ['layout="grid" columns="1 600:2 900:4"', 1280, 4],
  ['layout="grid" columns="1 600:2 900:4"', 899, 2],
  ['layout="tiles" columns="2 600:5"', 700, 5],
  ['layout="tiles"', 390, 3],
  ['layout="masonry"', 390, 2],
  ['layout="masonry" columns="2"', 1280, 2],
  ['layout="list"', 1280, 1],
])('%s is %i pixels wide in %i columns', async (attributes, width, count) => {
  const { columns, boxes, errors } = await openLayout(`${attributes} page-size="7"`, width)
  expect(await columns()).toBe(count)
  const right = Math.max(...(await boxes()).map((box) => box.x + box.width))
  expect(right).toBeLessThanOrEqual(width)
  expect(errors).toEqual([])
})

test.each(['grid', 'tiles', 'masonry', 'carousel', 'list'])(
  'a %s with every part does not make the page scroll sideways',
  async (layout) => {
    const { page, feed } = await openLayout(
      `layout="${layout}" theme="card" captions="below" show-profile counts`,
      320,
    )
    expect(await feed.cards.locator('[part=counts]').count()).toBeGreaterThan(0)
    expect(await overflow(page)).toBe(0)
  },
)

test('gap is the space between posts', async () => {
  const { boxes, feed } = await openLayout('layout="tiles" gap="10px" page-size="3"', 390)
  const [first, second] = await boxes()
  expect((second?.x ?? 0) - (first?.x ?? 0) - (first?.width ?? 0)).toBe(10)
  await feed.host.evaluate((element) => element.setAttribute('gap', '0'))
  await expect
    .poll(async () => (await boxes())[1]?.x)
    .toBe((first?.x ?? 0) + ((await boxes())[0]?.width ?? 0))
})

test('masonry keeps the ratios of the pictures, and places each post in the shortest column', async () => {
  const { boxes, feed } = await openLayout('layout="masonry" page-size="9"', 1280)
  await feed.pictureWidths()
  const frames = await feed.cards.evaluateAll((cards) =>
    cards.flatMap((card) => {
      const image = card.querySelector('img')
      const frame = card.querySelector('[part=frame]')
      const ratio = image && image.naturalWidth / image.naturalHeight
      const error = frame && ratio && Math.abs(frame.clientHeight - frame.clientWidth / ratio)
      return error === null || error === undefined ? [] : [Math.round(error)]
    }),
  )
  expect(frames).toEqual(Array(9).fill(0))
  const placed = await boxes()
  const bottoms = new Map<number, number>()
  for (const { x, y, height } of placed) {
    const isShortest = [...bottoms.values()].every((bottom) => y <= bottom + 18)
    expect(isShortest || bottoms.size < 3).toBe(true)
    expect(y).toBeGreaterThanOrEqual(Math.floor(bottoms.get(x) ?? 0))
    bottoms.set(x, y + height)
  }
  expect(new Set(placed.map(({ height }) => height)).size).toBeGreaterThan(1)
})

test('masonry raises no error where scroll bars take room', async () => {
  const { page } = await site.open(
    `<script>
      window.raised = []
      addEventListener('error', ({ message }) => raised.push(message))
    </script>
    <photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" layout="masonry"></photo-feed>${script}`,
  )
  const feed = probe(page)
  await feed.settled()
  await feed.pictureWidths()
  await page.setViewportSize({ width: 900, height: 700 })
  await expect.poll(() => feed.cards.first().evaluate((card) => card.style.gridArea)).not.toBe('')
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(await page.evaluate('raised')).toEqual([])
})

test('a feed becomes masonry later, and a change of columns leaves the cards as they are', async () => {
  const { boxes, columns, feed, page } = await openLayout('page-size="9"', 1280)
  await feed.host.evaluate((element) => element.setAttribute('layout', 'masonry'))
  await expect.poll(async () => new Set((await boxes()).map(({ y }) => y)).size).toBeGreaterThan(5)
  await feed.button(texts.playVideo).first().click()
  await feed.videos.first().waitFor()
  await feed.host.evaluate((element) => element.setAttribute('columns', '2'))
  await expect.poll(columns).toBe(2)
  await page.setViewportSize({ width: 300, height: 800 })
  await expect.poll(columns).toBe(1)
  expect(await feed.videos.count()).toBe(1)
})

test('more posts in masonry leave the page where it is scrolled to', async () => {
  const { feed, page, boxes } = await openLayout('layout="masonry" page-size="24"', 1280)
  await feed.button(texts.loadMore).scrollIntoViewIfNeeded()
  const before = await boxes()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(1000)
  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(48)
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  expect((await boxes()).slice(0, 24)).toEqual(before)
})

test('the buttons of the carousel scroll it, and are there only when it can scroll', async () => {
  const { feed } = await openLayout('layout="carousel" page-size="7"', 1280)
  const visible = () =>
    feed.cards.evaluateAll((cards) =>
      cards.flatMap((card, index) => {
        const { left, right } = card.getBoundingClientRect()
        return left >= 0 && right <= innerWidth ? [index] : []
      }),
    )
  const next = feed.button(texts.nextPost)
  expect(await visible()).toEqual([0, 1, 2])
  expect(await feed.button(texts.previousPost).count()).toBe(0)
  await next.click()
  await expect.poll(visible).toEqual([3, 4, 5])
  await next.press('Enter')
  await expect.poll(visible).toEqual([4, 5, 6])
  // The button that had the focus is gone at the end.
  await expect.poll(() => next.count()).toBe(0)
  expect(await feed.focusedPart()).toBe('previous')
  await feed.button(texts.previousPost).click()
  await expect.poll(visible).toEqual([1, 2, 3])
  await feed.host.evaluate((element) => element.setAttribute('layout', 'grid'))
  await expect.poll(() => feed.button(texts.previousPost).count()).toBe(0)
  expect(await visible()).toHaveLength(7)
})

test.each(['masonry', 'carousel', 'list', 'tiles'] as const)(
  'the HTML of a server is a %s before the script runs, and remains so',
  async (layout) => {
    const apiKey = site.mock.key('premium')
    const page = await createFeed({ baseUrl: site.mock.url, apiKey }).me({ pageSize: 7 })
    const options: PhotoFeedRenderOptions = { layout, columns: '2 900:4' }
    const body = `<photo-feed src="${site.mock.url}" api-key="${apiKey}" layout="${layout}" columns="2 900:4">${renderFeed(page, options)}</photo-feed>`
    const size = { viewport: { width: 1280, height: 800 } }
    const boxesOf = async ({ page }: Awaited<ReturnType<typeof site.open>>) => {
      await probe(page).pictureWidths()
      return page.locator('photo-feed li').evaluateAll((cards) =>
        cards.map((card) => {
          // To load every picture, the carousel was scrolled.
          card.parentElement?.scrollTo({ left: 0, behavior: 'instant' })
          const { x, width, height } = card.getBoundingClientRect()
          return [x, width, height]
        }),
      )
    }
    const withScript = await site.open(body + script, size)
    await withScript.page.waitForFunction(() => customElements.get('photo-feed') !== undefined)
    const before = await boxesOf(await site.open(body, size))
    expect(before).toHaveLength(7)
    expect(await boxesOf(withScript)).toEqual(before)
    expect(withScript.requestUrls.filter((url) => url.includes('/api/v1/me'))).toEqual([])
  },
)
