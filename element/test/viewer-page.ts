import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type OpenOptions, probe, type Site, script, texts } from './element-page.ts'

export interface FeedOptions extends OpenOptions {
  readonly scenario?: string
  /** Attributes of the element. */
  readonly attributes?: string
  /** The HTML before the element. */
  readonly before?: string
  /** The HTML after the element. */
  readonly after?: string
}

/** Opens a page with a feed whose posts open in the viewer. */
export async function openFeed(
  site: Site,
  { scenario = 'premium', attributes = '', before = '', after = '', ...options }: FeedOptions = {},
) {
  const opened = await site.open(
    `${before}<photo-feed src="${site.mock.url}" api-key="${site.mock.key(scenario)}" open-in="viewer" ${attributes}></photo-feed>
    ${after || script}`,
    options,
  )
  const feed = probe(opened.page)
  await feed.settled()
  return { ...opened, feed, viewer: probeViewer(opened.page) }
}

/** Locates what a visitor finds in the viewer. */
export function probeViewer(page: Page) {
  const dialog = page.locator('photo-feed dialog')
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  /** Returns how far the slide that is displayed is from the window of the track, in pixels. */
  const offset = () =>
    dialog.locator('.slide:not([inert])').evaluate((slide) => {
      const { left, width } = slide.getBoundingClientRect()
      const track = slide.parentElement?.getBoundingClientRect() as DOMRect
      return Math.round(Math.abs(left - track.left) + Math.abs(width - track.width))
    })
  return {
    dialog,
    button,
    track: dialog.locator('#track'),
    media: dialog.locator('.slide:not([inert])').locator('img, video, [part=missing]'),
    caption: dialog.locator('[part=viewer-caption]'),
    status: dialog.locator('[role=status]'),
    link: dialog.getByRole('link', { name: texts.viewPost }),
    closed: () => dialog.waitFor({ state: 'detached' }),
    offset,
    /** Returns the text that screen readers announce, after the track has stopped. */
    async settled() {
      await expect.poll(offset).toBe(0)
      return dialog.locator('[role=status]').textContent()
    },
  }
}

export const hashOf = (page: Page) => page.evaluate(() => location.hash)
