import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../testing/chromium.ts'
import { setFault, transition } from '../mock-control.ts'
import { pictureWidths } from '../picture-widths.ts'
import { type StartedExample, startExample } from '../started-example.ts'

let example: StartedExample
let browser: Browser
let page: Page

beforeAll(async () => {
  example = await startExample('react')
  browser = await launchChromium()
})
afterEach(async () => {
  await page?.close()
  await setFault(example.mock, 'premium', null)
})
afterAll(async () => {
  await browser?.close()
  await example?.stop()
})

/** A page that loads more as it is scrolled, or, without an observer, only when asked to. */
async function open({ observer = true, media = true } = {}) {
  page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  if (!observer) await page.addInitScript('delete window.IntersectionObserver')
  if (!media) await page.route('**/media/**', (route) => route.abort())
  await page.goto(example.page)
}

const cards = () => page.locator('.posts > li:not(.skeleton)')
/** Resolves when all posts are there; each page of them, which come one after another, has its own time. */
async function wholeFeed(scroll = async () => {}) {
  let shown = 0
  while (shown < 264) {
    await expect
      .poll(async () => {
        await scroll()
        return cards().count()
      })
      .toBeGreaterThan(shown)
    shown = await cards().count()
  }
  expect(shown).toBe(264)
}
const loadedPictures = async () =>
  (await pictureWidths(page.locator('.posts img'))).filter((width) => width > 0).length
const loadMore = () => page.getByRole('button', { name: 'Load more' })

test('scrolling loads the whole feed, each post once and with its picture', async () => {
  await open()
  await wholeFeed(() => page.mouse.wheel(0, 20_000))
  const links = await page
    .locator('.posts a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(links).size).toBe(264)
  await expect.poll(() => page.getByRole('button').count()).toBe(0)
  // One post is a video without a poster.
  expect(await loadedPictures()).toBe(263)
  expect(await page.locator('.posts .missing').count()).toBe(1)
})

test('of what the observer tells at once, the last counts', async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(tell: IntersectionObserverCallback) {
        super((entries, observer) => {
          const [entry] = entries
          if (!entry) return
          const { boundingClientRect, target } = entry
          const seen = { boundingClientRect, target } as IntersectionObserverEntry
          tell(
            [
              { ...seen, isIntersecting: false },
              { ...seen, isIntersecting: true },
            ],
            observer,
          )
        })
      }
    }
  })
  await page.goto(example.page)
  await wholeFeed()
})

test('the button loads more where nothing tells of scrolling', async () => {
  await open({ observer: false })
  await expect.poll(() => cards().count()).toBe(12)
  expect(await loadedPictures()).toBe(12)
  await loadMore().click()
  await expect.poll(() => cards().count()).toBe(24)
  expect(await loadedPictures()).toBe(24)
})

test('an error offers to try again, at first and after some posts', async () => {
  await setFault(example.mock, 'premium', 'server-error')
  await open({ observer: false })
  const alert = page.getByRole('alert')
  await alert.getByText('The posts could not be loaded').waitFor()
  expect(await cards().count()).toBe(0)
  await setFault(example.mock, 'premium', null)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => cards().count()).toBe(12)

  await setFault(example.mock, 'premium', 'server-error')
  await loadMore().click()
  await alert.waitFor()
  expect(await cards().count()).toBe(12)
  await setFault(example.mock, 'premium', null)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => cards().count()).toBe(24)
  expect(await alert.count()).toBe(0)
})

test('a tile stands for each picture that does not come', async () => {
  await open({ observer: false, media: false })
  await cards().first().waitFor()
  await page.locator('.posts img').evaluateAll((images) => {
    for (const image of images as HTMLImageElement[]) image.loading = 'eager'
  })
  await expect.poll(() => page.locator('.posts .missing').count()).toBe(12)
  expect(await page.locator('.posts img').count()).toBe(0)
})

test('a broken connection is told above the posts', async () => {
  await transition(example.mock, 'premium', 'expire')
  await open({ observer: false })
  await page.getByRole('status').getByText('this feed has stopped updating').waitFor()
  expect(await cards().count()).toBe(12)
  await transition(example.mock, 'premium', 'reconnect')
})
