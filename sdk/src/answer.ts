import type { Schemas } from '@photofeed/openapi'
import { connectionFrom } from './connection.ts'
import type { ApiProblem } from './errors/api-error.ts'
import { apiErrorOf } from './errors/documented-errors.ts'
import { UnreadableBodyError } from './errors/unreadable-body-error.ts'
import { jsonOrText } from './json.ts'
import { isObject } from './object.ts'
import { problemIn } from './problem.ts'
import type { Redact } from './redaction.ts'
import type { Answer } from './transport.ts'

/** A good answer's body when it has the form that is expected; anything else is thrown as the error that describes it. */
export function bodyOf<Body>(
  { response, body }: Answer,
  isExpected: (body: unknown) => body is Body,
  redact: Redact,
): Body {
  const { ok, status, headers } = response
  if (ok && isExpected(body)) return body
  // Error pages like to quote the URL that was asked for.
  const text = redact(typeof body === 'string' ? body : JSON.stringify(body))
  const document = jsonOrText(text)
  if (ok || !isErrorDocument(document)) throw new UnreadableBodyError(status, text)
  throw apiErrorOf({
    status,
    errors: document.errors.map(problemIn) as [ApiProblem, ...ApiProblem[]],
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
  return isObject(value) && typeof value.code === 'string' && typeof value.detail === 'string'
}
