import type { Connection } from './connection.ts'
import { isObject } from './json.ts'
import { type ErrorDetails, PhotofeedError } from './photofeed-error.ts'

/** One problem that the service found in a query. */
export interface GraphQLProblem {
  message: string
  /** Positions in the document, counted from 1; empty when the service does not name them. */
  locations: { line: number; column: number }[]
  /** The field in the data, from the root; empty when the query did not run. */
  path: (string | number)[]
  /** Messages about arguments, by the argument's name in the schema (`first`); empty when every argument is valid. */
  validation: Record<string, string[]>
}

/**
 * The service accepted the key and reported problems of the query (status 200). Never retried.
 *
 * @example if (error instanceof GraphQLError) console.warn(error.validation.type?.[0] ?? error.message)
 */
export class GraphQLError extends PhotofeedError {
  override readonly name = 'GraphQLError'
  declare readonly code: 'GRAPHQL'
  readonly errors: [GraphQLProblem, ...GraphQLProblem[]]
  /** The validation messages of all errors together; empty when there are none. */
  readonly validation: GraphQLProblem['validation']
  /** The fields that the service could resolve, a failed one as null; null if there are none. */
  readonly data: unknown
  /** The account's connection; null when the headers do not contain it. */
  readonly connection: Connection | null

  constructor({
    errors,
    data,
    connection,
    ...response
  }: Pick<GraphQLError, 'errors' | 'data' | 'connection'> & ErrorDetails) {
    const validation = mergeValidation(errors)
    const messages = Object.values(validation).flat()
    const message = [...errors.map(({ message }) => message), ...messages].join(' ')
    const hint =
      messages.length > 0
        ? 'Correct the arguments that validation names.'
        : 'Correct the query or its variables: errors has the positions, the schema the fields.'
    super(message, { code: 'GRAPHQL', retryable: false, ...response, hint })
    this.errors = errors
    this.validation = validation
    this.data = data
    this.connection = connection
  }
}

function mergeValidation(errors: readonly GraphQLProblem[]): GraphQLProblem['validation'] {
  const byArgument = new Map<string, string[]>()
  for (const [name, messages] of errors.flatMap(({ validation }) => Object.entries(validation)))
    byArgument.set(name, [...(byArgument.get(name) ?? []), ...messages])
  return Object.fromEntries(byArgument)
}

/** Parses an error of the body. Missing and malformed fields are empty. */
export function parseProblem(error: Record<string, unknown>): GraphQLProblem {
  const { message, locations, path, extensions } = error
  const found = isObject(extensions) && isObject(extensions.validation) ? extensions.validation : {}
  return {
    message,
    locations: Array.isArray(locations) ? locations.filter(isObject) : [],
    path: Array.isArray(path) ? path : [],
    // An assignment to `__proto__` would replace the prototype.
    validation: Object.fromEntries(
      Object.entries(found).map(([name, messages]) => [name, [messages].flat().map(String)]),
    ),
  } as unknown as GraphQLProblem
}
