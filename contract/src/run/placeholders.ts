import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import type { RequestSpec } from '../http/request-spec.ts'
import { isContainer, Mismatch, shown } from '../judging/finding.ts'

/** `{first.pagination.nextCursor}`: a text in the body of the response called `first`. */
const placeholder = /\{(\w+)\.([\w.]+)\}/g

/**
 * The spec with texts of earlier responses in the place of its placeholders.
 *
 * @throws {Mismatch} if an earlier response has no such text, or the address in it is not one of http.
 */
export function fillPlaceholders(
  spec: RequestSpec,
  responses: Record<string, Exchange>,
  account: SurveyedAccount,
): RequestSpec {
  const filled: RequestSpec = JSON.parse(
    JSON.stringify(spec).replace(placeholder, (text, name: string, path: string) => {
      // An address of a response may look like this too.
      const exchange = Object.hasOwn(responses, name) ? responses[name] : undefined
      return exchange ? JSON.stringify(textAt(exchange, path)).slice(1, -1) : text
    }),
  )
  // A path of a rule begins with a slash; anything else came from a response.
  const isOwn = spec.path.startsWith('/') && !spec.path.startsWith('//')
  if (isOwn || /^https?:$/.test(URL.parse(filled.path)?.protocol ?? '')) return filled
  const exchange = Object.values(responses).at(-1) ?? account.exchanges[0]
  if (!exchange) return filled
  const expected = 'an address that begins with http: or https:'
  throw new Mismatch({ exchange, at: 'posts[].sizes', expected, got: shown(filled.path) })
}

function textAt(exchange: Exchange, at: string): string {
  let value = exchange.json
  for (const name of at.split('.'))
    value = isContainer(value) && Object.hasOwn(value, name) ? value[name] : undefined
  if (typeof value === 'string') return value
  throw new Mismatch({ exchange, at, expected: 'a string to go on with', got: shown(value) })
}
