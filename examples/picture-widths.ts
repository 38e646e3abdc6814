import type { Locator } from 'playwright-core'

/** The natural width of each picture once it has loaded; 0 for one that has failed. */
export async function pictureWidths(images: Locator): Promise<number[]> {
  await images.first().waitFor()
  return images.evaluateAll(async (elements) => {
    const pictures = elements as HTMLImageElement[]
    for (const image of pictures) image.loading = 'eager'
    await Promise.all(pictures.map((image) => image.decode().catch(() => {})))
    return pictures.map((image) => image.naturalWidth)
  })
}
