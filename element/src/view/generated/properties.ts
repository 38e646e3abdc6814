// Generated from element/options.ts by `npm run generate`. Do not edit.
import type { PostSelection } from '@photofeed/sdk'
import type { OptionRow } from '../../../options.ts'
import type { PhotoFeedLabels } from '../../languages/labels.ts'

/** How the posts are displayed. */
export type PhotoFeedLayout = 'grid' | 'masonry' | 'carousel' | 'list' | 'tiles'

/** Each post on a `card`, all on a `panel`, or `plain`. */
export type PhotoFeedTheme = 'plain' | 'card' | 'panel'

/** How further pages are loaded: by a `button`, on `scroll`, or `none`. With `scroll`, the button remains for keyboards. */
export type PhotoFeedLoading = 'button' | 'scroll' | 'none'

/** Where the date and the caption are: `below` the picture, `over` it, over it on `hover`, or `none`. The default is `below`, in `tiles` it is `none`. */
export type PhotoFeedCaptions = 'below' | 'over' | 'hover' | 'none'

/** Where a post opens: on Instagram (`platform`), in a `viewer` on the page, or `none`, without a link. */
export type PhotoFeedOpening = 'platform' | 'viewer' | 'none'

/** With `required`, pictures of other hosts than the service's are loaded only after a click. */
export type PhotoFeedConsent = 'granted' | 'required'

/** The properties of the element that reflect its attributes. Null or undefined removes the attribute. */
export interface PhotoFeedProperties {
  /** The id of a feed whose look its owner saved: the script `/f/<id>.js` of the service has it. Other attributes override that look. */
  feed: string | null
  /** The address of the service; a relative one is that of the page, as in links. */
  src: string | null
  /** The account's API key. Several keys with spaces between are one feed of several accounts, by time. */
  apiKey: string | null
  /** How the posts are displayed. @default 'grid' */
  layout: PhotoFeedLayout
  /** The maximum number of columns, 1 to 9; narrow elements have fewer. Or the exact numbers by the element's own width in CSS pixels: `1 600:2 900:3`. @default 3 */
  columns: number | string
  /** The space between posts as a CSS length, instead of `--photo-feed-gap`. */
  gap: string | null
  /** Each post on a `card`, all on a `panel`, or `plain`. @default 'plain' */
  theme: PhotoFeedTheme
  /** Posts per page, 1 to 100 (6 on Free). @default 12 */
  pageSize: number
  /** The maximum number of posts of all pages, 1 to 10,000. */
  limit: number | null
  /** How further pages are loaded: by a `button`, on `scroll`, or `none`. With `scroll`, the button remains for keyboards. @default 'button' */
  loadMore: PhotoFeedLoading
  /** Displays only posts of this type: `IMAGE`, `VIDEO`, `CAROUSEL_ALBUM` or `REELS`. */
  type: NonNullable<PostSelection['type']> | null
  /** Displays only posts whose captions have one of these hashtags, mentions or words: `#cakes @bakery bread`. */
  withWords: string | null
  /** Displays no posts whose captions have one of these hashtags, mentions or words. */
  withoutWords: string | null
  /** The ids of posts that are not displayed, with spaces between. */
  hiddenPosts: string | null
  /** The ids of posts that are displayed first, in this order. */
  pinnedPosts: string | null
  /** Where the date and the caption are: `below` the picture, `over` it, over it on `hover`, or `none`. The default is `below`, in `tiles` it is `none`. */
  captions: PhotoFeedCaptions | null
  /** Displays the profile above the posts: avatar, name, biography, numbers of posts and followers, and a link. */
  showProfile: boolean
  /** Displays the numbers of likes and comments beside the captions, if Instagram gives them. */
  counts: boolean
  /** The format of the pictures: `webp` or `jpg`. @default 'webp' */
  imageFormat: NonNullable<PostSelection['format']>
  /** Where a post opens: on Instagram (`platform`), in a `viewer` on the page, or `none`, without a link. @default 'platform' */
  openIn: PhotoFeedOpening
  /** Where links open: `_blank` is a new tab. */
  target: string | null
  /** With `required`, pictures of other hosts than the service's are loaded only after a click. @default 'granted' */
  consent: PhotoFeedConsent
  /** Displays the notice of a broken connection. `"false"` hides it, as does no attribute. */
  ownerNotice: boolean
  /** Displays buttons, and accepts swipes, to browse the pictures of an album in its card. */
  albums: boolean
}

/** The attributes of `<photo-feed>`, for the types of templates. */
export interface PhotoFeedAttributes {
  /** The id of a feed whose look its owner saved: the script `/f/<id>.js` of the service has it. Other attributes override that look. */
  'feed'?: string | undefined
  /** The address of the service; a relative one is that of the page, as in links. */
  'src'?: string | undefined
  /** The account's API key. Several keys with spaces between are one feed of several accounts, by time. */
  'api-key'?: string | undefined
  /** How the posts are displayed. @default 'grid' */
  'layout'?: PhotoFeedLayout | undefined
  /** The maximum number of columns, 1 to 9; narrow elements have fewer. Or the exact numbers by the element's own width in CSS pixels: `1 600:2 900:3`. @default 3 */
  'columns'?: number | string | undefined
  /** The space between posts as a CSS length, instead of `--photo-feed-gap`. */
  'gap'?: string | undefined
  /** Each post on a `card`, all on a `panel`, or `plain`. @default 'plain' */
  'theme'?: PhotoFeedTheme | undefined
  /** Posts per page, 1 to 100 (6 on Free). @default 12 */
  'page-size'?: number | string | undefined
  /** The maximum number of posts of all pages, 1 to 10,000. */
  'limit'?: number | string | undefined
  /** How further pages are loaded: by a `button`, on `scroll`, or `none`. With `scroll`, the button remains for keyboards. @default 'button' */
  'load-more'?: PhotoFeedLoading | undefined
  /** Displays only posts of this type: `IMAGE`, `VIDEO`, `CAROUSEL_ALBUM` or `REELS`. */
  'type'?: PostSelection['type'] | undefined
  /** Displays only posts whose captions have one of these hashtags, mentions or words: `#cakes @bakery bread`. */
  'with-words'?: string | undefined
  /** Displays no posts whose captions have one of these hashtags, mentions or words. */
  'without-words'?: string | undefined
  /** The ids of posts that are not displayed, with spaces between. */
  'hidden-posts'?: string | undefined
  /** The ids of posts that are displayed first, in this order. */
  'pinned-posts'?: string | undefined
  /** Where the date and the caption are: `below` the picture, `over` it, over it on `hover`, or `none`. The default is `below`, in `tiles` it is `none`. */
  'captions'?: PhotoFeedCaptions | undefined
  /** Displays the profile above the posts: avatar, name, biography, numbers of posts and followers, and a link. */
  'show-profile'?: boolean | undefined
  /** Displays the numbers of likes and comments beside the captions, if Instagram gives them. */
  'counts'?: boolean | undefined
  /** The format of the pictures: `webp` or `jpg`. @default 'webp' */
  'image-format'?: PostSelection['format'] | undefined
  /** Where a post opens: on Instagram (`platform`), in a `viewer` on the page, or `none`, without a link. @default 'platform' */
  'open-in'?: PhotoFeedOpening | undefined
  /** Where links open: `_blank` is a new tab. */
  'target'?: string | undefined
  /** With `required`, pictures of other hosts than the service's are loaded only after a click. @default 'granted' */
  'consent'?: PhotoFeedConsent | undefined
  /** Displays the notice of a broken connection. `"false"` hides it, as does no attribute. */
  'owner-notice'?: boolean | undefined
  /** Displays buttons, and accepts swipes, to browse the pictures of an album in its card. */
  'albums'?: boolean | undefined
  /** Replaces the texts for visitors: an object or its JSON. */
  labels?: PhotoFeedLabels | string | undefined
}

/** What the element has to know of an option. */
export type Option = Pick<OptionRow, 'name' | 'kind' | 'values' | 'default' | 'changes'>

export const optionRows: readonly Option[] = [
  {"name":"feed","kind":"text","changes":"posts"},
  {"name":"src","kind":"text","changes":"posts"},
  {"name":"api-key","kind":"text","changes":"posts"},
  {"name":"layout","kind":"choice","values":["grid","masonry","carousel","list","tiles"],"default":"grid","changes":"view"},
  {"name":"columns","kind":"columns","default":3,"changes":"styles"},
  {"name":"gap","kind":"length","changes":"styles"},
  {"name":"theme","kind":"choice","values":["plain","card","panel"],"default":"plain","changes":"styles"},
  {"name":"page-size","kind":"integer","values":[1,100],"default":12,"changes":"posts"},
  {"name":"limit","kind":"integer","values":[1,10000],"changes":"posts"},
  {"name":"load-more","kind":"choice","values":["button","scroll","none"],"default":"button","changes":"view"},
  {"name":"type","kind":"choice","values":["IMAGE","VIDEO","CAROUSEL_ALBUM","REELS"],"changes":"posts"},
  {"name":"with-words","kind":"text","changes":"posts"},
  {"name":"without-words","kind":"text","changes":"posts"},
  {"name":"hidden-posts","kind":"text","changes":"posts"},
  {"name":"pinned-posts","kind":"text","changes":"posts"},
  {"name":"captions","kind":"choice","values":["below","over","hover","none"],"changes":"view"},
  {"name":"show-profile","kind":"boolean","changes":"view"},
  {"name":"counts","kind":"boolean","changes":"view"},
  {"name":"image-format","kind":"choice","values":["webp","jpg"],"default":"webp","changes":"posts"},
  {"name":"open-in","kind":"choice","values":["platform","viewer","none"],"default":"platform","changes":"view"},
  {"name":"target","kind":"text","changes":"view"},
  {"name":"consent","kind":"choice","values":["granted","required"],"default":"granted","changes":"view"},
  {"name":"owner-notice","kind":"boolean","changes":"view"},
  {"name":"albums","kind":"boolean","changes":"view"},
]

/** The defaults of options, by layout where they differ. */
export const layoutDefaults = {
  captions: {"grid":"below","masonry":"below","carousel":"below","list":"below","tiles":"none"},
} as const

/** All options; those with a default by layout are not null. */
export type CompleteOptions = PhotoFeedProperties &
  Readonly<Record<keyof typeof layoutDefaults, NonNullable<unknown>>>
