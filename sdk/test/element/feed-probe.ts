import type { Page } from 'playwright-core'

/** What a visitor finds in the element, through its open shadow root. */
export function probe(page: Page) {
  const host = page.locator('photo-feed')
  const cards = host.locator('li:not([aria-hidden])')
  return {
    host,
    cards,
    skeleton: host.locator('li[aria-hidden]'),
    notice: host.locator('[part=notice]'),
    message: host.locator('[part=message]'),
    status: host.locator('[role=status]'),
    videos: host.locator('video'),
    button: (name: string) => host.getByRole('button', { name }),
    /** Resolves when the element has shown a page or an error. */
    async settled() {
      await host.locator('#cards:not([aria-busy]):not(:empty), [part=message]').first().waitFor()
    },
    /** The natural width of every picture, once each has loaded or has been replaced. */
    async pictureWidths(): Promise<number[]> {
      return host.evaluate(async (element) => {
        const images = () => [...(element.shadowRoot?.querySelectorAll('img') ?? [])]
        // A picture that fails is complete before its error event, on which it is replaced.
        const isBroken = (image: HTMLImageElement) => image.isConnected && image.naturalWidth === 0
        for (const image of images()) {
          image.scrollIntoView()
          while (!image.complete || isBroken(image)) {
            await new Promise((resolve) => setTimeout(resolve, 20))
          }
        }
        return images().map(({ naturalWidth }) => naturalWidth)
      })
    },
    /** The part name of what has the focus inside, if anything. */
    focusedPart: () =>
      host.evaluate((element) => element.shadowRoot?.activeElement?.getAttribute('part') ?? null),
  }
}
