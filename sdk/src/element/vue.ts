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
  $props: HTMLAttributes &
    PhotoFeedAttributes & {
      // vue-tsc checks `api-key` and `owner-notice` of a template under these names.
      apiKey?: PhotoFeedAttributes['api-key']
      ownerNotice?: PhotoFeedAttributes['owner-notice']
      onFeedLoad?: ((event: CustomEvent<FeedLoadDetail>) => void) | undefined
      onFeedError?: ((event: CustomEvent<FeedErrorDetail>) => void) | undefined
    }
}

declare module 'vue' {
  interface GlobalComponents {
    'photo-feed': PhotoFeedComponent
  }
}
