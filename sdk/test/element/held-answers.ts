import type { Page } from 'playwright-core'

/** Answers of the service that a page waits for until the test lets them go. */
export function heldAnswers() {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return {
    /** Holds them back from now on. */
    hold: (page: Page) =>
      page.route('**/api/v1/me?*', async (route) => {
        await free
        await route.continue()
      }),
    letGo,
  }
}
