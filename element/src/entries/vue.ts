/**
 * The custom element `<photo-feed>` with its types for templates in Vue 3.
 *
 * @module
 */
import type { HTMLAttributes } from 'vue'
import type { FeedEventMap, PhotoFeedAttributes, PhotoFeedElement } from './element.ts'

export * from './element.ts'

type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>

/** The listeners of `<photo-feed>`. */
export type PhotoFeedListeners = {
  [Name in keyof FeedEventMap as `on${PascalCase<Name>}`]?:
    | ((event: FeedEventMap[Name]) => void)
    | undefined
}

/** The type of `<photo-feed>` in Vue templates. */
export type PhotoFeedComponent = new () => PhotoFeedElement & {
  $props: HTMLAttributes &
    PhotoFeedAttributes &
    PhotoFeedListeners & {
      // vue-tsc checks `api-key` and `owner-notice` of a template under these names.
      apiKey?: PhotoFeedAttributes['api-key']
      ownerNotice?: PhotoFeedAttributes['owner-notice']
    }
}

declare module 'vue' {
  interface GlobalComponents {
    'photo-feed': PhotoFeedComponent
  }
}
