import type { paths } from '@photofeed/openapi'
import type { Client } from './client.ts'
import { type Connection, readConnection } from './connection.ts'
import { isObject } from './json.ts'
import type { HttpResponse } from './options.ts'
import { parseResponse } from './parse-response.ts'
import { PhotofeedError } from './photofeed-error.ts'

const path = '/graphql' satisfies keyof paths

export function createGraphQLUrl({ baseUrl, credentials }: Client): string {
  return `${baseUrl}${path}?${credentials}`
}

/** Messages about arguments, by the argument's name in the schema (`first`, `type`). */
export type GraphQLValidation = Record<string, string[]>

/** One problem that the service found in a query. */
export interface GraphQLProblem {
  message: string
  /** Positions in the document, counted from 1; empty when the service does not name them. */
  locations: { line: number; column: number }[]
  /** The field in the data, from the root; empty when the query did not run. */
  path: (string | number)[]
  /** Empty when every argument is valid. */
  validation: GraphQLValidation
}

/**
 * The service accepted the key and reported problems of the query (status 200). Never retried.
 *
 * @example
 * ```ts
 * if (error instanceof GraphQLError) console.warn(error.validation.type?.[0] ?? error.message)
 * ```
 */
export class GraphQLError extends PhotofeedError {
  override readonly name = 'GraphQLError'
  declare readonly code: 'GRAPHQL'
  readonly errors: [GraphQLProblem, ...GraphQLProblem[]]
  /** The validation messages of all errors together; empty when there are none. */
  readonly validation: GraphQLValidation
  /** The fields that the service could resolve, with null for a failed one; null if there are none. */
  readonly data: unknown
  /** The account's connection; null when the headers do not contain it. */
  readonly connection: Connection | null

  constructor({ status, errors, data, connection, headers }: GraphQLErrorOptions) {
    const validation = mergeValidation(errors)
    const messages = Object.values(validation).flat()
    super([...errors.map(({ message }) => message), ...messages].join(' '), {
      code: 'GRAPHQL',
      retryable: false,
      status,
      headers,
      hint:
        messages.length > 0
          ? 'Correct the arguments that validation names.'
          : 'Correct the query or its variables: errors has the positions, the schema the fields.',
    })
    this.errors = errors
    this.validation = validation
    this.data = data
    this.connection = connection
  }
}

/** Options of the constructor of {@link GraphQLError}. */
export interface GraphQLErrorOptions {
  readonly status: number
  readonly errors: [GraphQLProblem, ...GraphQLProblem[]]
  readonly data: unknown
  readonly connection: Connection | null
  readonly headers?: Readonly<Record<string, string>>
}

function mergeValidation(errors: readonly GraphQLProblem[]): GraphQLValidation {
  const byArgument = new Map<string, string[]>()
  for (const problem of errors) {
    for (const [name, messages] of Object.entries(problem.validation)) {
      byArgument.set(name, [...(byArgument.get(name) ?? []), ...messages])
    }
  }
  return Object.fromEntries(byArgument)
}

/**
 * Returns the data of a response. A body is read by status, then errors, then data (7.4).
 *
 * @throws GraphQLError for errors, ApiError and UnreadableBodyError for responses of another kind
 */
export function parseGraphQLResponse(
  response: HttpResponse,
  client: Pick<Client, 'redact' | 'pace'>,
): object {
  const body = parseResponse(response, isGraphQLBody, client)
  if (!hasErrors(body)) return body.data
  // They quote the query.
  const { errors, data = null } = JSON.parse(client.redact(response.text)) as FailedBody
  throw new GraphQLError({
    status: response.status,
    errors: errors.map(parseProblem) as GraphQLErrorOptions['errors'],
    data,
    connection: readConnection(response),
    headers: response.headers(),
  })
}

interface FailedBody {
  readonly errors: readonly { readonly message: string; readonly [name: string]: unknown }[]
  readonly data?: unknown
}

function isGraphQLBody(body: unknown): body is FailedBody | { readonly data: object } {
  return hasErrors(body) || (isObject(body) && isObject(body.data))
}

function hasErrors(body: unknown): body is FailedBody {
  if (!isObject(body) || !Array.isArray(body.errors) || body.errors.length === 0) return false
  return body.errors.every((entry) => isObject(entry) && typeof entry.message === 'string')
}

/** Parses an error of the body. Missing and malformed fields are empty. */
function parseProblem({ message, locations, path, extensions }: FailedBody['errors'][number]) {
  const found = isObject(extensions) && isObject(extensions.validation) ? extensions.validation : {}
  // An assignment to `__proto__` would replace the prototype.
  const validation: GraphQLValidation = Object.fromEntries(
    Object.entries(found).map(([name, messages]) => [name, [messages].flat().map(String)]),
  )
  return {
    message,
    locations: (Array.isArray(locations) ? locations : []).filter(
      isObject,
    ) as unknown as GraphQLProblem['locations'],
    path: (Array.isArray(path) ? path : []) as GraphQLProblem['path'],
    validation,
  }
}
