import type { Exchange } from '../http/exchange.ts'
import { isObject, objectOf } from './answers.ts'
import { type Finding, holds, Mismatch, shown } from './finding.ts'

/** The fields that the specification names. */
export interface GraphqlMe {
  username: string
  posts: GraphqlPost[]
  pagination: {
    nextCursor: string | null
    prevCursor: string | null
    hasMore: boolean
    perPage: number
  }
}

export interface GraphqlPost {
  id: string
  type: string
  caption: string | null
  mediaUrl: string
  thumbnailUrl: string | null
  publishedAt: string
}

export interface GraphqlError {
  message?: unknown
  locations?: unknown
  path?: unknown
  extensions?: { validation?: Record<string, unknown> }
}

/** `data.me` of an answer without errors. */
export function meOf(exchange: Exchange): GraphqlMe {
  const { data, errors } = objectOf(exchange)
  if (errors) throw new Mismatch({ exchange, at: 'errors', expected: 'none', got: shown(errors) })
  const me = isObject(data) ? data.me : undefined
  if (isObject(me) && Array.isArray(me.posts) && isObject(me.pagination))
    return me as unknown as GraphqlMe
  throw new Mismatch({
    exchange,
    at: 'data.me',
    expected: 'an account with posts and pagination',
    got: shown(me),
  })
}

/** The error entries of an HTTP 200. */
export function graphqlErrorsOf(exchange: Exchange): GraphqlError[] {
  const { errors } = objectOf(exchange)
  if (Array.isArray(errors) && errors.length > 0) return errors as GraphqlError[]
  throw new Mismatch({
    exchange,
    at: 'errors',
    expected: 'a list with an entry',
    got: shown(errors),
  })
}

/** Section 7.4: found before the query ran, so there is no `data`. */
export function failsBeforeRunning(exchange: Exchange): Finding[] {
  graphqlErrorsOf(exchange)
  const { data } = objectOf(exchange)
  return holds(!('data' in objectOf(exchange)), exchange, 'data', 'no such key', data)
}

/** Section 7.4: an argument is invalid: its messages under extensions.validation, and `data.me` null. */
export function failsValidation(exchange: Exchange, argument: string): Finding[] {
  const [error] = graphqlErrorsOf(exchange)
  const messages = error?.extensions?.validation?.[argument]
  const isList =
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.every((one) => typeof one === 'string')
  const { data } = objectOf(exchange)
  const at = `errors[0].extensions.validation.${argument}`
  return [
    ...holds(isList, exchange, at, 'a list of messages', messages),
    ...holds(
      isObject(data) && data.me === null,
      exchange,
      'data.me',
      'null',
      isObject(data) ? data.me : data,
    ),
  ]
}
