import { apiKey as keyParameter } from '@photofeed/openapi'

const mask = '<redacted>'
const inUrl = new RegExp(`(${keyParameter.parameter}=)[^&#\\s"'<>\\\\]*`, 'gi')

export type Redact = (text: string) => string

/** Replaces the key in any text: on its own, percent-encoded, and in the query of a URL. */
export function redactionOf(apiKey: string): Redact {
  const forms = apiKey ? [apiKey, encodeURIComponent(apiKey)] : []
  return (text) =>
    forms.reduce((rest, form) => rest.replaceAll(form, mask), text.replace(inUrl, `$1${mask}`))
}

/**
 * A copy of what `fetch` threw. Errors of undici, service workers and mocks quote the URL in their
 * message and stack, and may carry the whole request as a property; only known properties are kept.
 */
export function redactError(thrown: unknown, redact: Redact, depth = 0): unknown {
  if (!(thrown instanceof Error)) return redact(String(thrown))
  const nested = depth < 5
  const copy = new Error(redact(thrown.message))
  copy.name = thrown.name
  if (thrown.stack !== undefined) copy.stack = redact(thrown.stack)
  if ('code' in thrown) Object.assign(copy, { code: redact(String(thrown.code)) })
  if (nested && thrown.cause !== undefined)
    copy.cause = redactError(thrown.cause, redact, depth + 1)
  if (nested && thrown instanceof AggregateError) {
    Object.assign(copy, { errors: thrown.errors.map((one) => redactError(one, redact, depth + 1)) })
  }
  return copy
}
