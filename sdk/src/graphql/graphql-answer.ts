import { bodyOf } from '../answer.ts'
import { connectionFrom } from '../connection.ts'
import { isObject } from '../object.ts'
import type { Redact } from '../redaction.ts'
import type { Answer } from '../transport.ts'
import { GraphqlError } from './graphql-error.ts'
import { graphqlProblem } from './graphql-problem.ts'

/** The data of an answer: read by status, then errors, then data, as the specification orders it (7.4). */
export function dataOf<Data>(
  answer: Answer,
  isData: (data: unknown) => data is Data,
  redact: Redact,
): Data {
  const isExpected = (body: unknown): body is FailedBody | { data: Data } =>
    isFailed(body) || (isObject(body) && isData(body.data))
  const body = bodyOf(answer, isExpected, redact)
  if (!isFailed(body)) return body.data

  const { errors, data = null }: FailedBody = JSON.parse(redact(JSON.stringify(body)))
  const [first, ...others] = errors
  throw new GraphqlError({
    errors: [graphqlProblem(first), ...others.map(graphqlProblem)],
    data,
    connection: connectionFrom(answer.response.headers),
  })
}

type Entry = { readonly message: string }

interface FailedBody {
  readonly errors: readonly [Entry, ...Entry[]]
  readonly data?: unknown
}

function isFailed(body: unknown): body is FailedBody {
  if (!isObject(body) || !Array.isArray(body.errors) || body.errors.length === 0) return false
  return body.errors.every((entry) => isObject(entry) && typeof entry.message === 'string')
}
