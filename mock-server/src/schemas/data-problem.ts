import type { z } from 'zod'

/**
 * The first problem that a schema found, as what follows the name of the data in a sentence:
 * `posts[2].id must be text, but is 7`. Messages of the schemas complete "must be …".
 */
export function dataProblem(error: z.ZodError, data: unknown): string {
  const issue = innermost(error.issues[0] as z.core.$ZodIssue)
  const { path, message } = issue
  if (issue.code === 'unrecognized_keys') {
    return `${placeOf([...path, ...issue.keys.slice(0, 1)])} ${message}`
  }
  if (issue.code === 'custom' && issue.params?.whole) return `${placeOf(path)} ${message}`
  const place = placeOf(path) || 'it'
  // A key is kept secret even when it is wrong: it may be another service's.
  if (path.at(-1) === 'apiKey') return `${place} must be ${message}`
  return `${place} must be ${message}, but is ${shown(valueAt(data, path))}`
}

/** Of alternatives, the problem of the first when the data has that one's form; else all are told at once. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const first = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined
  if (!first || (first.path.length === 0 && first.code === 'invalid_type')) return issue
  return innermost({ ...first, path: [...issue.path, ...first.path] })
}

/** `posts[2].children[0].id` */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${shortened(String(key))}`))
    .join('')
    .replace(/^\./, '')
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    data,
  )
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (value instanceof Date) return 'a Date out of range'
  if (typeof value === 'object' && value) return 'an object'
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'string') return String(value)
  // What follows the question mark of a platform's URL is a signature or a token.
  return JSON.stringify(shortened(/^https?:/i.test(value) ? value.replace(/\?.*/s, '?…') : value))
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
