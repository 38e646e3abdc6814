import {
  type FeedData,
  type FeedVariables,
  FeedDocument as feedDocument,
  type OrderByClause,
  type OrderByColumn,
  type PostData,
  type PostVariables,
  PostDocument as postDocument,
  type SortOrder,
} from '@photofeed/graphql/operations'
import type { paths } from '@photofeed/openapi'
import { GraphQLClient } from 'graphql-request'
import { type Client, getClient } from './client.ts'
import { type Connection, readConnection } from './connection.ts'
import { PhotofeedError } from './errors.ts'
import type { Feed } from './feed.ts'
import { isObject } from './json.ts'
import type { HttpRequest, HttpResponse, RequestOptions, ResponseInfo } from './options.ts'
import { parseResponse } from './parse-response.ts'
import type { Redact } from './redaction.ts'

/**
 * A document that knows the types of its data and variables. The `TypedDocumentNode` and `TypedDocumentString` of
 * GraphQL Code Generator and the documents of gql.tada have this form.
 */
export interface TypedDocument<Data, Variables> {
  /** Never set at run time: it carries the types. */
  readonly __apiType?: ((variables: Variables) => Data) | undefined
}

/** The result of a document, as plain data. */
export interface GraphQLResult<Data> {
  data: Data
  /** The account's connection; null when the headers do not contain it, as in a browser that hides them. */
  connection: Connection | null
  /** With `includeResponse` only. */
  response?: ResponseInfo
}

/** The arguments after the document. Variables are optional if the document requires no variable. */
export type GraphQLArguments<Variables> =
  Record<string, never> extends Variables
    ? [variables?: Variables | undefined, options?: RequestOptions | undefined]
    : [variables: Variables, options?: RequestOptions | undefined]

/** `NoInfer` of TypeScript 5.4, for older ones too. */
type NotInferred<Type> = [Type][Type extends unknown ? 0 : never]

/**
 * Sends a document: a string, or a typed document, which types the data and the variables.
 *
 * @throws {@link GraphQLError} when the service finds problems in the query; partial data is in it
 * @throws {@link ApiError} when the service rejects the request or fails: {@link InvalidApiKeyError} ...
 * @throws {@link NetworkError} when no response arrives, {@link FeedTimeoutError} when it takes too long
 * @throws {@link UnreadableBodyError} when the response is not of the service
 * @throws TypeError when the first argument is no feed
 * @throws the reason of `signal` when that aborts
 * @example
 * ```ts
 * const feed = createFeed({ baseUrl: 'https://feed.example', apiKey })
 * const { data } = await graphql(feed, FeedDocument, { first: 3 })
 * const own = await graphql<{ me: { username: string } }>(feed, '{ me { username } }')
 * ```
 */
export async function graphql<Data = unknown, Variables = Record<string, unknown>>(
  feed: Feed,
  document: string | TypedDocument<Data, Variables>,
  ...[variables, options = {}]: GraphQLArguments<NotInferred<Variables>>
): Promise<GraphQLResult<Data>> {
  const client = getClient(feed)
  const read = (response: HttpResponse): GraphQLResult<Data> => {
    const body = parseResponse(response, isGraphQLBody, client)
    if (hasErrors(body)) {
      const { errors, data = null } = redactStrings(body, client.redact)
      throw new GraphQLError({
        status: response.status,
        errors: errors.map(parseProblem) as GraphQLErrorOptions['errors'],
        data,
        connection: readConnection(response),
      })
    }
    return { data: body.data as Data, connection: readConnection(response), ...response.info() }
  }
  const request = createGraphQLRequest(client, document, variables as object | undefined)
  return client.send(request, read, options)
}

/** A page of posts with its account, in the names of the GraphQL schema. */
export const FeedDocument: TypedDocument<FeedData, FeedVariables> = feedDocument

/** One post with its carousel items and comments; null when the key cannot see a post with this id. */
export const PostDocument: TypedDocument<PostData, PostVariables> = postDocument
export type {
  FeedData,
  FeedVariables,
  OrderByClause,
  OrderByColumn,
  PostData,
  PostVariables,
  SortOrder,
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
  readonly errors: [GraphQLProblem, ...GraphQLProblem[]]
  /** The validation messages of all errors together; empty when there are none. */
  readonly validation: GraphQLValidation
  /** The fields that the service could resolve, with null for a failed one; null if there are none. */
  readonly data: unknown
  /** The account's connection; null when the headers do not contain it. */
  readonly connection: Connection | null

  constructor({ status, errors, data, connection }: GraphQLErrorOptions) {
    const validation = mergeValidation(errors)
    const messages = Object.values(validation).flat()
    super([...errors.map(({ message }) => message), ...messages].join(' '), {
      retryable: false,
      status,
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

/** Redacts the values and not the JSON, whose syntax could contain a short key. */
function redactStrings(body: FailedBody, redact: Redact): FailedBody {
  return JSON.parse(JSON.stringify(body), (_, value) =>
    typeof value === 'string' ? redact(value) : value,
  )
}

interface FailedBody {
  readonly errors: readonly { readonly message: string; readonly [name: string]: unknown }[]
  readonly data?: unknown
}

/** A body is read by status, then errors, then data (7.4). */
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

const path = '/graphql' satisfies keyof paths

/**
 * Creates the request of a GraphQL document. graphql-request prints documents and writes
 * headers and body; the client sends the request.
 */
async function createGraphQLRequest(
  { baseUrl, credentials }: Pick<Client, 'baseUrl' | 'credentials'>,
  document: string | object,
  variables: object | undefined,
): Promise<HttpRequest> {
  const url = `${baseUrl}${path}?${new URLSearchParams(credentials)}`
  let request: HttpRequest = { url }
  const client = new GraphQLClient(url, {
    // With operation names, graphql-request would parse the document.
    excludeOperationName: true,
    async fetch(_url, init) {
      const { method = 'POST', body } = init ?? {}
      const headers = Object.fromEntries(new Headers(init?.headers as HeadersInit))
      request = { url, method, headers, body: body as string }
      return emptyResponse as Response
    },
  })
  await client.rawRequest(document as string, variables)
  return request
}

const emptyResponse = {
  ok: true,
  status: 200,
  headers: { get: () => 'application/json' },
  text: async () => '{"data":null}',
} as unknown
