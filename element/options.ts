/**
 * The options of `<photo-feed>`. `npm run generate` makes of each row: the attribute and the property, with their types and
 * what they change (`src/view/generated/properties.ts`), `custom-elements.json`, and the table of the manual. The editor has its fields
 * from here, too.
 */
export interface OptionRow {
  /** The name of the attribute. The property has it in camel case. */
  readonly name: string
  /** How a value is parsed. A choice is one of `values`, an integer is between the first and the second. */
  readonly kind: 'text' | 'boolean' | 'choice' | 'integer' | 'columns' | 'length'
  readonly values?: readonly (string | number)[]
  readonly default?: string | number
  /** The default of each layout that is named, and of all `others`. */
  readonly defaultByLayout?: Readonly<Record<string, string | number>> & {
    readonly others: string | number
  }
  /** The type of the values of a choice: one that is exported, or of the SDK. */
  readonly type?: string
  /** What is done when it changes: the posts are loaded again, rendered again, or only their styles change. */
  readonly changes: 'posts' | 'view' | 'styles'
  /** A sentence, in Markdown, without the default. */
  readonly about: string
  /** Without it the editor has no field. The labels of a choice are in the order of `values`. */
  readonly editor?: {
    readonly group: 'Look' | 'Posts' | 'Behavior' | 'Style'
    readonly label: string
    readonly hint?: string
    readonly placeholder?: string
    /** Labels by value. The first one is the default, and is not written. */
    readonly options?: Readonly<Record<string, string>>
  }
}

export const options: readonly OptionRow[] = [
  {
    name: 'feed',
    kind: 'text',
    changes: 'posts',
    about:
      'The id of a feed whose look its owner saved: the script `/f/<id>.js` of the service has it. Other attributes override that look.',
  },
  {
    name: 'src',
    kind: 'text',
    changes: 'posts',
    about: 'The address of the service; a relative one is that of the page, as in links.',
  },
  {
    name: 'api-key',
    kind: 'text',
    changes: 'posts',
    about:
      "The account's API key. Several keys with spaces between are one feed of several accounts, by time.",
  },
  {
    name: 'layout',
    kind: 'choice',
    values: ['grid', 'masonry', 'carousel', 'list', 'tiles'],
    default: 'grid',
    type: 'PhotoFeedLayout',
    changes: 'view',
    about: 'How the posts are displayed.',
    editor: {
      group: 'Look',
      label: 'Layout',
      options: {
        grid: 'Grid',
        masonry: 'Masonry',
        carousel: 'Carousel',
        list: 'List',
        tiles: 'Tiles',
      },
    },
  },
  {
    name: 'columns',
    kind: 'columns',
    default: 3,
    changes: 'styles',
    about:
      "The maximum number of columns, 1 to 9; narrow elements have fewer. Or the exact numbers by the element's own width in CSS pixels: `1 600:2 900:3`.",
    editor: { group: 'Look', label: 'Columns' },
  },
  {
    name: 'gap',
    kind: 'length',
    changes: 'styles',
    about: 'The space between posts as a CSS length, instead of `--photo-feed-gap`.',
    editor: {
      group: 'Look',
      label: 'Space',
      options: { '': 'Normal', '0px': 'None', '4px': 'Small', '32px': 'Large' },
    },
  },
  {
    name: 'theme',
    kind: 'choice',
    values: ['plain', 'card', 'panel'],
    default: 'plain',
    type: 'PhotoFeedTheme',
    changes: 'styles',
    about: 'Each post on a `card`, all on a `panel`, or `plain`.',
    editor: {
      group: 'Style',
      label: 'Behind the posts',
      options: { plain: 'Nothing', card: 'Cards', panel: 'A panel' },
    },
  },
  {
    name: 'page-size',
    kind: 'integer',
    values: [1, 100],
    default: 12,
    changes: 'posts',
    about: 'Posts per page, 1 to 100 (6 on Free).',
    editor: { group: 'Look', label: 'Posts', hint: 'Per page. Free has 6.' },
  },
  {
    name: 'limit',
    kind: 'integer',
    values: [1, 10_000],
    changes: 'posts',
    about: 'The maximum number of posts of all pages, 1 to 10,000.',
  },
  {
    name: 'load-more',
    kind: 'choice',
    values: ['button', 'scroll', 'none'],
    default: 'button',
    type: 'PhotoFeedLoading',
    changes: 'view',
    about:
      'How further pages are loaded: by a `button`, on `scroll`, or `none`. With `scroll`, the button remains for keyboards.',
    editor: {
      group: 'Posts',
      label: 'More posts',
      options: { button: 'A button', scroll: 'While scrolling', none: 'None' },
    },
  },
  {
    name: 'type',
    kind: 'choice',
    values: ['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM', 'REELS'],
    type: "NonNullable<PostSelection['type']>",
    changes: 'posts',
    about: 'Displays only posts of this type: `IMAGE`, `VIDEO`, `CAROUSEL_ALBUM` or `REELS`.',
    editor: {
      group: 'Posts',
      label: 'Kind',
      options: { '': 'All', IMAGE: 'Photos', VIDEO: 'Videos', CAROUSEL_ALBUM: 'Albums' },
    },
  },
  {
    name: 'with-words',
    kind: 'text',
    changes: 'posts',
    about:
      'Displays only posts whose captions have one of these hashtags, mentions or words: `#cakes @bakery bread`.',
    editor: { group: 'Posts', label: 'Only captions with', placeholder: '#cakes' },
  },
  {
    name: 'without-words',
    kind: 'text',
    changes: 'posts',
    about: 'Displays no posts whose captions have one of these hashtags, mentions or words.',
    editor: { group: 'Posts', label: 'No captions with', placeholder: '#ad' },
  },
  {
    name: 'hidden-posts',
    kind: 'text',
    changes: 'posts',
    about: 'The ids of posts that are not displayed, with spaces between.',
  },
  {
    name: 'pinned-posts',
    kind: 'text',
    changes: 'posts',
    about: 'The ids of posts that are displayed first, in this order.',
  },
  {
    name: 'captions',
    kind: 'choice',
    values: ['below', 'over', 'hover', 'none'],
    defaultByLayout: { others: 'below', tiles: 'none' },
    type: 'PhotoFeedCaptions',
    changes: 'view',
    about:
      'Where the date and the caption are: `below` the picture, `over` it, over it on `hover`, or `none`.',
    editor: {
      group: 'Look',
      label: 'Captions',
      options: {
        '': 'Usual',
        below: 'Below',
        over: 'On the picture',
        hover: 'On hover',
        none: 'None',
      },
    },
  },
  {
    name: 'show-profile',
    kind: 'boolean',
    changes: 'view',
    about:
      'Displays the profile above the posts: avatar, name, biography, numbers of posts and followers, and a link.',
    editor: { group: 'Look', label: 'Profile' },
  },
  {
    name: 'counts',
    kind: 'boolean',
    changes: 'view',
    about:
      'Displays the numbers of likes and comments beside the captions, if Instagram gives them.',
    editor: { group: 'Look', label: 'Likes' },
  },
  {
    name: 'image-format',
    kind: 'choice',
    values: ['webp', 'jpg'],
    default: 'webp',
    type: "NonNullable<PostSelection['format']>",
    changes: 'posts',
    about: 'The format of the pictures: `webp` or `jpg`.',
  },
  {
    name: 'open-in',
    kind: 'choice',
    values: ['platform', 'viewer', 'none'],
    default: 'platform',
    type: 'PhotoFeedOpening',
    changes: 'view',
    about:
      'Where a post opens: on Instagram (`platform`), in a `viewer` on the page, or `none`, without a link.',
    editor: {
      group: 'Look',
      label: 'Click opens',
      options: { platform: 'Instagram', viewer: 'Large picture', none: 'Nothing' },
    },
  },
  {
    name: 'target',
    kind: 'text',
    changes: 'view',
    about: 'Where links open: `_blank` is a new tab.',
    editor: { group: 'Behavior', label: 'Open links in a new tab' },
  },
  {
    name: 'consent',
    kind: 'choice',
    values: ['granted', 'required'],
    default: 'granted',
    type: 'PhotoFeedConsent',
    changes: 'view',
    about:
      "With `required`, pictures of other hosts than the service's are loaded only after a click.",
    editor: {
      group: 'Behavior',
      label: 'Pictures of other servers',
      options: { granted: 'Shown', required: 'After a click' },
    },
  },
  {
    name: 'owner-notice',
    kind: 'boolean',
    changes: 'view',
    about: 'Displays the notice of a broken connection. `"false"` hides it, as does no attribute.',
    editor: { group: 'Behavior', label: 'Notice of a broken connection' },
  },
  {
    name: 'albums',
    kind: 'boolean',
    changes: 'view',
    about: 'Displays buttons, and accepts swipes, to browse the pictures of an album in its card.',
    editor: { group: 'Behavior', label: 'Browse albums in the feed' },
  },
]
