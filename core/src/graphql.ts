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
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import type { Call } from './call.ts'
import { validated } from './etag.ts'
import { limitError } from './graphql-limits.ts'
import { type GraphqlRequest, GraphqlRequestError, readGraphqlRequest } from './graphql-request.ts'
import { graphqlRoot } from './graphql-root.ts'
import type { FeedResponse } from './request.ts'
import { renderPage, success } from './responses.ts'

let built: GraphQLSchema | undefined
/** Built with the first query, so that responses over REST never wait for it. */
const schema = () => {
  built ??= buildSchema(sdl, { assumeValidSDL: true })
  return built
}

/** GET and POST /graphql. Once the key is accepted the status is 200, whatever the query holds (7.4). */
export async function graphql(call: Call): Promise<FeedResponse> {
  const result = await executeCall(call)
  const page = renderPage(call, validated(JSON.stringify(result)))
  if (call.request.method === 'GET' && !result.errors) return success(call, page)
  const { [headers.ETag.name]: _, ...unvalidated } = page.headers
  if (!result.errors) return { status: 200, headers: unvalidated, body: page.body }
  return {
    status: 200,
    headers: { ...unvalidated, [headers.CacheControl.name]: caching.error },
    body: page.body,
  }
}

/** Errors that are caught before the query runs come without a `data` key. */
async function executeCall(call: Call): Promise<ExecutionResult> {
  let request: GraphqlRequest
  let document: DocumentNode
  try {
    request = await readGraphqlRequest(call)
    document = parse(request.query, { maxTokens: limits.graphqlTokens })
  } catch (error) {
    if (error instanceof GraphqlRequestError) return { errors: [new GraphQLError(error.message)] }
    if (error instanceof GraphQLError) return { errors: [error] }
    throw error
  }
  const invalid = validate(schema(), document)
  if (invalid.length > 0) return { errors: invalid.map(withoutExtensions) }

  const operation = getOperationAST(document, request.operationName)
  if (operation) {
    if (operation.operation !== OperationTypeNode.QUERY) {
      return { errors: [new GraphQLError('The service is read-only: only queries are supported.')] }
    }
    const over = limitError(document, operation)
    if (over) return { errors: [over] }
  }
  const result = await execute({
    schema: schema(),
    document,
    // Comments are the bulk of a post, so they are read only for a document that names them.
    rootValue: graphqlRoot(call, { comments: /\bcomments\b/.test(request.query) }),
    variableValues: request.variables,
    operationName: request.operationName,
  })
  if (!result.errors) return result
  return { ...result, errors: result.errors.map((error) => masked(error, call)) }
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

/** Only a failed validation of arguments has extensions (7.4). */
function withoutExtensions(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, { nodes: error.nodes ?? null })
}
