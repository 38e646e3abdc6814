import { parameters } from '@photofeed/openapi'
import { isRestPath, parametersOf, type RestRequest } from './rest-request.ts'

/** Returns a request as the fragment of the page's URL: it can be shared, and is not sent to a server. */
export function writeFragment({ path, query }: RestRequest): string {
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]))
  return `#${path}${search.size > 0 ? `?${search}` : ''}`
}

/** The request that a fragment names. What is no parameter of its endpoint is left out, so a key is too. */
export function readFragment(fragment: string): RestRequest | null {
  const [path, search = ''] = fragment.slice(1).split(/\?(.*)/s)
  if (!isRestPath(path)) return null
  const known: readonly string[] = parametersOf(path)
  const query = [...new URLSearchParams(search)]
    .map(([name, value]) => [fullNames[name] ?? name, value] as const)
    .filter(([name]) => known.includes(name))
  return { path, query }
}

/** Parameters by their short names. */
const fullNames: Record<string, string> = Object.fromEntries(
  Object.entries(parameters).flatMap(([name, rule]) =>
    'alias' in rule ? [[rule.alias, name]] : [],
  ),
)
