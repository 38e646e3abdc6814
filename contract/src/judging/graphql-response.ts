import { type Exchange, isObject } from '../http/exchange.ts'
import type { DefinitionNode } from './definition.ts'
import { type Finding, findingUnless, Mismatch, shown } from './finding.ts'
import { objectOf } from './responses.ts'
import { createShape, join, Malformed, type Shape, trusted } from './shapes.ts'

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

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

/** `me` of `meFields`, in the types of schema.graphql. */
const meShape: Shape = createShape(
  object({
    username: text,
    posts: {
      type: 'array',
      items: object({
        id: text,
        type: text,
        caption: textOrNull,
        mediaUrl: text,
        thumbnailUrl: textOrNull,
        publishedAt: text,
      }),
    },
    pagination: object({
      nextCursor: textOrNull,
      prevCursor: textOrNull,
      hasMore: { type: 'boolean' },
      perPage: { type: 'integer' },
    }),
  }),
  () => 'graphql-fields',
)

function object(properties: Record<string, unknown>): DefinitionNode {
  const node: unknown = { type: 'object', required: Object.keys(properties), properties }
  return node as DefinitionNode
}

/** `data.me` of a response without errors, with values that can be trusted. */
export function meOf(exchange: Exchange): GraphqlMe {
  return trusted(meShape, rawMeOf(exchange), 'data.me', exchange) as GraphqlMe
}

/** Every field of `data.me` that is missing or of another type. */
export function meProblems(exchange: Exchange): Finding[] {
  return problems(meShape, rawMeOf(exchange), 'data.me', exchange)
}

function problems(shape: Shape, value: object, at: string, exchange: Exchange): Finding[] {
  const values = value as Record<string, unknown>
  return [...shape.fields].flatMap(([name, field]) => {
    const got = Object.hasOwn(values, name) ? values[name] : undefined
    const path = join(at, name)
    const found = findingUnless(field.isValid(got), exchange, path, field.expected, got)
    const nested = field.nested()
    if (found.length > 0 || !nested) return found
    return Array.isArray(got)
      ? got.flatMap((one, index) => problems(nested, one, `${path}[${index}]`, exchange))
      : problems(nested, got as object, path, exchange)
  })
}

function rawMeOf(exchange: Exchange): object {
  const { data, errors } = objectOf(exchange)
  if (errors) throw new Mismatch({ exchange, at: 'errors', expected: 'none', got: shown(errors) })
  const me = isObject(data) ? data.me : undefined
  if (isObject(me)) return me
  throw new Mismatch({
    exchange,
    at: 'data.me',
    expected: 'an account with posts and pagination',
    got: shown(me),
  })
}

/** The list of errors of an HTTP 200, as it was sent. */
export function graphqlErrorListOf(exchange: Exchange): unknown[] {
  const { errors } = objectOf(exchange)
  if (Array.isArray(errors) && errors.length > 0) return errors
  throw new Mismatch({
    exchange,
    at: 'errors',
    expected: 'a list with an entry',
    got: shown(errors),
  })
}

/** The error entries of an HTTP 200, which are objects. */
export function graphqlErrorsOf(exchange: Exchange): GraphqlError[] {
  return graphqlErrorListOf(exchange).map((entry, index) => {
    if (isObject(entry)) return entry
    throw new Malformed('graphql-error-entries', {
      exchange,
      at: `errors[${index}]`,
      expected: 'an object',
      got: shown(entry),
    })
  })
}

/** Section 7.4: found before the query ran, so there is no `data`. */
export function failsBeforeRunning(exchange: Exchange): Finding[] {
  graphqlErrorsOf(exchange)
  const { data } = objectOf(exchange)
  return findingUnless(!('data' in objectOf(exchange)), exchange, 'data', 'no such key', data)
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
    ...findingUnless(isList, exchange, at, 'a list of messages', messages),
    ...findingUnless(
      isObject(data) && data.me === null,
      exchange,
      'data.me',
      'null',
      isObject(data) ? data.me : data,
    ),
  ]
}
