import { apiKey, type parameters, routes } from '@photofeed/openapi'

type RestPath = Extract<keyof typeof routes, `/api/${string}`>
export type ParameterName = keyof typeof parameters

/** The request of the form, without the key. */
export interface RestRequest {
  readonly path: RestPath
  /** Parameters by the service's names; one with several values is there several times. */
  readonly query: readonly (readonly [name: string, value: string])[]
}

export function isRestPath(path: unknown): path is RestPath {
  return typeof path === 'string' && path.startsWith('/api/') && Object.hasOwn(routes, path)
}

/** The parameters of an endpoint, without the key. */
export function parametersOf(path: RestPath): readonly ParameterName[] {
  return routes[path].parameters
}

/** The parameters of a request with the key, as they go over the wire. */
export function wireQuery(
  { query }: Pick<RestRequest, 'query'>,
  key: string,
): RestRequest['query'] {
  return [[apiKey.parameter, key], ...query]
}

/** The address, everything in it encoded. */
export function requestUrl(baseUrl: string, request: RestRequest, key: string): string {
  const query = new URLSearchParams(wireQuery(request, key).map(([name, value]) => [name, value]))
  return `${baseUrl}${request.path}?${query}`
}
