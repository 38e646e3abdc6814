import { PhotoFeedElement } from './photo-feed-element.ts'

/** Defines `<photo-feed>` where the platform has custom elements. */
export function definePhotoFeed(): void {
  const registry = globalThis.customElements
  // Two copies of the package on one page must not throw: the first one is used.
  if (registry && !registry.get('photo-feed')) registry.define('photo-feed', PhotoFeedElement)
}
