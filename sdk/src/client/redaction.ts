import { apiKey as keyParameter } from '@photofeed/openapi'
import { isObject } from '../errors/json.ts'

export const mask = '<redacted>'
const keyInUrl = new RegExp(`(${keyParameter.parameter}=)(?!${mask})[^&#\\s"'<>\\\\]{0,200}`, 'gi')

export type Redact = (text: string) => string

/** Returns a function that replaces the key in a text: on its own and in the query of a URL. */
export function createRedact(apiKey: string): Redact {
  // A missing key would be found between all characters.
  const key = apiKey || mask
  return (text) => text.replace(keyInUrl, `$1${mask}`).replaceAll(key, mask)
}

/**
 * Returns a redacted copy of an exception of `fetch`. Errors of undici, service workers and mocks quote the URL in their
 * message and stack, and may have the whole request as a property, so only known properties are copied.
 */
export function redactError(thrown: unknown, redact: Redact, depth = 0): unknown {
  const redactPart = (value: unknown) => redactError(value, redact, depth + 1)
  if (Array.isArray(thrown)) return thrown.map(redactPart)
  // An error of another realm is no instance of this realm's `Error`.
  if (!isObject(thrown) || typeof thrown.message !== 'string') return redact(String(thrown))
  const copy = new Error(redact(thrown.message)) as Error & Record<string, unknown>
  // An error may be its cause.
  if (depth > 5) return copy
  for (const name of ['name', 'stack', 'code', 'cause', 'errors']) {
    if (name in thrown) copy[name] = redactPart(thrown[name])
  }
  return copy
}
