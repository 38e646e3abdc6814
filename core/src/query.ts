import {
  type FilterName,
  type ImageFormat,
  type MediaType,
  type MeParameter,
  type Ordering,
  parameters,
  type SortValue,
} from '@photofeed/openapi'
import { parseTimestamp } from './timestamp.ts'

/** A value given as `name[]=…` or `name[key]=…` where a plain one is expected. */
export const arrayShaped = Symbol('array-shaped')

export type QueryValue = string | typeof arrayShaped | null

/** A decoded query string. Names are data here, never object keys, so `__proto__` is a name like any other. */
export interface QueryString {
  /** The parameter's last value; null if missing. */
  last(name: string): QueryValue
  /** Whether the parameter was sent under exactly this name. */
  has(name: string): boolean
  /** Every value given as `name[]=…` or `name[key]=…`, in the order sent. */
  items(name: string): string[]
  /** Every name, decoded, in the order sent. */
  names(): string[]
}

/**
 * Parses a query string. Returns null if its percent-encoding does not decode to UTF-8.
 * The caller limits its length, which bounds the number of pairs too.
 */
export function readQueryString(text: string): QueryString | null {
  const pairs: [name: string, value: string][] = []
  try {
    for (const pair of text.split('&')) {
      const equals = pair.indexOf('=')
      const name = equals < 0 ? pair : pair.slice(0, equals)
      if (name !== '') pairs.push([decode(name), equals < 0 ? '' : decode(pair.slice(equals + 1))])
    }
  } catch {
    return null
  }
  return {
    last(name) {
      const pair = pairs.findLast(([sent]) => sent === name || isItemOf(name, sent))
      if (!pair) return null
      return pair[0] === name ? pair[1] : arrayShaped
    },
    has(name) {
      return pairs.some(([sent]) => sent === name)
    },
    items(name) {
      return pairs.filter(([sent]) => isItemOf(name, sent)).map(([, value]) => value)
    },
    names() {
      return pairs.map(([name]) => name)
    },
  }
}

function isItemOf(name: string, sent: string): boolean {
  return sent.startsWith(name) && sent[name.length] === '[' && sent.endsWith(']')
}

function decode(text: string): string {
  // Most names and values are plain, and this runs for each of them on every request.
  return /[%+]/.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text
}

/** A query parameter that breaks a rule, as a 422 names it. */
export interface InvalidParameter {
  /** As sent, with its brackets. */
  parameter: string
  detail: string
}

/** The parsed and validated query of /api/v1/me. */
export interface MeQuery extends PostFilter {
  /** Null if missing. */
  pageSize: number | null
  /** As sent; null if missing. */
  cursor: string | null
  order: Ordering
  format: ImageFormat
  children: boolean
  comments: boolean
}

/** Parses every parameter; each violated rule adds one entry (7.5). */
export function readMeQuery(query: QueryString): MeQuery | { invalid: InvalidParameter[] } {
  const invalid: InvalidParameter[] = []

  /** Returns the parsed value; null if it is missing, or if it is invalid and `detail` was added. */
  function read<T>(
    parameter: MeParameter,
    parse: (text: string) => T | null,
    detail: string,
  ): T | null {
    const value = query.last(parameter)
    if (value === null) return null
    const parsed = value === arrayShaped ? null : parse(value)
    if (parsed === null) invalid.push({ parameter, detail })
    return parsed
  }

  const size = parameters['page[size]']
  const pageSize = read('page[size]', parseInteger, size.messages.type)
  if (pageSize !== null && pageSize < size.minimum) {
    invalid.push({ parameter: 'page[size]', detail: size.messages.minimum })
  }
  if (pageSize !== null && pageSize > size.maximum) {
    invalid.push({ parameter: 'page[size]', detail: size.messages.maximum })
  }
  const { sort, format } = parameters

  // A type error here names a parameter of the definition that is not read.
  const values = {
    'page[size]': pageSize,
    'page[cursor]': readCursor(query),
    filter: readFilters(({ parameter, parse, message }) => read(parameter, parse, message)),
    sort: read('sort', parseSort, sort.messages.enum),
    'include[]': readIncludes(query, invalid),
    format: read('format', parseFormat, format.messages.enum),
  } satisfies Record<Exclude<MeParameter, `filter[${string}`> | 'filter', unknown>
  if (invalid.length > 0) return { invalid }
  return {
    pageSize: values['page[size]'],
    cursor: values['page[cursor]'],
    ...values.filter,
    order: values.sort ?? sort.orderings[sort.default],
    format: values.format ?? format.default,
    ...values['include[]'],
  }
}

/** An optional minus and digits, however many. */
function parseInteger(text: string): number | null {
  return /^-?\d+$/.test(text) ? Number(text) : null
}

export function parseFormat(text: string): ImageFormat | null {
  return parameters.format.values.find((known) => known === text) ?? null
}

function parseSort(text: string): Ordering | null {
  const { values, orderings } = parameters.sort
  const value: SortValue | undefined = values.find((known) => known === text)
  return value === undefined ? null : orderings[value]
}

/** Never invalid: an unknown cursor means the first page. */
function readCursor(query: QueryString): string | null {
  const own = query.last('page[cursor]')
  const value = own === null ? query.last(parameters['page[cursor]'].alias) : own
  return value === arrayShaped ? null : value
}

function readIncludes(
  query: QueryString,
  invalid: InvalidParameter[],
): Pick<MeQuery, 'children' | 'comments'> {
  const { values, messages, arrayOnly } = parameters['include[]']
  if (query.has(arrayOnly.name)) {
    invalid.push({ parameter: arrayOnly.name, detail: arrayOnly.message })
  }
  const items = query.items(arrayOnly.name)
  for (const item of items) {
    if (!values.some((known) => known === item)) {
      invalid.push({ parameter: 'include[]', detail: messages.enum })
    }
  }
  return { children: items.includes('children'), comments: items.includes('comments') }
}

/** What filters read of a post. */
interface FilteredPost {
  mediaType: MediaType
  /** Milliseconds since the epoch. */
  publishedAt: number
}

interface Filter<Value> {
  /** The message about an invalid value. */
  message: string
  /** Returns null for an invalid value. */
  parse(text: string): Value | null
  /** Returns the test of which posts a value selects. */
  select(value: Value): (post: FilteredPost) => boolean
}

const type: Filter<MediaType> = {
  message: parameters['filter[type]'].messages.enum,
  /** Ignores the case of ASCII letters; some values mean another one. */
  parse(text) {
    const { values, sameAs } = parameters['filter[type]']
    const upper = text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
    const value = values.find((known) => known === upper)
    if (value === undefined) return null
    return value in sameAs ? sameAs[value as keyof typeof sameAs] : (value as MediaType)
  },
  select: (type) => (post) => post.mediaType === type,
}

/** Inclusive. A fraction of a millisecond is rounded into the range that it bounds. */
const publishedAfter: Filter<number> = {
  message: parameters['filter[publishedAfter]'].messages.format,
  parse(text) {
    const time = parseTimestamp(text, parameters['filter[publishedAfter]'].endOfDay)
    return time === null ? null : Math.ceil(time)
  },
  select: (time) => (post) => post.publishedAt >= time,
}

/** Inclusive. A fraction of a millisecond is rounded into the range that it bounds. */
const publishedBefore: Filter<number> = {
  message: parameters['filter[publishedBefore]'].messages.format,
  parse(text) {
    const time = parseTimestamp(text, parameters['filter[publishedBefore]'].endOfDay)
    return time === null ? null : Math.floor(time)
  },
  select: (time) => (post) => post.publishedAt <= time,
}

/** Every filter, by the name of its GraphQL argument. */
const filters = { type, publishedAfter, publishedBefore } satisfies Record<FilterName, unknown>

interface NamedFilter<Value> extends Filter<Value> {
  name: FilterName
  parameter: `filter[${FilterName}]`
}
const namedFilters = Object.entries(filters).map(
  ([name, filter]) => ({ ...filter, name, parameter: `filter[${name}]` }) as NamedFilter<unknown>,
)

/** A value of each filter; null selects all posts. */
export type PostFilter = {
  [Name in FilterName]: ReturnType<(typeof filters)[Name]['parse']>
}

/** Reads the value of each filter. */
export function readFilters(read: <Value>(filter: NamedFilter<Value>) => Value | null): PostFilter {
  const values: Record<string, unknown> = {}
  for (const filter of namedFilters) values[filter.name] = read(filter)
  return values as PostFilter
}

/** Selects every post. */
export const noFilter = readFilters(() => null)

/** Returns the test of which posts the filters let through. */
export function matching(query: PostFilter): (post: FilteredPost) => boolean {
  const tests = namedFilters
    .filter(({ name }) => query[name] !== null)
    .map(({ name, select }) => select(query[name]))
  return (post) => tests.every((isSelected) => isSelected(post))
}
