import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { renderFeed } from '../src/entries/render.ts'
import { delayedResponses, probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

/** Observes from before the first paint. */
const observer = `<script>
  const shifts = []
  const note = (entries) => {
    for (const { value, sources, hadRecentInput } of entries)
      if (!hadRecentInput) shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80))])
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.shiftsSoFar = () => {
    note(observer.takeRecords())
    return shifts
  }
</script>`

/** Before it is defined the element has no height, so what follows is hidden until then. */
const follower = `<style>photo-feed:not(:defined) ~ p { display: none }</style><p>What follows</p>`

/** Resolves when the page's current state has been painted. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )

async function shiftsOf(page: Page) {
  await painted(page)
  return page.evaluate(() => (window as unknown as { shiftsSoFar(): unknown[] }).shiftsSoFar())
}

test.each([
  [1280, 6],
  [600, 4],
  [380, 2],
])('nothing moves while posts and pictures arrive, %i pixels wide', async (width, limit) => {
  const responses = delayedResponses()
  const { page } = await site.open(
    `${observer}<h1>A site</h1>
    <photo-feed src="${site.mock.url}" api-key="${site.mock.key('free')}" page-size="${limit}"></photo-feed>
    ${follower}${script}`,
    { viewport: { width, height: 1400 }, prepare: responses.delay },
  )
  const feed = probe(page)
  await feed.skeleton.first().waitFor()
  await painted(page)
  responses.release()
  await feed.settled()
  expect((await feed.pictureWidths()).filter((width) => width === 0)).toEqual([])
  const boxes = await feed.cards
    .locator('[part=frame]')
    .evaluateAll((frames) => frames.map((frame) => frame.clientHeight / frame.clientWidth))
  expect(boxes).toEqual(Array(limit).fill(1))
  expect(await shiftsOf(page)).toEqual([])
})

test.each([
  ['grid', 1280],
  ['grid', 390],
  ['tiles', 390],
  ['carousel', 390],
  ['list', 390],
])(
  'nothing moves below a %s whose show-profile has room for the biography, %i pixels wide',
  async (layout, width) => {
    const responses = delayedResponses()
    const { page } = await site.open(
      `${observer}<h1>A site</h1>
    <photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" page-size="12" layout="${layout}" show-profile></photo-feed>
    <style>photo-feed::part(header) { min-height: 14rem }</style>
    ${follower}${script}`,
      { viewport: { width, height: 6000 }, prepare: responses.delay },
    )
    const feed = probe(page)
    await feed.skeleton.first().waitFor()
    await painted(page)
    responses.release()
    await feed.settled()
    await feed.pictureWidths()
    expect(await shiftsOf(page)).toEqual([])
  },
)

test.each([
  ['free', 'grid', 'Free has 6 of 12 posts'],
  ['empty', 'grid', 'there are none'],
  ['importing', 'tiles', 'the first import runs'],
  ['unknown', 'grid', 'the key is wrong'],
  ['unknown', 'list', 'the key is wrong'],
  ['free', 'masonry', 'pictures have heights of their own'],
])('what follows the feed of %s (%s) does not move: %s', async (name, layout) => {
  const responses = delayedResponses()
  const key = name === 'unknown' ? 'f'.repeat(64) : site.mock.key(name as 'free')
  const { page } = await site.open(
    `${observer}<h1>A site</h1>
    <photo-feed src="${site.mock.url}" api-key="${key}" layout="${layout}" style="width: 300px; --photo-feed-min-column: 3rem"></photo-feed>
    ${follower}${script}`,
    { viewport: { width: 1280, height: 1400 }, prepare: responses.delay },
  )
  const feed = probe(page)
  await feed.skeleton.first().waitFor()
  await painted(page)
  responses.release()
  await feed.settled()
  await feed.pictureWidths()
  expect(await shiftsOf(page)).toEqual([])
})

test('nothing moves when more posts arrive late', async () => {
  const responses = delayedResponses('cursor')
  const { page } = await site.open(
    `${observer}<h1>A site</h1>
    <photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" page-size="8" style="--photo-feed-min-column: 3rem" columns="4"></photo-feed>
    ${follower}${script}`,
    { viewport: { width: 700, height: 1800 }, prepare: responses.delay },
  )
  const feed = probe(page)
  await feed.settled()
  await feed.pictureWidths()
  await feed.button(texts.loadMore).click()
  expect(await feed.skeleton.count()).toBe(8)
  // A movement this long after an input is unexpected to a visitor, and counts.
  await page.waitForTimeout(700)
  responses.release()
  await feed.cards.nth(15).waitFor()
  await feed.pictureWidths()
  expect(await feed.skeleton.count()).toBe(0)
  expect(await shiftsOf(page)).toEqual([])
})

test('nothing moves when a server rendered the first page', async () => {
  const apiKey = site.mock.key('free')
  const feed = createFeed({ baseUrl: site.mock.url, apiKey })
  const inside = renderFeed(await feed.me({ include: ['children'], format: 'webp' }))
  const { page } = await site.open(
    `${observer}<h1>A site</h1>
    <photo-feed src="${site.mock.url}" api-key="${apiKey}" page-size="6">${inside}</photo-feed>
    <p>What follows</p>${script}`,
    { viewport: { width: 1280, height: 1400 } },
  )
  await page.waitForFunction(() => customElements.get('photo-feed') !== undefined)
  expect(await probe(page).pictureWidths()).toHaveLength(6)
  expect(await shiftsOf(page)).toEqual([])
})

test('the observer sees a shift', async () => {
  const { page } = await site.open(`${observer}<p>One</p><p>Two</p>`)
  await painted(page)
  await page.evaluate(() => {
    const box = Object.assign(document.createElement('div'), { style: 'height: 200px' })
    document.body.prepend(box)
  })
  expect(await shiftsOf(page)).toHaveLength(1)
})

test.each([
  ['no-preference', 'breathe', '0.25s'],
  ['reduce', 'none', '0s'],
] as const)('motion for those who prefer %s', async (reducedMotion, animation, transition) => {
  const responses = delayedResponses()
  const { page } = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}"></photo-feed>${script}`,
    { reducedMotion, prepare: responses.delay },
  )
  const feed = probe(page)
  const box = feed.skeleton.first().locator('[part=frame]')
  expect(await box.evaluate((element) => getComputedStyle(element).animationName)).toBe(animation)
  responses.release()
  await feed.settled()
  const image = feed.host.locator('img').first()
  expect(await image.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe(
    transition,
  )
})

test.each(['empty', 'regenerated'])(
  'the space that was reserved for the posts of %s is given back out of sight, and nothing moves',
  async (scenario) => {
    const { page } = await site.open(
      `${observer}<photo-feed src="${site.mock.url}" api-key="${site.mock.key(scenario)}"></photo-feed>
      ${script}${follower}<div style="height: 4000px"></div>`,
    )
    const { host, message } = probe(page)
    await message.waitFor()
    await painted(page)
    const heightOf = () => host.evaluate((element) => (element as HTMLElement).offsetHeight)
    const topOf = (scroll: boolean) =>
      page.evaluate((scroll) => {
        // In the task of the first look: the space is given back after it.
        if (scroll) scrollTo(0, 2500)
        return document.querySelector('body > p')?.getBoundingClientRect().top ?? 0
      }, scroll)
    expect(await heightOf()).toBeGreaterThan(500)
    const top = await topOf(true)
    await expect.poll(heightOf).toBeLessThan(150)
    await painted(page)
    expect(await topOf(false)).toBeCloseTo(top, 0)
    expect(await shiftsOf(page)).toEqual([])
  },
)
