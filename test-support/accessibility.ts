import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules of axe that the page breaks in the light and in the dark, with where. */
export async function violations(page: Page): Promise<unknown[]> {
  // A script element would be against the policies of pages.
  await page.evaluate(axe)
  await page.emulateMedia({ colorScheme: 'light' })
  const found = [...(await page.evaluate(runAxe, [])), ...(await page.evaluate(faintPlaceholders))]
  await page.emulateMedia({ colorScheme: 'dark' })
  // Only colors differ, and the other rules are most of the work.
  const colors = await page.evaluate(runAxe, ['color-contrast', 'link-in-text-block'])
  return [...found, ...colors, ...(await page.evaluate(faintPlaceholders))]
}

/** Presses Tab, and returns the controls that something covers while they have the focus: SC 2.4.11 of WCAG 2.2. */
export async function coveredFocus(page: Page, presses = 80): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, 0))
  const found = new Set<string>()
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab')
    const covered = await page.evaluate(describeCovered)
    if (covered === null) break
    if (covered !== '') found.add(covered)
  }
  return [...found]
}

/** Returns the focused control if something covers its center; null when the focus has left the page. */
function describeCovered(): string | null {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  if (!focused || focused === document.body) return null
  // A visually hidden input shows its focus on its label.
  const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : null
  const shown = label && getComputedStyle(focused).opacity === '0' ? label : focused
  const [box = shown.getBoundingClientRect()] = shown.getClientRects()
  // Of a box that is larger than the window, the part in the window.
  const middle = (start: number, end: number, size: number) =>
    (Math.max(0, start) + Math.min(size, end)) / 2
  const x = middle(box.left, box.right, innerWidth)
  const y = middle(box.top, box.bottom, innerHeight)
  const root = shown.getRootNode() as Document | ShadowRoot
  const hit = root.elementFromPoint(x, y)
  const isSeen = hit !== null && (shown.contains(hit) || hit.contains(shown))
  return isSeen ? '' : shown.outerHTML.slice(0, 100)
}

/** Returns the fields whose placeholders have a contrast below 4.5, which axe does not measure: SC 1.4.3 of WCAG. */
function faintPlaceholders(): unknown[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('There is no canvas to read colors from.')
  /** Paints colors over white, and returns the relative luminance of the result. */
  const luminance = (...colors: string[]) => {
    canvas.globalAlpha = 1
    for (const color of ['#fff', ...colors]) {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
      part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const faint: unknown[] = []
  for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]')) {
    if (field.placeholder === '' || !field.checkVisibility()) continue
    const layers: string[] = []
    for (let above: Element | null = field; above; above = above.parentElement) {
      layers.unshift(getComputedStyle(above).backgroundColor)
    }
    const { color, opacity } = getComputedStyle(field, '::placeholder')
    const text = `color-mix(in srgb, ${color} ${Number(opacity) * 100}%, transparent)`
    const [behind, front] = [luminance(...layers), luminance(...layers, text)]
    const [dark = 0, light = 0] = [behind, front].sort((one, other) => one - other)
    const contrast = (light + 0.05) / (dark + 0.05)
    if (contrast < 4.5) faint.push(['placeholder', field.placeholder, contrast.toFixed(2)])
  }
  return faint
}

/** Runs these rules, or all if there are none. */
async function runAxe(rules: string[]) {
  const root = document.documentElement
  // axe takes a page without a background for white, in the dark too.
  if (getComputedStyle(root).backgroundColor === 'rgba(0, 0, 0, 0)')
    root.style.backgroundColor = 'Canvas'
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const { violations, passes } = await axe.run({
    ...(rules.length > 0
      ? { runOnly: rules }
      : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
    // Without details of what passes, and without the style sheets, which only a rule that is off reads.
    resultTypes: ['violations'],
    preload: false,
  })
  if (rules.length === 0 && passes.length < 5)
    throw new Error('axe found hardly anything to judge.')
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])
}
