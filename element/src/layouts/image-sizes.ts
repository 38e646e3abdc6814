import { parseColumns } from '../view/columns.ts'
import type { PhotoFeedLayout } from '../view/options.ts'

/**
 * Returns the `sizes` of a picture in the HTML of a server, for browsers that do not know `auto`.
 */
export function imageSizes(layout: PhotoFeedLayout, columns: number | string): string {
  if (layout === 'list') return '224px'
  const { first = 3, breakpoints = [] } = parseColumns(String(columns)) ?? {}
  const share = (count: number) => `${Math.ceil(100 / count)}vw`
  if (layout === 'tiles' || breakpoints.length > 0) {
    const widest = breakpoints
      .toReversed()
      .map(([width, count]) => `(min-width: ${width}px) ${share(count)}`)
    return [...widest, share(first)].join(', ')
  }
  // The minimum width of a column, and the gap beside it.
  const column = layout === 'carousel' ? 224 : 160
  const counts = Array.from({ length: first - 1 }, (_, index) => first - index)
  const widths = counts.map((count) => `(min-width: ${count * column}px) ${share(count)}`)
  return [...widths, '100vw'].join(', ')
}

/** Sets `sizes` to the width that each picture has now. */
export function measurePictures(images: Iterable<HTMLImageElement>): void {
  // All are read before any is written, so that the layout is computed once.
  const widths = [...images].map((image) => [image, frameOf(image)?.clientWidth ?? 0] as const)
  for (const [image, width] of widths) raiseSizes(image, width)
}

/** A frame that crops a wide picture needs more pixels than the frame's width. */
export function measureCropped(image: HTMLImageElement): void {
  const { naturalWidth, naturalHeight } = image
  const { clientWidth = 0, clientHeight = 0 } = frameOf(image) ?? {}
  const width = (clientHeight * naturalWidth) / naturalHeight
  // A tenth of the pixels cannot be seen, and is not worth another download.
  if (width > clientWidth) raiseSizes(image, width * 0.9)
}

/** A browser that has loaded more pixels than it needs, or has no choice, must not load the picture again. */
function raiseSizes(image: HTMLImageElement, width: number) {
  const isMeasured = /^\d+px$/.test(image.sizes)
  if (width === 0 || !image.srcset || (isMeasured && Number.parseInt(image.sizes, 10) >= width))
    return
  image.sizes = `${Math.ceil(width)}px`
}

function frameOf(image: HTMLImageElement) {
  return image.closest('[part=frame]')
}
