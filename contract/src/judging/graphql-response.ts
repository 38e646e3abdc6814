import type { Exchange } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { graphql, type RequestSpec } from '../http/request-spec.ts'
import { Malformed } from './definition.ts'
import { type Finding, Mismatch, shown } from './finding.ts'
import { objectOf } from './responses.ts'

/** The fields that the specification names. */
interface GraphqlMe {
  username: string
  posts: GraphqlPost[]
  pagination: {
    nextCursor: string | null
    prevCursor: string | null
    hasMore: boolean
    perPage: number
  }
}

interface GraphqlPost {
  id: string
  type: string
  caption: string | null
  mediaUrl: string
  thumbnailUrl: string | null
  publishedAt: string
}

type Test = readonly [expected: string, isValid: (value: unknown) => boolean]

const text: Test = ['a string', (value) => typeof value === 'string']
const textOrNull: Test = [
  'a string or null',
  (value) => value === null || typeof value === 'string',
]
const whole: Test = ['an integer', Number.isInteger]
const logical: Test = ['true or false', (value) => typeof value === 'boolean']

const tests = {
  post: {
    ...{ id: text, type: text, caption: textOrNull, mediaUrl: text },
    ...{ thumbnailUrl: textOrNull, publishedAt: text },
  } satisfies Record<keyof GraphqlPost, Test>,
  pagination: {
    ...{ nextCursor: textOrNull, prevCursor: textOrNull, hasMore: logical, perPage: whole },
  } satisfies Record<keyof GraphqlMe['pagination'], Test>,
}

/** `data.me` of a response without errors. @throws {Malformed} if a field is missing or of another type. */
export function meOf(exchange: Exchange): GraphqlMe {
  const [problem] = meProblems(exchange)
  if (problem) throw new Malformed('graphql-fields', problem)
  return rawMeOf(exchange) as unknown as GraphqlMe
}

/** Every field of `data.me` that is missing or of another type. */
export function meProblems(exchange: Exchange): Finding[] {
  const { username, posts, pagination } = rawMeOf(exchange)
  const found: Finding[] = []
  const check = (value: unknown, at: string, [expected, isValid]: Test) => {
    if (!isValid(value)) found.push({ exchange, at, expected, got: shown(value) })
  }
  const checkAll = (value: unknown, at: string, fields: Record<string, Test>) => {
    check(value, at, ['an object', isObject])
    if (isObject(value))
      for (const [name, test] of Object.entries(fields)) check(value[name], `${at}.${name}`, test)
  }
  check(username, 'data.me.username', text)
  check(posts, 'data.me.posts', ['a list', Array.isArray])
  for (const [index, post] of (Array.isArray(posts) ? posts : []).entries())
    checkAll(post, `data.me.posts[${index}]`, tests.post)
  checkAll(pagination, 'data.me.pagination', tests.pagination)
  return found
}

function rawMeOf(exchange: Exchange): Record<string, unknown> {
  const { data, errors } = objectOf(exchange)
  if (errors) throw new Mismatch({ exchange, at: 'errors', expected: 'none', got: shown(errors) })
  const me = isObject(data) ? data.me : undefined
  if (isObject(me)) return me
  const expected = 'an account with posts and pagination'
  throw new Mismatch({ exchange, at: 'data.me', expected, got: shown(me) })
}

/** Every field of `me` that the specification names. */
const meFields = `username
  posts { id type caption mediaUrl thumbnailUrl publishedAt }
  pagination { nextCursor prevCursor hasMore perPage }`

/** A query for all of them, with arguments as they are written in one. */
export function everything(args = ''): string {
  return `{ me${args && `(${args})`} { ${meFields} } }`
}

export function read(args?: string): RequestSpec {
  return graphql(everything(args))
}
