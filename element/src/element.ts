/**
 * The custom element `<photo-feed>`. Importing this module defines it where the platform has custom elements.
 *
 * @module
 */

import type { PhotoFeedAttributes } from './attributes.ts'
import { definePhotoFeed } from './define.ts'
import type { FeedEventMap } from './events.ts'
import type { PhotoFeedElement } from './photo-feed-element.ts'

export type { FeedErrorDetail } from '@photofeed/sdk'
export type { PhotoFeedAttributes } from './attributes.ts'
export type {
  FeedEventMap,
  FeedLinkDetail,
  FeedLoadDetail,
  FeedMoreDetail,
  FeedPostDetail,
} from './events.ts'
export type { CountedLabel, FeedLabels, PluralForms } from './labels.ts'
export { loadLabels } from './languages.ts'
export type { FeedLayout } from './layouts/types.ts'
export type {
  FeedCaptions,
  FeedConsent,
  FeedLoading,
  FeedOpening,
  FeedTheme,
  PhotoFeedProperties,
} from './options.ts'
export { PhotoFeedElement } from './photo-feed-element.ts'

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
