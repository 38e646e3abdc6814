/**
 * The custom element `<photo-feed>` with its types for templates in Vue 3.
 *
 * @module
 */
import type { HTMLAttributes } from 'vue'
import type { PhotoFeedAttributes, PhotoFeedElement, PhotoFeedEventMap } from './element.ts'

export * from './element.ts'

type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>

type CamelCase<Name extends string> = Uncapitalize<PascalCase<Name>>

/** The listeners of `<photo-feed>`. */
export type PhotoFeedListeners = {
  [Name in keyof PhotoFeedEventMap as `on${PascalCase<Name>}`]?:
    | ((event: PhotoFeedEventMap[Name]) => void)
    | undefined
}

/** The type of `<photo-feed>` in Vue templates. */
export type PhotoFeedComponent = new () => PhotoFeedElement & {
  $props: HTMLAttributes &
    PhotoFeedAttributes &
    PhotoFeedListeners & {
      // vue-tsc checks attributes with a hyphen under the names of the properties.
      [Name in keyof PhotoFeedAttributes as CamelCase<Name>]?: PhotoFeedAttributes[Name]
    }
}

declare module 'vue' {
  interface GlobalComponents {
    'photo-feed': PhotoFeedComponent
  }
}
