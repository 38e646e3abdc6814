/**
 * The custom element `<photo-feed>` with its types for JSX in React 19.
 *
 * @module
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { PhotoFeedListeners } from '../view/events.ts'
import type { PhotoFeedAttributes, PhotoFeedElement } from './element.ts'

export type { PhotoFeedListeners } from '../view/events.ts'
export * from './element.ts'

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
