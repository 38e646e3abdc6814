import { limits, routes } from '@photofeed/openapi'
import { accounts } from './accounts.ts'
import { authenticate } from './authenticate.ts'
import type { Call, Endpoint } from './call.ts'
import { me } from './me.ts'
import { isPreflight, preflight } from './preflight.ts'
import { problem } from './problems.ts'
import { readQueryString } from './query-string.ts'
import type { FeedContext, FeedRequest, FeedResponse } from './request.ts'
import { serviceHeaders } from './responses.ts'
import { rss } from './rss.ts'

type Path = keyof typeof routes

const endpoints: Record<Path, Endpoint> = {
  '/api/v1/me': me,
  '/api/v1/accounts': accounts,
  '/api/v1/rss': rss,
  // Loaded with the first query: graphql-js takes longer to load than everything else together.
  '/graphql': async (call) => (await import('./graphql.ts')).graphql(call),
}

/** Whether a path is one of the API; all others belong to the site around it. */
export function isFeedPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || Object.hasOwn(routes, path)
}

/** Responds to one request. The order of checks is the specification's (7.3): path, method, key, parameters. */
export async function handle(request: FeedRequest, context: FeedContext): Promise<FeedResponse> {
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
    context.onError(error)
    return problem('INTERNAL_SERVER_ERROR', context, call && serviceHeaders(call.account))
  }
}
