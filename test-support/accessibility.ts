import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules of axe that the page breaks in the light and in the dark, with where. */
export async function violations(page: Page): Promise<unknown[]> {
  // A script element would be against the policies of pages.
  await page.evaluate(axe)
  await page.emulateMedia({ colorScheme: 'light' })
  const found = await page.evaluate(runAxe, [])
  await page.emulateMedia({ colorScheme: 'dark' })
  // Only colors differ, and the other rules are most of the work.
  return [...found, ...(await page.evaluate(runAxe, ['color-contrast', 'link-in-text-block']))]
}

/** Runs these rules, or all if there are none. */
async function runAxe(rules: string[]) {
  const root = document.documentElement
  // axe takes a page without a background for white, in the dark too.
  if (getComputedStyle(root).backgroundColor === 'rgba(0, 0, 0, 0)')
    root.style.backgroundColor = 'Canvas'
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const { violations, passes } = await axe.run({
    ...(rules.length > 0 && { runOnly: rules }),
    // Without details of what passes, and without the style sheets, which only a rule that is off reads.
    resultTypes: ['violations'],
    preload: false,
  })
  if (rules.length === 0 && passes.length < 5)
    throw new Error('axe found hardly anything to judge.')
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])
}
