import { sdl } from '@photofeed/graphql'
import { limits } from '@photofeed/openapi'
import {
  buildSchema,
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import type { Call } from '../request.ts'
import type { StoredAccount } from '../store.ts'
import { createSelections, isLarge, type Operation, priceOf } from './cost.ts'
import type { NamedFields } from './resolvers.ts'

let built: GraphQLSchema | undefined
/** Built with the first query, so that responses over REST never wait for it. */
export const schema = () => {
  built ??= buildSchema(sdl, { assumeValidSDL: true })
  return built
}

export interface GraphqlRequest {
  query: string
  variables: Record<string, unknown> | null
  operationName: string | null
}

/** Reads the query from the query string of a GET or from the JSON body of a POST. Throws GraphQLError. */
export async function readGraphqlRequest({ query, request }: Call): Promise<GraphqlRequest> {
  if (request.method === 'GET') {
    const document = textOf(query.last('query'))
    const variables = textOf(query.last('variables'))
    return checked({
      query: document,
      variables: variables && parseJson(variables, 'The variables'),
      operationName: textOf(query.last('operationName')),
      extensions: document ? null : parseExtensions(textOf(query.last('extensions'))),
    })
  }
  const body = await request.readBody(limits.graphqlBodyBytes)
  if (body === null) {
    throw new GraphQLError(
      `The request body must not be larger than ${limits.graphqlBodyBytes} bytes.`,
    )
  }
  return checked(parseJson(body, 'The request body'))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Unreadable extensions are not what is wrong with a request without a document. */
function parseExtensions(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function parseJson(text: string, what: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new GraphQLError(`${what} must be valid JSON.`)
  }
  if (isDeeperThan(limits.graphqlBodyDepth, value)) {
    throw new GraphQLError(
      `${what} must not be nested more than ${limits.graphqlBodyDepth} levels deep.`,
    )
  }
  return value
}

/** Level by level: recursion over a deep value would overflow the stack, here and in everything that reads it later. */
function isDeeperThan(depth: number, value: unknown): boolean {
  const objectsIn = (values: unknown[]) =>
    values.filter((value) => typeof value === 'object' && value !== null)
  let level = objectsIn([value])
  for (let above = 0; above < depth && level.length > 0; above += 1) {
    level = objectsIn(level.flatMap((object) => Object.values(object as object)))
  }
  return level.length > 0
}

function checked(parameters: unknown): GraphqlRequest {
  if (!isRecord(parameters)) {
    throw new GraphQLError('The request body must be a JSON object; batches are not supported.')
  }
  const { query, variables = null, operationName = null, extensions } = parameters
  if (typeof query !== 'string' || query === '') {
    // Apollo Client and urql look for this message, and send the document from then on.
    if (isRecord(extensions) && isRecord(extensions.persistedQuery)) {
      throw new GraphQLError('PersistedQueryNotSupported')
    }
    throw new GraphQLError('The request must hold the GraphQL document as the string "query".')
  }
  if (variables !== null && !isRecord(variables)) {
    throw new GraphQLError('The variables must be a JSON object.')
  }
  if (operationName !== null && typeof operationName !== 'string') {
    throw new GraphQLError('The operationName must be a string.')
  }
  return { query, variables, operationName }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A document that passed validation. */
interface ParsedDocument {
  document: DocumentNode
  /** Fields that cost more than others, and whether the text names them. Others are not built. */
  names: NamedFields
}

/**
 * Valid documents by their text, the last used ones last: parsing and validating take longer than executing. Both bounds
 * limit memory, which is about fifty times the text.
 */
const documents = new Map<string, ParsedDocument>()
const maximumDocuments = 100
const maximumDocumentLength = 4000

/** Whether a document was parsed before, which takes long. */
export const isParsed = (text: string): boolean => documents.has(text)

export interface Rejection extends ExecutionResult {
  errors: readonly GraphQLError[]
}

/** An operation that may run, and its price. */
export interface Prepared {
  operation: Operation
  isLarge: boolean
  names: NamedFields
  document: DocumentNode
}

/** Returns what is about to run, or the errors that are found before. These come without a `data` key. */
export async function prepareOperation(
  account: StoredAccount,
  { query, variables, operationName }: GraphqlRequest,
): Promise<Prepared | Rejection> {
  const parsed = documents.get(query) ?? parseDocument(query)
  if ('errors' in parsed) return parsed
  cacheDocument(query, parsed)
  const { document, names } = parsed
  const operation = getOperationAST(document, operationName)
  if (!operation) {
    // graphql-js describes whether there is none, or several, and names no place (7.4).
    const { errors = [] } = await execute({ schema: schema(), document, operationName })
    const isOperation = ({ kind }: { kind: Kind }) => kind === Kind.OPERATION_DEFINITION
    const operations = document.definitions.filter(isOperation)
    const nodes = operations.length > 0 ? operations : document.definitions
    return { errors: errors.map(({ message }) => new GraphQLError(message, { nodes })) }
  }
  if (operation.operation !== OperationTypeNode.QUERY) {
    const message = 'The service is read-only: only queries are supported.'
    return { errors: [new GraphQLError(message, { nodes: operation })] }
  }
  const { errors, coerced } = getVariableValues(
    schema(),
    operation.variableDefinitions ?? [],
    variables ?? {},
    { maxErrors: limits.graphqlErrors },
  )
  if (errors) return { errors }
  const selectionOf = createSelections(document, coerced)
  const running = { root: operation.selectionSet, selectionOf, variables: coerced }
  const price = priceOf(account, running)
  if (price instanceof GraphQLError) {
    return { errors: [new GraphQLError(price.message, { nodes: operation })] }
  }
  return { operation: running, isLarge: isLarge(price), names, document }
}

/** Parses and validates a document. */
function parseDocument(text: string): ParsedDocument | Rejection {
  let document: DocumentNode
  try {
    document = parse(text, { maxTokens: limits.graphqlTokens })
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    throw error
  }
  const invalid = validate(schema(), document, undefined, { maxErrors: limits.graphqlErrors })
  if (invalid.length > 0) return { errors: invalid.map(withoutExtensions) }
  const names = {
    sizes: /\bsizes\b/.test(text),
    children: /\bchildren\b/.test(text),
    comments: /\bcomments\b/.test(text),
  }
  return { document, names }
}

function cacheDocument(text: string, parsed: ParsedDocument): void {
  if (text.length > maximumDocumentLength) return
  documents.delete(text)
  documents.set(text, parsed)
  const [oldest] = documents.keys()
  if (documents.size > maximumDocuments && oldest !== undefined) documents.delete(oldest)
}

/** Only a failed validation of arguments has extensions (7.4). */
function withoutExtensions(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, { nodes: error.nodes ?? null })
}
