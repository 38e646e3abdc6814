import type { Page } from 'playwright-core'
import { coveredFocus } from './accessibility.ts'
import { engine } from './browser.ts'
import { scope } from './scope.ts'

/** Windows that a page must fit: the third is 1280 x 1024 at 400 % (SC 1.4.10 of WCAG 2.2). */
const windows = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 256 },
]

/** The spacing of text that a page must bear: SC 1.4.12 of WCAG. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/** Whether tests walk now: it takes a while, and only Chromium emulates what a visitor prefers. */
export const walks = scope === 'long' && engine === 'chromium'

/** Returns by how many pixels a page scrolls sideways. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

/**
 * Walks through a page that has just been loaded, as people do who use no mouse, need large text or wider spacing, or want no
 * motion. Returns what they would meet: parts that scroll sideways or jump, focus that cannot be seen, and motion.
 */
export async function hurdles(page: Page): Promise<string[]> {
  const found: string[] = []
  const shift = await page.evaluate(layoutShift)
  if (shift > 0.02) found.push(`a layout shift of ${shift.toFixed(3)}`)

  const look = async (where: string) => {
    const wide = await overflow(page)
    if (wide > 0) found.push(`${where}: ${wide} pixels beyond the window`)
    for (const covered of await coveredFocus(page)) found.push(`${where}: covered ${covered}`)
  }
  for (const size of windows) {
    await page.setViewportSize(size)
    await look(`${size.width} x ${size.height}`)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
  }, spacing)
  await look('with more spacing')
  await page.evaluate(() => document.adoptedStyleSheets.pop())

  // Shadows and backgrounds are not painted then.
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const unmarked of await focusWithoutOutline(page)) found.push(`no outline: ${unmarked}`)
  const moving = await page.evaluate(() => document.getAnimations().length)
  if (moving > 0) found.push(`${moving} animations`)
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
  return found
}

/** The largest sum of layout shifts since the page was opened, without those that follow an input. */
function layoutShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) sum += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 100)
  })
}

async function focusWithoutOutline(page: Page): Promise<string[]> {
  const found = new Set<string>()
  await page.evaluate(() => scrollTo(0, 0))
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press('Tab')
    let unmarked = await page.evaluate(describeUnmarked)
    if (unmarked) {
      // An editor marks its focus a moment later.
      await page.waitForTimeout(50)
      unmarked = await page.evaluate(describeUnmarked)
    }
    if (unmarked === null) break
    if (unmarked !== '') found.add(unmarked)
  }
  return [...found]
}

/** Returns the focused control if neither it nor what contains it has an outline; null when the focus has left the page. */
function describeUnmarked(): string | null {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  if (!focused || focused === document.body) return null
  const around: Element[] = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : []
  for (let node: Element | null = focused; node; node = node.parentElement) around.push(node)
  const isMarked = around.some((node) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(node)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  })
  return isMarked ? '' : focused.outerHTML.slice(0, 100)
}
