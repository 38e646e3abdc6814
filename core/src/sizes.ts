import { type ImageFormat, type Schemas, widths } from '@photofeed/openapi'
import { resizedUrl } from './media-url.ts'
import type { Shown } from './post-media.ts'
import type { StoredFile } from './store.ts'

/** The stored picture of a post or item: of a video its poster. Null if it is not stored. */
export function pictureOf(shown: Shown): StoredFile | null {
  const media = shown.mediaType === 'VIDEO' ? shown.thumbnail : shown.media
  return media?.file ?? null
}

/** The picture's URL in every width (2.5). */
export function imageSizes(
  form: { cdnUrl: string; format: ImageFormat },
  picture: StoredFile,
): Schemas['Sizes'] {
  const urls: Partial<Record<`${(typeof widths)[number]}`, string>> = {}
  for (const width of widths) {
    urls[`${width}`] = resizedUrl(form.cdnUrl, picture, width, form.format)
  }
  return urls as Schemas['Sizes']
}
