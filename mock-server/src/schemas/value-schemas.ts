import { contentTypes, originalUrl, parseMediaPath } from '@photofeed/core'
import { z } from 'zod'
import { nearestName } from './nearest-name.ts'

// Every message below completes "must be …".

/** Of each list; what a mock holds is in memory. */
const maximumItems = 10_000
const maximumCharacters = 100_000

/** Text of any kind, perhaps none. */
export const text = z.string({ error: 'text' }).max(maximumCharacters, {
  error: `text of at most ${maximumCharacters.toLocaleString('en')} characters`,
})

/** Text that stands in one line of a listing. */
export const line = z
  .string({ error: 'text' })
  .regex(/^\S(?:.{0,198}\S)?$/u, { error: 'one line of 1 to 200 characters' })

export const count = z
  .int({ error: 'a whole number' })
  .nonnegative({ error: 'a number that is not negative' })

export const webAddress = z
  .string({ error: 'a web address' })
  .max(maximumCharacters, { error: 'a web address' })
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), {
    error: 'a web address, like https://photos.example/p/1/',
  })

/** Within it, a year has four digits in every zone. In milliseconds since the epoch. */
export const timeRange = {
  earliest: Date.parse('0001-01-01T00:00:00Z'),
  latest: Date.parse('9999-12-30T00:00:00Z'),
}

const timeForm = 'an ISO 8601 time with a zone, like 2026-03-01T06:00:00+00:00'
const isoTime = z.iso.datetime({ offset: true })

/** A time as text or Date, in the service's form. */
export const time = z
  .union([z.string(), z.date()], { error: timeForm })
  .transform((value, { addIssue }) => {
    const milliseconds = readTime(value)
    if (milliseconds !== null) return formatTime(milliseconds)
    addIssue({ code: 'custom', message: timeForm })
    return z.NEVER
  })

function readTime(value: string | Date): number | null {
  // The platform writes its offsets without a colon.
  const text =
    typeof value === 'string' ? value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : isoText(value)
  const milliseconds = isoTime.safeParse(text).success ? Date.parse(text) : Number.NaN
  return milliseconds >= timeRange.earliest && milliseconds <= timeRange.latest
    ? milliseconds
    : null
}

function isoText(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** Whole seconds in UTC, with a colon in the offset. */
export function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`
}

const extensions = Object.keys(contentTypes) as (keyof typeof contentTypes)[]

export const storedFile = object({
  id: z.string({ error: 'the id of a file' }).refine(isFileId, { error: '32 hexadecimal digits' }),
  extension: z.enum(extensions, { error: `one of ${extensions.join(', ')}` }),
  bytes: count,
})

function isFileId(id: string): boolean {
  return parseMediaPath(originalUrl('', { id, extension: 'jpg' })) !== null
}

/** An object without other fields. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownField(issue.keys[0] ?? '', Object.keys(shape))
        : 'an object',
  })
}

/** One of some names; the error proposes the nearest one. */
export function nameOf<const Name extends string>(names: readonly Name[]) {
  return z.enum(names, {
    error: ({ input }) => {
      const nearest = typeof input === 'string' ? nearestName(input, names) : undefined
      return `one of ${names.join(', ')}${nearest === undefined ? '' : `: did you mean ${nearest}?`}`
    },
  })
}

/** Fields of responses that are written in another way, because the mock computes them. */
const fieldsOfResponses: Readonly<Record<string, string>> = {
  mediaUrl: 'url',
  thumbnailUrl: 'poster',
  profilePictureUrl: 'profilePicture',
  publishedAt: 'timestamp',
}

function unknownField(name: string, known: readonly string[]): string {
  const other = fieldsOfResponses[name]
  const nearest = other && known.includes(other) ? other : nearestName(name, known)
  return `is not a known field${nearest === undefined ? '' : `: did you mean ${nearest}?`}`
}

/** A list of bounded length, which is looked at before its items are. */
export function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(z.unknown(), { error: 'a list' })
    .max(maximumItems, { error: `a list of at most ${maximumItems.toLocaleString('en')}` })
    .pipe(z.array(item))
}
