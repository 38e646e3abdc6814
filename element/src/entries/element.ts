/**
 * The custom element `<photo-feed>`. Importing this module defines it where the platform has custom elements.
 *
 * @module
 */

import { definePhotoFeed, type PhotoFeedElement } from '../element/photo-feed-element.ts'
import type { PhotoFeedEventMap, PhotoFeedListeners } from '../view/events.ts'
import type { PhotoFeedAttributes } from '../view/options.ts'

export { PhotoFeedElement } from '../element/photo-feed-element.ts'
export type {
  PhotoFeedCountedLabel,
  PhotoFeedLabels,
  PhotoFeedPluralForms,
} from '../languages/labels.ts'
export { loadLabels } from '../languages/languages.ts'
export type { PhotoFeedErrorDetail } from '../posts/error-detail.ts'
export type {
  PhotoFeedEventMap,
  PhotoFeedLinkDetail,
  PhotoFeedLoadDetail,
  PhotoFeedMoreDetail,
  PhotoFeedPostDetail,
} from '../view/events.ts'
export type {
  PhotoFeedAttributes,
  PhotoFeedCaptions,
  PhotoFeedConsent,
  PhotoFeedLayout,
  PhotoFeedLoading,
  PhotoFeedOpening,
  PhotoFeedProperties,
  PhotoFeedTheme,
} from '../view/options.ts'

declare global {
  interface HTMLElementTagNameMap {
    'photo-feed': PhotoFeedElement
  }

  interface HTMLElementEventMap extends PhotoFeedEventMap {}

  /** Svelte reads this namespace; without Svelte it is empty otherwise. */
  namespace svelteHTML {
    interface IntrinsicElements {
      'photo-feed': PhotoFeedAttributes & PhotoFeedListeners & { [attribute: string]: unknown }
    }
  }
}

definePhotoFeed()
