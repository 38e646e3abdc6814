import type { Browser, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

export interface PageOptions {
  viewport?: { width: number; height: number }
  /** For axe, which is put into the page as a script; every other test is under the real policy. */
  bypassCSP?: boolean
}

/** A page that must contact no other host, break no policy and fail nowhere; it ends with the test. */
export async function watchedPage(
  browser: Browser,
  origin: string,
  { viewport = { width: 1280, height: 900 }, bypassCSP = false }: PageOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport, bypassCSP })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const elsewhere: string[] = []
  const wrong: string[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) elsewhere.push(url)
  })
  context.on('console', (message) => {
    // Chromium writes a line for each refusal of the API, too, which the tests ask for.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
      wrong.push(message.text())
    }
  })
  context.on('weberror', (error) => wrong.push(String(error.error())))
  await context.exposeBinding('toldViolation', (_, violation: string) => wrong.push(violation))
  await context.addInitScript(() => {
    const { toldViolation } = window as unknown as { toldViolation(text: string): void }
    addEventListener('securitypolicyviolation', (event) =>
      toldViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
    )
  })
  onTestFinished(async () => {
    await context.close()
    expect({ elsewhere, wrong }).toEqual({ elsewhere: [], wrong: [] })
  })
  return context.newPage()
}
