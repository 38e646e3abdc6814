import { isFeedPath } from '@photofeed/core'
import { mediaPrefix, splitTarget } from '@photofeed/core/node'
import { routes } from '@photofeed/openapi'

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

/** Returns the pattern of a URL: the URL may contain a key, and there are endlessly many. */
export function routeName(url: string): string {
  const { path } = splitTarget(url)
  if (Object.hasOwn(routes, path)) return path
  if (isFeedPath(path)) return 'unknown'
  return path.startsWith(`${mediaPrefix}/`) ? 'media' : 'site'
}

/** Returns a known method, or `other`: clients may send any text. */
export function methodName(method: string): string {
  return methods.has(method) ? method : 'other'
}
