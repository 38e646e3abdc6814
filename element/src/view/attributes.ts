import type { PostSelection } from '@photofeed/sdk'
import type { FeedLabels } from '../languages/labels.ts'
import type {
  FeedCaptions,
  FeedConsent,
  FeedLayout,
  FeedLoading,
  FeedOpening,
  FeedTheme,
} from './options.ts'

/** The attributes of `<photo-feed>`, for the types of templates. `key` is omitted: React and Vue reserve it. */
export interface PhotoFeedAttributes {
  /** The address of the service. */
  src?: string | undefined
  /** The account's API key, or those of several accounts with spaces between. */
  'api-key'?: string | undefined
  /** How the posts are displayed. @default 'grid' */
  layout?: FeedLayout | undefined
  /** The maximum number of columns, 1 to 9, or numbers by width: `1 600:2 900:3`. @default 3 */
  columns?: number | string | undefined
  /** The space between posts as a CSS length. */
  gap?: string | undefined
  /** Each post on a card, all on a panel, or plain. @default 'plain' */
  theme?: FeedTheme | undefined
  /** Displays the profile above the posts. */
  header?: boolean | undefined
  /** Where the date and the caption are. @default 'below', in tiles 'none' */
  captions?: FeedCaptions | undefined
  /** Displays the numbers of likes and comments. */
  counts?: boolean | undefined
  /** Posts per page, 1 to 100 (6 on Free). @default 12 */
  limit?: number | string | undefined
  /** The maximum number of posts of all pages. */
  max?: number | string | undefined
  /** How further pages are loaded. @default 'button' */
  load?: FeedLoading | undefined
  /** Where links open: `_blank` is a new tab. */
  target?: string | undefined
  /** Displays only posts of this type. */
  type?: PostSelection['type']
  /** The ids of posts that are not displayed. */
  hide?: string | undefined
  /** The ids of posts that are displayed first, in this order. */
  pin?: string | undefined
  /** Displays only posts whose captions have one of these hashtags or words: `#cakes #bread`. */
  only?: string | undefined
  /** Displays no posts whose captions have one of these hashtags or words. */
  without?: string | undefined
  /** The format of the pictures. @default 'webp' */
  format?: PostSelection['format']
  /** Where a post opens: on the platform, in a viewer on the page, or without a link. @default 'platform' */
  open?: FeedOpening | undefined
  /** Displays buttons, and accepts swipes, to browse the pictures of an album in its card. */
  albums?: boolean | undefined
  /** With `required`, pictures of other hosts are loaded only after a click. @default 'granted' */
  consent?: FeedConsent | undefined
  /** Replaces the texts for visitors: an object or its JSON. */
  labels?: FeedLabels | string | undefined
  /** Displays the notice of a broken connection. */
  'owner-notice'?: boolean | undefined
}
