import type { Connection } from '../connection.ts'
import { PhotofeedError } from '../errors/photofeed-error.ts'

/** Messages about arguments, by the argument's name in the schema (`first`, `type`). */
export type GraphqlValidation = Readonly<Record<string, readonly string[]>>

/** One problem that the service found in a query. */
export interface GraphqlProblem {
  readonly message: string
  /** Where in the document, counted from 1; empty when the service does not say. */
  readonly locations: readonly { readonly line: number; readonly column: number }[]
  /** The field in the data, from the root on; empty when the query did not run. */
  readonly path: readonly (string | number)[]
  /** Empty when no argument broke a rule. */
  readonly validation: GraphqlValidation
}

/** The facts of an answer with errors. */
export interface GraphqlErrorAnswer {
  readonly errors: readonly [GraphqlProblem, ...GraphqlProblem[]]
  readonly data: unknown
  readonly connection: Connection | null
}

/**
 * The service accepted the key and answered with problems of the query (status 200). Never retried.
 *
 * @example
 * ```ts
 * if (error instanceof GraphqlError) console.warn(error.validation.type?.[0] ?? error.message)
 * ```
 */
export class GraphqlError extends PhotofeedError {
  override readonly name = 'GraphqlError'
  readonly errors: GraphqlErrorAnswer['errors']
  /** The validation messages of all errors together; empty when there are none. */
  readonly validation: GraphqlValidation
  /** What the service could answer nevertheless, a failed field being null; null when there is nothing. */
  readonly data: unknown
  /** The account's connection; null when the headers do not tell it. */
  readonly connection: Connection | null

  constructor({ errors, data, connection }: GraphqlErrorAnswer) {
    const validation = merged(errors.map((problem) => problem.validation))
    const broken = Object.keys(validation).length > 0
    const messages = [...errors.map(({ message }) => message), ...Object.values(validation).flat()]
    super(messages.join(' '), {
      retryable: false,
      hint: broken
        ? 'Correct the arguments that validation names.'
        : 'Correct the query or its variables: errors says where, and the schema what can be asked.',
    })
    this.errors = errors
    this.validation = validation
    this.data = data
    this.connection = connection
  }
}

function merged(validations: readonly GraphqlValidation[]): GraphqlValidation {
  const messages = new Map<string, readonly string[]>()
  for (const [name, more] of validations.flatMap(Object.entries<readonly string[]>)) {
    messages.set(name, [...(messages.get(name) ?? []), ...more])
  }
  return Object.fromEntries(messages)
}
