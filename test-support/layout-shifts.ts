import type { Page } from 'playwright-core'

/** Loads a page in a window of this width, and returns the values of its layout shifts. */
export async function layoutShifts(page: Page, url: string, width: number): Promise<number[]> {
  await page.setViewportSize({ width, height: 900 })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as PerformanceEntry & { value: number }).value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  return page.evaluate('shifts') as Promise<number[]>
}
