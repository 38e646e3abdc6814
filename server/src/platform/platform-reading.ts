import type { z } from 'zod'
import { PlatformError } from './platform-problems.ts'

/** Parses a response with a schema. The error contains none of its values. */
export function readResponse<T>(schema: z.ZodType<T>, json: unknown, operation: string): T {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  // A value might be the very token that could not be read.
  const saying = shapeProblem(result.error, json).replace(/, got .*/s, '')
  throw new PlatformError('unreadable', { operation, saying: redacted(saying, []) })
}

/**
 * The first problem that a schema, whose messages complete "expected …", found in JSON; in one line. `clean` takes out
 * of a text what must not be shown.
 */
export function shapeProblem(
  error: z.ZodError,
  json: unknown,
  clean: (text: string) => string = withoutQuery,
): string {
  const issue = error.issues[0]
  const path = issue?.path ?? []
  const place = placeOf(path)
  const found = shown(valueAt(json, path), clean)
  return `${place}${place && ': '}expected ${issue?.message ?? 'other data'}, got ${found}`
}

function placeOf(path: PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

function valueAt(json: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value ? Reflect.get(value, key) : undefined),
    json,
  )
}

function shown(value: unknown, clean: (text: string) => string): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value) return 'an object'
  if (typeof value !== 'string') return String(value)
  // Before it is cut: half a token is no longer found.
  const safe = clean(value)
  return JSON.stringify(safe.length > 60 ? `${safe.slice(0, 60)}…` : safe)
}

/** What follows the question mark of a platform URL is a signature or a token. */
function withoutQuery(text: string): string {
  return text.replace(/\?.*/s, '?…')
}

const maximumLength = 200

/** Words of the platform's, fit for a log: one short line without tokens, secrets or what follows a URL's `?`. */
export function redacted(text: string, secrets: readonly string[]): string {
  const known = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret !== '')
    .reduce((safe, secret) => safe.replaceAll(secret, '…'), text)
  return known
    .replace(/\?[^\s"'<>]*/g, (query) => (query.includes('=') ? '?…' : query))
    .replace(/[\w%~+/=.-]{20,}/g, (run) => (looksRandom(run) ? '…' : run))
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, maximumLength)
}

/** Names of permissions are long as well, but they are words. */
function looksRandom(run: string): boolean {
  return /\d|[a-z][A-Z]/.test(run)
}
