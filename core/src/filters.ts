import { type FilterName, type MediaType, parameters } from '@photofeed/openapi'
import { parseTimestamp } from './timestamp.ts'

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

/** Every filter of the definition, by the name of its GraphQL argument. */
export const filters = { type, publishedAfter, publishedBefore } satisfies Record<
  FilterName,
  unknown
>
export const filterNames = Object.keys(filters) as FilterName[]

/** A value of each filter; null selects all posts. */
export type PostFilter = {
  [Name in FilterName]: ReturnType<(typeof filters)[Name]['parse']>
}

/** Reads the value of each filter. */
export function readFilters(
  read: <Value>(name: FilterName, filter: Filter<Value>) => Value | null,
): PostFilter {
  const values = filterNames.map((name) => [name, read(name, filters[name] as Filter<unknown>)])
  return Object.fromEntries(values)
}

/** Selects every post. */
export const noFilter = readFilters(() => null)

/** Returns the test of which posts the filters let through. */
export function matching(query: PostFilter): (post: FilteredPost) => boolean {
  const tests = filterNames.flatMap((name) => {
    const value = query[name]
    return value === null ? [] : [(filters[name] as Filter<typeof value>).select(value)]
  })
  return (post) => tests.every((isSelected) => isSelected(post))
}
