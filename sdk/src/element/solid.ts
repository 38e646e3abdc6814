/**
 * The custom element `<photo-feed>` with its types for JSX in Solid.
 *
 * @module
 */
import type { JSX } from 'solid-js'
import type {
  FeedErrorDetail,
  FeedLoadDetail,
  PhotoFeedAttributes,
  PhotoFeedElement,
} from './index.ts'

export * from './index.ts'

/** The props of `<photo-feed>` in Solid. */
export type PhotoFeedProps = Omit<JSX.HTMLAttributes<PhotoFeedElement>, keyof PhotoFeedAttributes> &
  PhotoFeedAttributes & {
    [Name in keyof PhotoFeedAttributes as `attr:${Name}`]?: PhotoFeedAttributes[Name]
  } & {
    'on:feed-load'?: ((event: CustomEvent<FeedLoadDetail>) => void) | undefined
    'on:feed-error'?: ((event: CustomEvent<FeedErrorDetail>) => void) | undefined
  }

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'photo-feed': PhotoFeedProps
    }
  }
}
