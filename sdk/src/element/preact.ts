/**
 * The custom element `<photo-feed>` with its types for JSX in Preact.
 *
 * @module
 */
import type { HTMLAttributes } from 'preact'
import type {
  FeedErrorDetail,
  FeedLoadDetail,
  PhotoFeedAttributes,
  PhotoFeedElement,
} from './index.ts'

export * from './index.ts'

/** The props of `<photo-feed>` in Preact. */
export interface PhotoFeedProps
  extends Omit<HTMLAttributes<PhotoFeedElement>, keyof PhotoFeedAttributes>,
    PhotoFeedAttributes {
  'onfeed-load'?: ((event: CustomEvent<FeedLoadDetail>) => void) | undefined
  'onfeed-error'?: ((event: CustomEvent<FeedErrorDetail>) => void) | undefined
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'photo-feed': PhotoFeedProps
    }
  }
}
