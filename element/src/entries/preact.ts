/**
 * The custom element `<photo-feed>` with its types for JSX in Preact.
 *
 * @module
 */
import type { HTMLAttributes } from 'preact'
import type { PhotoFeedAttributes, PhotoFeedElement, PhotoFeedEventMap } from './element.ts'

export * from './element.ts'

/** The listeners of `<photo-feed>`. */
export type PhotoFeedListeners = {
  [Name in keyof PhotoFeedEventMap as `on${Name}`]?:
    | ((event: PhotoFeedEventMap[Name]) => void)
    | undefined
}

/** The props of `<photo-feed>` in Preact. */
export interface PhotoFeedProps
  extends Omit<HTMLAttributes<PhotoFeedElement>, keyof PhotoFeedAttributes>,
    PhotoFeedAttributes,
    PhotoFeedListeners {}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'photo-feed': PhotoFeedProps
    }
  }
}
