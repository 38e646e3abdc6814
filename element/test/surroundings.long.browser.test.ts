import { expect, test } from 'vitest'
import { engine } from '../../test-support/browser.ts'
import { overflow } from '../../test-support/walk.ts'
import { type OpenOptions, probe, script, siteOfFile } from './element-page.ts'

const site = await siteOfFile()

async function open(width: number, attributes: string, options: OpenOptions = {}, css = '') {
  const opened = await site.open(
    `<style>body { margin: 0 } main { width: ${width}px } ${css}</style>
    <main><photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" page-size="6" ${attributes}></photo-feed></main>${script}`,
    { viewport: { width: width + 120, height: 900 }, ...options },
  )
  const feed = probe(opened.page)
  await feed.settled()
  return { ...opened, feed, part: (name: string) => feed.host.locator(`[part=${name}]`).first() }
}

test.each([
  ['a text column', 610, 3],
  ['a wide page', 1280, 3],
  ['a phone', 358, 2],
  ['a small phone', 304, 2],
  ['a sidebar', 200, 1],
])('the default in %s of %i pixels is %i columns', async (_, width, count) => {
  const { feed } = await open(width, '')
  const lefts = await feed.cards.evaluateAll((cards) =>
    cards.map((card) => card.getBoundingClientRect().left),
  )
  expect(new Set(lefts).size).toBe(count)
})

test.each([
  [200, 100],
  [200, 200],
  [240, 100],
  [390, 200],
  [280, 200],
  [610, 200],
])('the profile is legible in %i pixels with text of %i percent', async (width, percent) => {
  const { page, part, feed } = await open(
    width,
    'show-profile',
    {},
    `html { font-size: ${percent}% }`,
  )
  const name = await part('name').evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  // "Harbour & Hearth": a line for each word at most.
  expect(name).toBeLessThanOrEqual(3)
  const boxes = await feed.host.locator('[part=header] > *').evaluateAll((parts) =>
    parts.map((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      return { left, right, top, bottom, isCut: part.scrollWidth > part.clientWidth + 1 }
    }),
  )
  for (const [index, box] of boxes.entries()) {
    expect(Math.floor(box.right)).toBeLessThanOrEqual(width)
    for (const other of boxes.slice(index + 1)) {
      const isApart =
        box.right <= other.left ||
        other.right <= box.left ||
        box.bottom <= other.top ||
        other.bottom <= box.top
      expect(isApart).toBe(true)
    }
  }
  expect(await overflow(page)).toBe(0)
})

const white = 'rgb(255, 255, 255)'
const black = 'rgb(0, 0, 0)'
const icons = ['.likes', '.comments', '[part=missing]']

test.runIf(engine === 'chromium').each(['light', 'dark'] as const)(
  'forced colors, %s, show the icons in the color of the text',
  async (colorScheme) => {
    const { feed } = await open(1000, 'counts', { forcedColors: 'active', colorScheme })
    const image = feed.host.locator('img').first()
    await image.evaluate((image: HTMLImageElement) => {
      image.srcset = image.src = 'data:,'
    })
    await feed.host.locator('[part=missing]').first().waitFor()
    const colors = await feed.host.evaluate((host, icons) => {
      const text = document.createElement('p')
      text.style.cssText = 'forced-color-adjust: none; background: CanvasText'
      document.body.append(text)
      const shown = icons.map((icon) => {
        const element = host.shadowRoot?.querySelector(icon) as Element
        return getComputedStyle(element, '::before').backgroundColor
      })
      return [getComputedStyle(text).backgroundColor, ...shown]
    }, icons)
    expect(new Set(colors)).toEqual(new Set([colorScheme === 'dark' ? white : black]))
  },
)

test.runIf(engine === 'chromium')('paper shows the icons, and no buttons', async () => {
  const { page, feed } = await open(1000, 'counts show-profile')
  await page.emulateMedia({ media: 'print' })
  const printed = await feed.host.evaluate((host) => {
    const find = (selector: string) => host.shadowRoot?.querySelector(selector) as Element
    const isExact = (selector: string) =>
      getComputedStyle(find(selector), '::before').getPropertyValue('print-color-adjust')
    return {
      icons: ['.likes', '.comments', '[part=mark]', '[part=play]>.triangle'].map(isExact),
      buttons: ['[name=load]', '[part=follow]'].map(
        (selector) => getComputedStyle(find(selector)).display,
      ),
    }
  })
  expect(printed).toEqual({
    icons: ['exact', 'exact', 'exact', 'exact'],
    buttons: ['none', 'none'],
  })
})
