import { nodes } from './nodes.ts'
import { missing } from './picture.ts'

/** Puts a tile in the place of every picture and video that does not load, from now on and before. */
export function replaceBrokenMedia(root: ShadowRoot): void {
  // Such an event does not bubble, but it can be caught on its way down.
  root.addEventListener('error', ({ target }) => replaceMedium(target), true)
  for (const image of root.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0) replaceMedium(image)
  }
}

function replaceMedium(target: EventTarget | null) {
  if (!(target instanceof HTMLImageElement || target instanceof HTMLVideoElement)) return
  const alt = target.getAttribute('alt') ?? target.getAttribute('aria-label') ?? ''
  target.replaceWith(...nodes([missing(alt)]))
}
