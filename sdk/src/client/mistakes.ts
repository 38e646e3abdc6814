// Loaded when a program made one of these mistakes.
import type { ApiErrorOptions } from '../errors/api-error.ts'
import type { FetchResponse } from './options.ts'

/** Returns the error of a key that no account can have, as the service would respond. It never quotes the key. */
export function explainKey(apiKey: unknown): ApiErrorOptions {
  const text = typeof apiKey === 'string' ? apiKey : ''
  const position = text.search(/[^0-9a-f]/)
  const flaw =
    text === ''
      ? 'is missing or empty'
      : /\s/.test(text)
        ? 'has a blank'
        : /[A-F]/.test(text)
          ? 'has capitals'
          : position < 0
            ? `has ${text.length} characters`
            : `has another character at position ${position + 1}`
  const code = text === '' ? 'MISSING_API_KEY' : 'INVALID_API_KEY'
  const detail = `apiKey must be 64 characters, 0-9 and a-f, but ${flaw}.`
  const problem = { status: '401', code, title: 'Unauthorized', detail, parameter: null } as const
  return { status: 401, errors: [problem], connection: null }
}

/** Returns the error of what a stub returned in the place of a response. */
export function explainResponse({ status, headers, text }: Partial<FetchResponse>): TypeError {
  const flaw =
    status === undefined
      ? 'no `status`'
      : !headers?.get
        ? 'no `headers.get`'
        : text
          ? 'a body that was read before'
          : 'no `text`'
  return new TypeError(`fetch must return a new Response for each call, but this one has ${flaw}.`)
}
