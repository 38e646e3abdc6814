/**
 * The custom element `<photo-feed>` with its types for JSX in React 19.
 *
 * @module
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type {
  FeedErrorDetail,
  FeedLoadDetail,
  PhotoFeedAttributes,
  PhotoFeedElement,
} from './index.ts'

export * from './index.ts'

/** The props of `<photo-feed>` in React. */
export interface PhotoFeedProps
  extends DetailedHTMLProps<HTMLAttributes<PhotoFeedElement>, PhotoFeedElement>,
    PhotoFeedAttributes {
  'onfeed-load'?: ((event: CustomEvent<FeedLoadDetail>) => void) | undefined
  'onfeed-error'?: ((event: CustomEvent<FeedErrorDetail>) => void) | undefined
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'photo-feed': PhotoFeedProps
    }
  }
}
