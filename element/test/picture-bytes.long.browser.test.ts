import { expect, test } from 'vitest'
import { probe, script, siteOfFile } from './element-page.ts'

const site = await siteOfFile()

const layouts = ['grid', 'masonry', 'carousel', 'list', 'tiles', 'grid" columns="1 600:2 900:4']
const screens = [
  [390, 844, 3],
  [820, 1180, 2],
  [1440, 900, 1],
  [1440, 900, 2],
] as const

/** What a frame needs, what the service offers, and what the browser has chosen. */
interface Picture {
  needed: number
  /** Of a picture that the frame crops, the element does without a tenth of the pixels. */
  least: number
  offered: { width: number; url: string }[]
  chosen: string
}

test.each(layouts.flatMap((layout) => screens.map((screen) => [layout, ...screen] as const)))(
  'layout="%s" on a screen of %i × %i @%i loads at most 1.5 of the bytes that it needs',
  async (layout, width, height, deviceScaleFactor) => {
    const { page, requestUrls } = await site.open(
      `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" page-size="12" layout="${layout}"></photo-feed>${script}`,
      { viewport: { width, height }, deviceScaleFactor },
    )
    const feed = probe(page)
    await feed.settled()
    await feed.pictureWidths()
    await page.waitForLoadState('networkidle')
    const pictures: Picture[] = await feed.host.locator('img').evaluateAll((images) =>
      (images as HTMLImageElement[]).map((image) => {
        const frame = image.closest('[part=frame]') as Element
        const cropped = (frame.clientHeight * image.naturalWidth) / image.naturalHeight
        return {
          needed: Math.max(frame.clientWidth, cropped) * devicePixelRatio,
          least: Math.max(frame.clientWidth, cropped * 0.9) * devicePixelRatio,
          offered: image.srcset.split(', ').map((each) => {
            const [url = '', descriptor = ''] = each.split(' ')
            return { width: Number.parseInt(descriptor, 10), url }
          }),
          chosen: image.currentSrc,
        }
      }),
    )
    const sizes = new Map<string, number>()
    const bytesOf = async (url: string) => {
      const known = sizes.get(url) ?? (await (await fetch(url)).arrayBuffer()).byteLength
      sizes.set(url, known)
      return known
    }
    let needed = 0
    for (const picture of pictures) {
      const enough = picture.offered.find(({ width }) => width >= picture.needed - 1)
      const best = enough ?? picture.offered.at(-1)
      needed += await bytesOf(best?.url ?? '')
      const chosen = picture.offered.find(({ url }) => url === picture.chosen)?.width ?? 0
      const widest = picture.offered.at(-1)?.width ?? 0
      expect(chosen).toBeGreaterThanOrEqual(Math.min(picture.least - 1, widest))
    }
    let loaded = 0
    for (const url of requestUrls.filter((url) => /\.webp$/.test(url))) loaded += await bytesOf(url)
    expect(pictures).toHaveLength(12)
    expect(loaded / needed).toBeLessThanOrEqual(1.5)
  },
)
