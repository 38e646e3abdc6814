/**
 * The custom element `<photo-feed>` with its types for JSX in Solid.
 *
 * @module
 */
import type { JSX } from 'solid-js'
import type { PhotoFeedAttributes, PhotoFeedElement, PhotoFeedEventMap } from './element.ts'

export * from './element.ts'

/** The props of `<photo-feed>` in Solid. */
export type PhotoFeedProps = Omit<JSX.HTMLAttributes<PhotoFeedElement>, keyof PhotoFeedAttributes> &
  PhotoFeedAttributes & {
    [Name in keyof PhotoFeedAttributes as `attr:${Name}`]?: PhotoFeedAttributes[Name]
  } & {
    [Name in keyof PhotoFeedEventMap as `on:${Name}`]?:
      | ((event: PhotoFeedEventMap[Name]) => void)
      | undefined
  }

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'photo-feed': PhotoFeedProps
    }
  }
}
