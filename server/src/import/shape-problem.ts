import type { z } from 'zod'
import { ImportError } from './import-error.ts'

/** Reads JSON by a schema whose messages complete "expected …"; the first problem becomes an ImportError. */
export function readWith<T>(schema: z.ZodType<T>, json: unknown, source: string): T {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue?.path ?? []
  const place = placeOf(path)
  const found = shown(valueAt(json, path))
  throw new ImportError(
    `${source}: ${place}${place && ': '}expected ${issue?.message ?? 'other data'}, got ${found}`,
  )
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

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value) return 'an object'
  if (typeof value !== 'string') return String(value)
  // What follows the question mark of a platform URL is a signature or a token.
  const safe = value.replace(/\?.*/s, '?…')
  return JSON.stringify(safe.length > 60 ? `${safe.slice(0, 60)}…` : safe)
}
