/**
 * The custom element `<photo-feed>`. Importing this module defines it where the platform has custom elements.
 *
 * @module
 */

import type { FeedErrorDetail } from '../errors.ts'
import type { PhotoFeedAttributes } from './attributes.ts'
import { definePhotoFeed } from './define.ts'
import type { FeedLoadDetail, PhotoFeedElement } from './photo-feed-element.ts'

export type { FeedErrorDetail } from '../errors.ts'
export type { PhotoFeedAttributes } from './attributes.ts'
export type { FeedLabels } from './labels.ts'
export type { FeedLayout } from './layouts/types.ts'
export type { FeedCaptions, FeedLoading, FeedTheme, PhotoFeedProperties } from './options.ts'
export { type FeedLoadDetail, PhotoFeedElement } from './photo-feed-element.ts'

declare global {
  interface HTMLElementTagNameMap {
    'photo-feed': PhotoFeedElement
  }

  interface HTMLElementEventMap {
    'feed-load': CustomEvent<FeedLoadDetail>
    'feed-error': CustomEvent<FeedErrorDetail>
  }

  /** Svelte reads this namespace; without Svelte it is empty otherwise. */
  namespace svelteHTML {
    interface IntrinsicElements {
      'photo-feed': PhotoFeedAttributes & {
        'onfeed-load'?: ((event: CustomEvent<FeedLoadDetail>) => void) | undefined
        'onfeed-error'?: ((event: CustomEvent<FeedErrorDetail>) => void) | undefined
        [attribute: string]: unknown
      }
    }
  }
}

definePhotoFeed()
