import { type FieldLimit, type SchemaLimits, shorten, UserError } from '@photofeed/core'
import leven from 'leven'
import * as z from 'zod/mini'
import { toDotPath } from 'zod/v4/core'

// Every message below completes "must be …".

export const line = z
  .string({ error: 'text' })
  .check(z.regex(/^\S(?:.{0,198}\S)?$/u, { error: 'one line of 1 to 200 characters' }))

export const count = z
  .int({ error: 'a whole number' })
  .check(z.nonnegative({ error: 'a number that is not negative' }))

/** In milliseconds since the epoch. Within this range a year has four digits in every zone. */
export const timeRange = {
  earliest: Date.parse('0001-01-01T00:00:00Z'),
  latest: Date.parse('9999-12-30T00:00:00Z'),
}

/** Parses the address of a service: http or https, without credentials, query and fragment; null for any other text. */
export function parseServiceUrl(text: string): URL | null {
  const url = URL.parse(text)
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password
  return isPlain && /^https?:$/.test(url.protocol) ? url : null
}

/** Whole seconds in UTC, with a colon in the offset. */
export function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`
}

type Limits = SchemaLimits[string]

/** An object without other fields, whose fields have at most what `limits` allow. */
export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape, limits: Limits = {}) {
  const fields = Object.entries(shape).map(([name, type]) => [name, within(type, limits[name])])
  return z.strictObject(Object.fromEntries(fields) as Shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not a known field${suggestion(issue.keys[0], Object.keys(shape))}`
        : 'an object',
  })
}

function within(type: z.ZodMiniType, limit: FieldLimit | undefined): z.ZodMiniType {
  if (!limit) return type
  const { maxLength, maxItems, maximum } = limit
  const most = (maxLength ?? maxItems ?? maximum ?? 0).toLocaleString('en')
  const length =
    maxLength === undefined ? `a list of at most ${most}` : `text of at most ${most} characters`
  const error = maximum === undefined ? length : `a number of at most ${most}`
  return type.check(z.refine((value) => shorten(value, limit) === value, { error }))
}

/** Adds a problem of an object as a whole to what a check has found. */
export function rejectWhole({ value, issues }: z.core.ParsePayload, message: string): void {
  issues.push({ code: 'custom', input: value, params: { whole: true }, message })
}

/** One of some names; the error suggests the nearest one. */
export function nameOf<const Name extends string>(names: readonly Name[]) {
  return z.enum(names, {
    error: ({ input }) => `one of ${names.join(', ')}${suggestion(input, names)}`,
  })
}

/** Milliseconds, or two bounds to select from. */
export type Duration = number | { min: number; max: number }

const longest = 60_000

const milliseconds = z
  .int({ error: 'a whole number of milliseconds' })
  .check(
    z.minimum(0, { error: 'a number that is not negative' }),
    z.maximum(longest, { error: `at most ${longest} milliseconds` }),
  )

const bounds = object({ min: milliseconds, max: milliseconds }).check((payload) => {
  if (payload.value.min <= payload.value.max) return
  rejectWhole(payload, 'must have a min that is at most its max')
})

export const duration = z.union([milliseconds, bounds], {
  error: 'milliseconds, like 200 or { "min": 100, "max": 400 }',
})

function suggestion(input: unknown, known: readonly string[]): string {
  const nearest = nearestName(input, known)
  return nearest === undefined ? '' : `: did you mean ${nearest}?`
}

/**
 * Returns what a schema makes of data. The error is a sentence about the first problem: `start`, then
 * `posts[2].id must be text, but is 7`. A problem of the data as a whole starts with `whole` instead.
 *
 * @throws {UserError}
 */
export function readData<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
  start: string,
  whole = `${start}it`,
): z.output<Schema> {
  const read = schema.safeParse(data, { reportInput: true })
  if (read.success) return read.data
  const issues = read.error.issues.map(describeIssue)
  // A limit of the contract is behind that of any text, and smaller.
  const { place = '', problem = '' } =
    issues.findLast((each) => each.place === issues[0]?.place) ?? {}
  throw new UserError(endSentence(`${place === '' ? whole : start + place} ${problem}`))
}

/** `posts[2].children[0].id` */
const placeOf = (path: readonly PropertyKey[]) =>
  toDotPath(path.map((key) => (typeof key === 'string' ? truncate(key) : key)))

function describeIssue(outer: z.core.$ZodIssue) {
  const issue = innermost(outer)
  const { path, message } = issue
  if (issue.code === 'unrecognized_keys') {
    return { place: placeOf([...path, issue.keys[0] ?? '']), problem: message }
  }
  const place = placeOf(path)
  if (issue.code === 'custom' && issue.params?.whole) return { place, problem: message }
  // The issue of an unknown discriminator has the object that contains it.
  const isOfField = issue.code === 'invalid_union' && issue.discriminator !== undefined
  const input = isOfField ? Reflect.get(Object(issue.input), path.at(-1) ?? '') : issue.input
  // Never quoted, even if it is wrong: it may be the key of another service.
  const value = path.at(-1) === 'apiKey' ? '' : `, but is ${describeValue(input)}`
  return { place, problem: `must be ${message}${value}` }
}

/** Parses JSON; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a sentence with a full stop, unless it has another end. */
export function endSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/** Of a union, the problem of the member that has the type of the data; if there is none, that of the union. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const isOtherType = ({ path, code }: z.core.$ZodIssue) =>
    path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
  const first = issue.errors.flatMap(([first]) => first ?? []).find((first) => !isOtherType(first))
  return first ? innermost({ ...first, path: [...issue.path, ...first.path] }) : issue
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value instanceof Date) return 'a Date out of range'
  if (typeof value === 'object' && value) return 'an object'
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'string') return String(value)
  // The query string of a platform's URL contains a signature or a token.
  return JSON.stringify(truncate(/^https?:/i.test(value) ? value.replace(/\?.*/s, '?…') : value))
}

function truncate(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Returns the known name that is nearest to an unknown one; undefined if nothing is near. */
export function nearestName(unknown: unknown, known: readonly string[]): string | undefined {
  // No name is longer, and the time grows with the product of both lengths.
  if (typeof unknown !== 'string' || unknown.length > 40) return undefined
  const [nearest] = known
    .map((name) => ({ name, edits: leven(unknown.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits)
  return nearest && nearest.edits <= Math.ceil(nearest.name.length / 3) ? nearest.name : undefined
}
