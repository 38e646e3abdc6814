import type { ImageFormat, PostType } from '../generated/resources.ts'
import type { FeedLabels } from './labels.ts'

/** The attributes of `<photo-feed>`, for the types of templates. `key` is omitted: React and Vue reserve it. */
export interface PhotoFeedAttributes {
  /** The address of the service. */
  src?: string | undefined
  /** The account's API key. */
  'api-key'?: string | undefined
  /** The maximum number of columns, 1 to 6. Narrow elements have fewer. @default 3 */
  columns?: number | string | undefined
  /** Posts per page, 1 to 100 (6 on Free). @default 12 */
  limit?: number | string | undefined
  /** Displays only posts of this type. */
  type?: PostType | undefined
  /** The format of the pictures. @default 'webp' */
  format?: ImageFormat | undefined
  /** Replaces the texts for visitors: an object or its JSON. */
  labels?: FeedLabels | string | undefined
  /** Displays the notice of a broken connection. */
  'owner-notice'?: boolean | undefined
}
