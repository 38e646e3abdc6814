import type { PostSelection } from '@photofeed/sdk'
import { isLength, parseColumns } from './columns.ts'
import { check } from './on-demand.ts'

/** How the posts are displayed. */
export type FeedLayout = 'grid' | 'masonry' | 'carousel' | 'list' | 'tiles'

/** Where a post opens. */
export type FeedOpening = 'platform' | 'viewer' | 'none'

/** Whether pictures of other hosts may be loaded. */
export type FeedConsent = 'granted' | 'required'

/** What is behind the posts. */
export type FeedTheme = 'plain' | 'card' | 'panel'

/** Where the date and the caption of a post are. */
export type FeedCaptions = 'below' | 'over' | 'hover' | 'none'

/** How further pages are loaded. */
export type FeedLoading = 'button' | 'scroll' | 'none'

/** The properties of the element that reflect its attributes. Null or undefined removes the attribute. */
export interface PhotoFeedProperties {
  /** The address of the service. */
  src: string | null
  /** The account's API key, or those of several accounts: the attribute `api-key`. */
  apiKey: string | null
  /** The same as `apiKey`. */
  key: string | null
  /** How the posts are displayed. @default 'grid' */
  layout: FeedLayout
  /**
   * The maximum number of columns, 1 to 9; narrow elements have fewer. Or the exact numbers by the element's own width in
   * CSS pixels: `1 600:2 900:3`. @default 3
   */
  columns: number | string
  /** The space between posts as a CSS length, `1rem` in most layouts. */
  gap: string | null
  /** Each post on a `card`, all on a `panel`, or `plain`. @default 'plain' */
  theme: FeedTheme
  /** Displays the profile above the posts: avatar, name, biography, numbers and a link. @default false */
  header: boolean
  /** Where the date and the caption are. @default 'below', in tiles 'none' */
  captions: FeedCaptions | null
  /** Displays the numbers of likes and comments beside the captions. @default false */
  counts: boolean
  /** Posts per page, 1 to 100 (6 on Free). @default 12 */
  limit: number
  /** The maximum number of posts of all pages, 1 to 10,000. */
  max: number | null
  /** How further pages are loaded; with `scroll`, the button remains for keyboards. @default 'button' */
  load: FeedLoading
  /** Where links open: `_blank` is a new tab. */
  target: string | null
  /** Displays only posts of this type. */
  type: NonNullable<PostSelection['type']> | null
  /** The ids of posts that are not displayed. */
  hide: string | null
  /** The ids of posts that are displayed first, in this order. */
  pin: string | null
  /** Displays only posts whose captions have one of these hashtags or words: `#cakes #bread`. */
  only: string | null
  /** Displays no posts whose captions have one of these hashtags or words. */
  without: string | null
  /** The format of the pictures. @default 'webp' */
  format: NonNullable<PostSelection['format']>
  /** Where a post opens: on the `platform`, in a `viewer` on the page, or `none`, without a link. @default 'platform' */
  open: FeedOpening
  /** Displays buttons, and accepts swipes, to browse the pictures of an album in its card. @default false */
  albums: boolean
  /** With `required`, pictures of other hosts are loaded only after a click. @default 'granted' */
  consent: FeedConsent
  /** Displays the notice of a broken connection: the attribute `owner-notice`. @default false */
  ownerNotice: boolean
}

interface Option<Value> {
  readonly default: Value
  /** Returns undefined for an invalid text. */
  readonly parse: (text: string) => Value | undefined
  /** The valid values, or the lowest and the highest number, for the warning of an invalid value. */
  readonly values?: readonly (string | number)[]
  readonly isBoolean?: boolean
}

const text: Option<string | null> = {
  default: null,
  parse: (value) => value.trim() || null,
}

// Vue and Svelte set the attribute to "false".
const boolean: Option<boolean> = {
  default: false,
  parse: (value) => value !== 'false',
  isBoolean: true,
}

function integer<Default extends number | null>(
  min: number,
  max: number,
  initial: Default,
): Option<number | Default> {
  const isValid = (value: number) => Number.isInteger(value) && value >= min && value <= max
  return {
    default: initial,
    parse: (value) => (isValid(Number(value)) ? Number(value) : undefined),
    values: [min, max],
  }
}

function oneOf<Name extends string | null>(
  names: readonly NonNullable<Name>[],
  initial: Name,
): Option<Name> {
  return {
    default: initial,
    parse: (value) => names.find((name) => name === value),
    values: names,
  }
}

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : ''

type OptionTable = {
  [Name in keyof PhotoFeedProperties as KebabCase<Name>]: Option<PhotoFeedProperties[Name]>
}

/** Every attribute that is also a property, except `labels`, which is an object. */
const table: OptionTable = {
  src: text,
  'api-key': text,
  key: text,
  layout: oneOf<FeedLayout>(['grid', 'masonry', 'carousel', 'list', 'tiles'], 'grid'),
  columns: {
    default: 3,
    parse: (value) =>
      parseColumns(value)?.breakpoints.length === 0 ? Number(value) : parseColumns(value) && value,
  },
  gap: {
    default: null,
    parse: (value) => (isLength(value) ? value : undefined),
  },
  theme: oneOf<FeedTheme>(['plain', 'card', 'panel'], 'plain'),
  header: boolean,
  captions: oneOf<FeedCaptions | null>(['below', 'over', 'hover', 'none'], null),
  counts: boolean,
  limit: integer(1, 100, 12),
  max: integer(1, 10_000, null),
  load: oneOf<FeedLoading>(['button', 'scroll', 'none'], 'button'),
  target: text,
  type: oneOf<NonNullable<PostSelection['type']> | null>(
    ['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM', 'REELS'],
    null,
  ),
  hide: text,
  pin: text,
  only: text,
  without: text,
  format: oneOf<NonNullable<PostSelection['format']>>(['webp', 'jpg'], 'webp'),
  open: oneOf<FeedOpening>(['platform', 'viewer', 'none'], 'platform'),
  albums: boolean,
  consent: oneOf<FeedConsent>(['granted', 'required'], 'granted'),
  'owner-notice': boolean,
}

const entries = Object.entries<Option<unknown>>(table).map(([attribute, option]) => ({
  attribute,
  property: attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
  option,
}))

export const attributeNames: readonly string[] = entries.map(({ attribute }) => attribute)

export const propertyNames: readonly string[] = entries.map(({ property }) => property)

/** Returns the options of an element. An invalid value has the default, and is logged once. */
export function readOptions(element: Pick<Element, 'getAttribute'>): PhotoFeedProperties {
  return parseOptions(({ attribute }) => element.getAttribute(attribute))
}

/** Returns the given options with the defaults of the others. An invalid value has the default, and is logged once. */
export function completeOptions(options: object): PhotoFeedProperties {
  const values: Readonly<Record<string, unknown>> = { ...options }
  return parseOptions(({ property }) => values[property])
}

/** Defines an accessor for each attribute. It reflects the attribute, as `id` does. */
export function defineProperties(prototype: HTMLElement): void {
  for (const entry of entries) {
    const { attribute, property, option } = entry
    Object.defineProperty(prototype, property, {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return parseOption(entry, this.getAttribute(attribute))
      },
      set(this: Element, value: unknown) {
        if (option.isBoolean) this.toggleAttribute(attribute, Boolean(value))
        else if (value === null || value === undefined) this.removeAttribute(attribute)
        else this.setAttribute(attribute, String(value))
      },
    })
  }
}

/** Sets the properties again that a script set before the element was defined: they hide the accessors. */
export function upgradeProperties(element: HTMLElement, names: readonly string[]): void {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue
    const value: unknown = Reflect.get(element, name)
    Reflect.deleteProperty(element, name)
    Reflect.set(element, name, value)
  }
}

type Entry = (typeof entries)[number]

function parseOptions(read: (entry: Entry) => unknown): PhotoFeedProperties {
  const values = entries.map((entry) => [entry.property, parseOption(entry, read(entry))])
  return Object.fromEntries(values)
}

function parseOption({ attribute, option }: Entry, value: unknown): unknown {
  // Templates of content management systems write an empty attribute for a field without a value.
  const isMissing = value === null || value === undefined || (value === '' && !option.isBoolean)
  if (isMissing) return option.default
  const parsed = option.parse(String(value))
  if (parsed !== undefined) return parsed
  check(({ warnOfInvalid }) => warnOfInvalid(attribute, value, option.values))
  return option.default
}
