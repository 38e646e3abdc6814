/** A control of the editor. Its name is that of an attribute, or of a custom property. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** `phone` is the number of columns of a narrow feed. */
  readonly kind: 'choice' | 'check' | 'count' | 'phone' | 'text' | 'color'
  /** The labels by their values. The first one is the default, and is not written. */
  readonly options?: Readonly<Record<string, string>>
  readonly placeholder?: string
  readonly max?: number
}

export interface Group {
  readonly title: string
  readonly fields: readonly Field[]
}

const languages =
  'ar cs da de el en es fi fr he hu id it ja ko nb nl pl pt pt-PT ro ru sv tr uk vi zh zh-Hant'.split(
    ' ',
  )

/** Returns the name of a language in itself. */
const ownName = (language: string) =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

/** What an owner can choose. */
export const groups: readonly Group[] = [
  {
    title: 'Layout',
    fields: [
      {
        name: 'layout',
        label: 'Layout',
        kind: 'choice',
        options: {
          grid: 'Grid',
          masonry: 'Masonry',
          carousel: 'Carousel',
          list: 'List',
          tiles: 'Tiles',
        },
      },
      { name: 'columns', label: 'Columns', kind: 'count', max: 9 },
      { name: 'columns-phone', label: 'Columns on a phone', kind: 'phone', max: 9 },
      {
        name: 'gap',
        label: 'Space between',
        kind: 'choice',
        options: { '': 'Normal', '0rem': 'None', '0.25rem': 'Small', '2rem': 'Large' },
      },
      {
        name: 'theme',
        label: 'Behind the posts',
        kind: 'choice',
        options: { plain: 'Nothing', card: 'Cards', panel: 'A panel' },
      },
    ],
  },
  {
    title: 'Content',
    fields: [
      {
        name: 'limit',
        label: 'Posts',
        hint: 'Per page. Free has 6.',
        kind: 'count',
        max: 100,
      },
      {
        name: 'load',
        label: 'More posts',
        kind: 'choice',
        options: { button: 'A button', scroll: 'While scrolling', none: 'None' },
      },
      {
        name: 'type',
        label: 'Kind',
        kind: 'choice',
        options: {
          '': 'All',
          IMAGE: 'Photos',
          VIDEO: 'Videos',
          CAROUSEL_ALBUM: 'Albums',
        },
      },
      {
        name: 'only',
        label: 'Only captions with',
        kind: 'text',
        placeholder: '#cakes',
      },
      { name: 'without', label: 'No captions with', kind: 'text', placeholder: '#ad' },
      {
        name: 'captions',
        label: 'Captions',
        kind: 'choice',
        options: {
          '': 'Usual',
          below: 'Below',
          over: 'On the picture',
          hover: 'On hover',
          none: 'None',
        },
      },
      { name: 'header', label: 'Profile above the posts', kind: 'check' },
      { name: 'counts', label: 'Likes and comments', kind: 'check' },
    ],
  },
  {
    title: 'Behavior',
    fields: [
      {
        name: 'open',
        label: 'Posts open',
        kind: 'choice',
        options: {
          platform: 'On Instagram',
          viewer: 'On your page',
          none: 'Nowhere',
        },
      },
      { name: 'target', label: 'Open links in a new tab', kind: 'check' },
      {
        name: 'consent',
        label: 'Pictures of other servers',
        kind: 'choice',
        options: { granted: 'Shown', required: 'After a click' },
      },
      { name: 'owner-notice', label: 'Notice of a broken connection', kind: 'check' },
      { name: 'albums', label: 'Browse albums in the feed', kind: 'check' },
      {
        name: 'lang',
        label: 'Language',
        kind: 'choice',
        options: {
          '': 'That of your page',
          ...Object.fromEntries(languages.map((language) => [language, ownName(language)])),
        },
      },
    ],
  },
  {
    title: 'Style',
    fields: [
      {
        name: '--photo-feed-ratio',
        label: 'Shape of pictures',
        kind: 'choice',
        options: { '': 'Square', '4/5': 'Portrait', '4/3': 'Landscape' },
      },
      {
        name: '--photo-feed-radius',
        label: 'Corners',
        kind: 'choice',
        options: { '': 'Rounded', '0px': 'Sharp', '1rem': 'Very rounded' },
      },
      { name: 'color', label: 'Text', kind: 'color' },
      { name: '--photo-feed-surface', label: 'Cards and panel', kind: 'color' },
      { name: '--photo-feed-border', label: 'Their borders', kind: 'color' },
      { name: '--photo-feed-accent', label: 'Focus outline', kind: 'color' },
    ],
  },
]
