/**
 * The custom element `<photo-feed>` with its types for JSX in Preact.
 *
 * @module
 */
import type { HTMLAttributes } from 'preact'
import type { PhotoFeedListeners } from '../view/events.ts'
import type { PhotoFeedAttributes, PhotoFeedElement } from './element.ts'

export type { PhotoFeedListeners } from '../view/events.ts'
export * from './element.ts'

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
