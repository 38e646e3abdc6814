import { sdl } from '@photofeed/graphql'
import { caching, headers, limits } from '@photofeed/openapi'
import {
  buildSchema,
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import type { Call, FeedResponse, RenderedPage, ValidatedBody } from '../request.ts'
import { addHeaders, cachePage, pageKey, respond, validated } from '../respond.ts'
import { createBudget } from './budget.ts'
import { createSelections, isLarge, type Operation, priceOf } from './cost.ts'
import { type GraphqlRequest, GraphqlRequestError, readGraphqlRequest } from './request.ts'
import { graphqlRoot, type NamedFields } from './resolvers.ts'

let built: GraphQLSchema | undefined
/** Built with the first query, so that responses over REST never wait for it. */
const schema = () => {
  built ??= buildSchema(sdl, { assumeValidSDL: true })
  return built
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

/** GET and POST /graphql. Once the key is accepted the status is 200, whatever the query contains (7.4). */
export async function graphql(call: Call): Promise<FeedResponse> {
  const { request, context } = call
  let query: GraphqlRequest
  try {
    query = await readGraphqlRequest(call)
  } catch (error) {
    if (!(error instanceof GraphqlRequestError)) throw error
    return rejection(call, { errors: [new GraphQLError(error.message)] })
  }
  const key = pageKey(call, JSON.stringify(query))
  let page = context.pages?.get(key)
  if (!page) {
    const result = await produce(call, query, key)
    if ('errors' in result) return rejection(call, result)
    page = { ...result, isCached: sentPages.has(result) }
    sentPages.add(result)
  }
  return request.method === 'GET' ? respond(call, page) : withoutValidator(page)
}

/** For pages that several clients share: from the second one on, they share the compressed copy too. */
const sentPages = new WeakSet<RenderedPage>()

/** A response with errors; no cache may store it. */
function rejection(call: Call, result: Rejection): FeedResponse {
  const errors = result.errors.slice(0, limits.graphqlErrors).map(shortened)
  const { headers: all, ...page } = withoutValidator(
    addHeaders(call, validated(JSON.stringify({ ...result, errors }))),
  )
  return { ...page, headers: { ...all, [headers.CacheControl.name]: caching.error } }
}

/** Validators are for GET. */
function withoutValidator({ headers: all, etag: _, ...page }: RenderedPage): FeedResponse {
  const { [headers.ETag.name]: __, ...unvalidated } = all
  return { ...page, status: 200, headers: unvalidated }
}

interface Rejection extends ExecutionResult {
  errors: readonly GraphQLError[]
}

/** An operation that may run, and its price. */
interface Prepared {
  operation: Operation
  isLarge: boolean
  names: NamedFields
  document: DocumentNode
}

/**
 * Returns the page of a query. What takes long is done in turns: computing a large result, and parsing a document that is
 * new. Equal queries at the same time share the page.
 */
async function produce(
  call: Call,
  query: GraphqlRequest,
  key: string,
): Promise<RenderedPage | Rejection> {
  const { account, context, request } = call
  const { queue } = context
  const parsed = documents.get(query.query)
  const known = parsed && (await prepare(call, query, parsed))
  if (known && 'errors' in known) return known
  const compute = async () => {
    const prepared = known ?? (await prepare(call, query, parseDocument(query.query)))
    if ('errors' in prepared) return prepared
    const result = await executeQuery(call, query, prepared)
    return 'errors' in result ? result : cachePage(call, key, result)
  }
  if (!queue || known?.isLarge === false) return compute()
  const work = () => queue.nextTurn().then(compute)
  return queue.run(String(account.id), key, work, request.signal)
}

/** Returns what is about to run, or the errors that are found before. These come without a `data` key. */
async function prepare(
  call: Call,
  { query, variables, operationName }: GraphqlRequest,
  parsed: ParsedDocument | Rejection,
): Promise<Prepared | Rejection> {
  if ('errors' in parsed) return parsed
  cacheDocument(query, parsed)
  const { document, names } = parsed
  const operation = getOperationAST(document, operationName)
  if (!operation) {
    // graphql-js describes whether there is none, or several.
    return (await execute({ schema: schema(), document, operationName })) as Rejection
  }
  if (operation.operation !== OperationTypeNode.QUERY) {
    return { errors: [new GraphQLError('The service is read-only: only queries are supported.')] }
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
  const price = priceOf(call.account, running)
  if (price instanceof GraphQLError) return { errors: [price] }
  return { operation: running, isLarge: isLarge(price), names, document }
}

async function executeQuery(
  call: Call,
  { variables, operationName }: GraphqlRequest,
  { operation, isLarge, names, document }: Prepared,
): Promise<ValidatedBody | Rejection> {
  const nextTurn = isLarge ? call.context.queue?.nextTurn : undefined
  const { fieldResolver, error } = createBudget(operation)
  const result = await execute({
    schema: schema(),
    document,
    rootValue: graphqlRoot(call, names, nextTurn),
    variableValues: variables,
    operationName,
    fieldResolver,
  })
  const tooLarge = error()
  if (tooLarge) return { errors: [tooLarge] }
  if (result.errors) {
    const first = result.errors.slice(0, limits.graphqlErrors)
    return { ...result, errors: first.map((error) => masked(error, call)) }
  }
  await nextTurn?.()
  return validated(JSON.stringify(result))
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

/** Reports an unexpected failure to the operator only. */
function masked(error: GraphQLError, call: Call): GraphQLError {
  if (!error.originalError || error.originalError instanceof GraphQLError) return error
  call.context.onError(error.originalError)
  return new GraphQLError('Internal server error', {
    nodes: error.nodes ?? null,
    path: error.path ?? null,
  })
}

/** Messages repeat what a client sends, and a conflict of fields has a location for each of them. */
function shortened(error: GraphQLError) {
  const { message, locations, ...others } = error.toJSON()
  const isLong = message.length > limits.graphqlErrorLength
  return {
    message: isLong ? `${message.slice(0, limits.graphqlErrorLength)}…` : message,
    ...(locations && { locations: locations.slice(0, limits.graphqlErrors) }),
    ...others,
  }
}

/** Only a failed validation of arguments has extensions (7.4). */
function withoutExtensions(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, { nodes: error.nodes ?? null })
}
