import {
  headers,
  apiKey as keyDefinition,
  limits,
  type ProblemCode,
  routes,
} from '@photofeed/openapi'
import { accounts } from './accounts.ts'
import { me } from './me.ts'
import { overloaded, problem } from './problems.ts'
import { arrayShaped, type QueryString, readQueryString } from './query.ts'
import {
  type Call,
  ClientLeft,
  type Endpoint,
  type FeedContext,
  type FeedRequest,
  type FeedResponse,
  QueueFull,
  StoreOverloaded,
} from './request.ts'
import { serviceHeaders } from './respond.ts'
import { rss } from './rss.ts'
import type { FeedStore, StoredAccount } from './store.ts'

type Path = keyof typeof routes

const endpoints: Record<Path, Endpoint> = {
  '/api/v1/me': me,
  '/api/v1/accounts': accounts,
  '/api/v1/rss': rss,
  '/graphql': async (call) => {
    graphqlModule ??= await import('./graphql/graphql.ts')
    return graphqlModule.graphql(call)
  },
}

/**
 * Loaded with the first query: graphql-js takes longer to load than everything else together. Kept, because `import()`
 * takes as long as everything else of a cached response.
 */
let graphqlModule: typeof import('./graphql/graphql.ts') | undefined

/** Whether a path is one of the API; all others belong to the site around it. */
export function isFeedPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || Object.hasOwn(routes, path)
}

/** Responds to one request. */
export async function handle(request: FeedRequest, context: FeedContext): Promise<FeedResponse> {
  const response = await respond(request, context)
  const id = context.requestId?.()
  if (id === undefined) return response
  return { ...response, headers: { ...response.headers, [requestIdHeader]: id } }
}

export const requestIdHeader = 'X-Request-Id'

/** The order of checks is the specification's (7.3): path, method, key, parameters. */
async function respond(request: FeedRequest, context: FeedContext): Promise<FeedResponse> {
  if (!Object.hasOwn(routes, request.path)) return problem('NOT_FOUND', context)
  const path = request.path as Path
  const methods: readonly string[] = routes[path].methods

  if (isPreflight(request)) return preflight(methods)
  if (!methods.includes(request.method)) {
    return problem('METHOD_NOT_ALLOWED', context, { Allow: methods.join(', ') })
  }

  if (Number(request.header('content-length') ?? 0) > limits.bodyBytes) {
    return problem('CONTENT_TOO_LARGE', context)
  }
  if (request.query.length > limits.urlBytes) return problem('URI_TOO_LONG', context)
  const query = readQueryString(request.query)
  if (!query) return problem('BAD_REQUEST', context)

  let call: Call | undefined
  try {
    const key = await authenticate(query, context.store)
    if ('rejection' in key) return problem(key.rejection, context)
    call = { ...key, path, query, request, context }
    return await endpoints[path](call)
  } catch (error) {
    if (error instanceof StoreOverloaded) context.onError(error)
    // No response reaches a client that has left.
    if (error instanceof QueueFull || error instanceof ClientLeft) return overloaded
    context.onError(error)
    return problem('INTERNAL_SERVER_ERROR', context, call && serviceHeaders(call.account))
  }
}

/** Whether a request is a CORS preflight; any other OPTIONS is a method like any other. */
function isPreflight(request: FeedRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.header('origin') !== undefined &&
    request.header('access-control-request-method') !== undefined
  )
}

function preflight(methods: readonly string[]): FeedResponse {
  return {
    status: 204,
    headers: {
      [headers.AllowOrigin.name]: headers.AllowOrigin.value,
      [headers.AllowMethods.name]: methods.join(', '),
      [headers.AllowHeaders.name]: headers.AllowHeaders.value,
      [headers.MaxAge.name]: headers.MaxAge.value,
    },
    body: null,
  }
}

type KeyProblem = Extract<ProblemCode, 'MISSING_API_KEY' | 'INVALID_API_KEY'>

const keyPattern = new RegExp(keyDefinition.pattern)

/** Finds the account of the key in the query string (section 5). Headers are never read. */
async function authenticate(
  query: QueryString,
  store: FeedStore,
): Promise<{ account: StoredAccount; apiKey: string } | { rejection: KeyProblem }> {
  const apiKey = query.last(keyDefinition.parameter)
  if (apiKey === null || apiKey === '') return { rejection: 'MISSING_API_KEY' }
  if (apiKey === arrayShaped || !keyPattern.test(apiKey)) return { rejection: 'INVALID_API_KEY' }
  const account = await store.findAccountByKey(apiKey)
  return account ? { account, apiKey } : { rejection: 'INVALID_API_KEY' }
}
