/**
 * The custom element `<photo-feed>`: importing this module defines it, where there are custom elements.
 *
 * @module
 */
import { PhotoFeedElement } from './photo-feed-element.ts'

export type { FeedErrorDetail } from './failure.ts'
export type { FeedPageData } from './feed-view.ts'
export { type FeedLoadDetail, PhotoFeedElement } from './photo-feed-element.ts'
export { type RenderFeedOptions, renderFeed } from './render-feed.ts'

declare global {
  interface HTMLElementTagNameMap {
    'photo-feed': PhotoFeedElement
  }
}

const registry = globalThis.customElements
// Two copies of the package on one page must not throw: the first one serves both.
if (registry && !registry.get('photo-feed')) registry.define('photo-feed', PhotoFeedElement)
