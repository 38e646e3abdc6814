import type { Schemas } from '@photofeed/openapi'
import { connectionFrom } from './connection.ts'
import { apiErrorOf } from './errors/documented-errors.ts'
import { UnreadableBodyError } from './errors/unreadable-body-error.ts'
import { jsonOrText } from './json.ts'
import { problemIn } from './problem.ts'
import type { Redact } from './redaction.ts'
import type { Answer } from './transport.ts'

/** A good answer's body when it has the form that is expected; anything else is thrown as the error that describes it. */
export function bodyOf<Body>(
  answer: Pick<Answer, 'ok' | 'status' | 'headers'> & { readonly body: unknown },
  isExpected: (body: unknown) => body is Body,
  redact: Redact,
): Body {
  const { ok, status, headers, body } = answer
  if (ok && isExpected(body)) return body
  // Error pages like to quote the URL that was asked for.
  const text = redact(typeof body === 'string' ? body : JSON.stringify(body))
  const document = jsonOrText(text)
  if (ok || !isErrorDocument(document)) throw new UnreadableBodyError(status, text)
  const [first, ...others] = document.errors
  throw apiErrorOf({
    status,
    errors: [problemIn(first), ...others.map(problemIn)],
    connection: connectionFrom(headers),
  })
}

type Errors = [Schemas['Error'], ...Schemas['Error'][]]

function isErrorDocument(body: unknown): body is { errors: Errors } {
  return (
    isObject(body) &&
    Array.isArray(body.errors) &&
    body.errors.length > 0 &&
    body.errors.every(isError)
  )
}

function isError(value: unknown): value is Schemas['Error'] {
  if (!isObject(value)) return false
  const { code, detail, source } = value
  return [code, detail, isObject(source) ? source.parameter : ''].every(
    (text) => typeof text === 'string',
  )
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
