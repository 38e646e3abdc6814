/**
 * The custom element `<photo-feed>` with its types for templates in Vue 3.
 *
 * @module
 */
import type { HTMLAttributes } from 'vue'
import type {
  FeedErrorDetail,
  FeedLoadDetail,
  PhotoFeedAttributes,
  PhotoFeedElement,
} from './index.ts'

export * from './index.ts'

/** The type of `<photo-feed>` in Vue templates. */
export type PhotoFeedComponent = new () => PhotoFeedElement & {
  $props: HTMLAttributes & PhotoFeedAttributes
  $emit: {
    (name: 'feed-load', event: CustomEvent<FeedLoadDetail>): void
    (name: 'feed-error', event: CustomEvent<FeedErrorDetail>): void
  }
}

declare module 'vue' {
  interface GlobalComponents {
    'photo-feed': PhotoFeedComponent
  }
}
