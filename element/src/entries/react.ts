/**
 * The custom element `<photo-feed>` with its types for JSX in React 19.
 *
 * @module
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { PhotoFeedAttributes, PhotoFeedElement, PhotoFeedEventMap } from './element.ts'

export * from './element.ts'

/** The listeners of `<photo-feed>`. */
export type PhotoFeedListeners = {
  [Name in keyof PhotoFeedEventMap as `on${Name}`]?:
    | ((event: PhotoFeedEventMap[Name]) => void)
    | undefined
}

/** The props of `<photo-feed>` in React. */
export interface PhotoFeedProps
  extends DetailedHTMLProps<HTMLAttributes<PhotoFeedElement>, PhotoFeedElement>,
    PhotoFeedAttributes,
    PhotoFeedListeners {}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'photo-feed': PhotoFeedProps
    }
  }
}
