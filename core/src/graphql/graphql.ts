import { caching, headers, limits } from '@photofeed/openapi'
import {
  execute,
  GRAPHQL_MAX_INT,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
} from 'graphql'
import type { Call, FeedResponse, RenderedPage, ValidatedBody } from '../request.ts'
import { StoreOverloaded } from '../request.ts'
import { addHeaders, cachePage, pageKey, respond, validated } from '../respond.ts'
import { type Operation, tooManyBytes, tooManyFields } from './cost.ts'
import {
  type GraphqlRequest,
  isParsed,
  type Prepared,
  prepareOperation,
  type Rejection,
  readGraphqlRequest,
  schema,
} from './operation.ts'
import { graphqlRoot } from './resolvers.ts'

/** GET and POST /graphql. Once the key is accepted the status is 200, whatever the query contains (7.4). */
export async function graphql(call: Call): Promise<FeedResponse> {
  const { request, context } = call
  let query: GraphqlRequest
  try {
    query = await readGraphqlRequest(call)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return rejection(call, { errors: [error] })
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
  const known = isParsed(query.query) ? await prepareOperation(account, query) : null
  if (known && 'errors' in known) return known
  const compute = async () => {
    const prepared = known ?? (await prepareOperation(account, query))
    if ('errors' in prepared) return prepared
    const result = await executeQuery(call, query, prepared)
    return 'errors' in result ? result : cachePage(call, key, result)
  }
  if (!queue || known?.isLarge === false) return compute()
  const work = () => queue.nextTurn().then(compute)
  return queue.run(String(account.id), key, work, request.closeSignal?.())
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
  if (tooLarge) return { errors: [new GraphQLError(tooLarge.message, { nodes: operation.root })] }
  if (result.errors) {
    const overload = result.errors.find((error) => error.originalError instanceof StoreOverloaded)
    if (overload) throw overload.originalError
    const first = result.errors.slice(0, limits.graphqlErrors)
    return { ...result, errors: first.map((error) => masked(error, call)) }
  }
  await nextTurn?.()
  return validated(JSON.stringify(result))
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

/** What one result may contain. */
export interface ResultBudget {
  /** Resolves every field, and counts what it adds to the result. Once the budget is spent, the rest of the result is empty. */
  fieldResolver: GraphQLFieldResolver<Record<string, unknown>, unknown>
  /** The error in place of a result that is too large; null if it is not. */
  error(): GraphQLError | null
}

const bytesAroundData = '{"data":}'.length

/** The fields count again while they are resolved: an account can have longer lists than the cost assumes. */
export function createBudget({ root, selectionOf }: Operation): ResultBudget {
  const { fields: roots, bytes: rootBytes } = selectionOf(root)
  let fields = roots.length
  let bytes = bytesAroundData + rootBytes

  const isSpent = () => fields > limits.graphqlResultFields || bytes > limits.graphqlResultBytes

  function count(value: unknown, { fieldNodes }: GraphQLResolveInfo): unknown {
    if (typeof value === 'string') {
      if (!isSpent()) bytes += jsonBytes(value)
      return isSpent() ? '' : value
    }
    if (typeof value === 'number') {
      // An Int has 32 bits. The platform's counts may be larger, and would be an error each.
      const int = Math.min(value, GRAPHQL_MAX_INT)
      bytes += String(int).length
      return int
    }
    if (typeof value !== 'object' || value === null) {
      bytes += String(value).length
      return value
    }
    const items = Array.isArray(value) ? value.length : 1
    if (Array.isArray(value)) bytes += Math.max(2, items + 1)
    for (const { selectionSet } of fieldNodes) {
      if (!selectionSet) continue
      const selection = selectionOf(selectionSet)
      fields += items * selection.fields.length
      bytes += items * selection.bytes
    }
    return isSpent() && Array.isArray(value) ? [] : value
  }

  const fieldResolver: ResultBudget['fieldResolver'] = (source, args, context, info) => {
    const value = source[info.fieldName]
    if (typeof value !== 'function') return count(value, info)
    return value(args, context, info).then((resolved: unknown) => count(resolved, info))
  }

  return {
    fieldResolver,
    error() {
      if (bytes > limits.graphqlResultBytes) return tooManyBytes()
      return fields > limits.graphqlResultFields ? tooManyFields() : null
    },
  }
}

/** The length of a text in a JSON body in UTF-8. */
function jsonBytes(text: string): number {
  let bytes = 2
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20) bytes += isShortEscape(unit) ? 2 : 6
    else if (unit === 0x22 || unit === 0x5c) bytes += 2
    else if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3
    // Half of a character of four bytes, or escaped if the other half is missing.
    else bytes += isPaired(text, index, unit) ? 2 : 6
  }
  return bytes
}

/** \b, \t, \n, \f and \r. */
function isShortEscape(unit: number): boolean {
  return unit >= 8 && unit <= 13 && unit !== 11
}

function isPaired(text: string, index: number, unit: number): boolean {
  const other = text.charCodeAt(unit < 0xdc00 ? index + 1 : index - 1)
  return unit < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff
}
