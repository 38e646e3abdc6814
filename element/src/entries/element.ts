/**
 * The custom element `<photo-feed>`. Importing this module defines it where the platform has custom elements.
 *
 * @module
 */

import { definePhotoFeed } from '../element/define.ts'
import type { PhotoFeedElement } from '../element/photo-feed-element.ts'
import type { PhotoFeedAttributes } from '../view/attributes.ts'
import type { FeedEventMap } from '../view/events.ts'

export type { FeedErrorDetail } from '@photofeed/sdk'
export { PhotoFeedElement } from '../element/photo-feed-element.ts'
export type { CountedLabel, FeedLabels, PluralForms } from '../languages/labels.ts'
export { loadLabels } from '../languages/languages.ts'
export type { PhotoFeedAttributes } from '../view/attributes.ts'
export type {
  FeedEventMap,
  FeedLinkDetail,
  FeedLoadDetail,
  FeedMoreDetail,
  FeedPostDetail,
} from '../view/events.ts'
export type {
  FeedCaptions,
  FeedConsent,
  FeedLayout,
  FeedLoading,
  FeedOpening,
  FeedTheme,
  PhotoFeedProperties,
} from '../view/options.ts'

declare global {
  interface HTMLElementTagNameMap {
    'photo-feed': PhotoFeedElement
  }

  interface HTMLElementEventMap extends FeedEventMap {}

  /** Svelte reads this namespace; without Svelte it is empty otherwise. */
  namespace svelteHTML {
    interface IntrinsicElements {
      'photo-feed': PhotoFeedAttributes & {
        [Name in keyof FeedEventMap as `on${Name}`]?:
          | ((event: FeedEventMap[Name]) => void)
          | undefined
      } & { [attribute: string]: unknown }
    }
  }
}

definePhotoFeed()
