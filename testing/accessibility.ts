import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const axe = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

/** The rules of axe that the page breaks in the light and in the dark, with where. */
export async function violations(page: Page): Promise<unknown[]> {
  await page.addScriptTag({ path: axe })
  const found: unknown[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await page.evaluate(runAxe)))
  }
  return found
}

async function runAxe() {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  const { violations, passes } = await axe.run()
  if (passes.length < 5) throw new Error('axe found hardly anything to judge.')
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])
}
