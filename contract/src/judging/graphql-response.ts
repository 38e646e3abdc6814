// The objects of schema.graphql in responses: which of their fields are valid, and the values that REST has for them.
import { fields } from '@photofeed/graphql/fields'
import type { Exchange, Post, SurveyedAccount } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { graphql, type Query, type RequestSpec } from '../http/request-spec.ts'
import { Malformed } from './definition.ts'
import type { Expect, Origin, Page } from './expect.ts'
import { pageSize, selected, unsigned } from './feed.ts'
import { type Finding, Mismatch, shown } from './finding.ts'
import { objectOf } from './responses.ts'

type TypeName = keyof typeof fields

type FieldNames = { readonly [Name in TypeName]?: readonly string[] }

const typesOf = (type: TypeName): Readonly<Record<string, string>> => fields[type]

/** The fields that the specification names. The others of the schema are assumptions. */
export const named: FieldNames = {
  Account: ['username', 'posts', 'pagination'],
  Post: ['id', 'type', 'caption', 'mediaUrl', 'thumbnailUrl', 'publishedAt'],
  Pagination: ['nextCursor', 'prevCursor', 'hasMore', 'perPage'],
}

export const every: FieldNames = Object.fromEntries(
  Object.entries(fields).map(([type, all]) => [type, Object.keys(all)]),
)

/** The type of the objects of a field; null if it is a value. */
function objectType(type: string): TypeName | null {
  const name = type.replace(/\W/g, '')
  return Object.hasOwn(fields, name) ? (name as TypeName) : null
}

export function selectionOf(type: TypeName, names: FieldNames): string {
  const parts = (names[type] ?? []).map((field) => {
    const inner = objectType(typesOf(type)[field] ?? '')
    return inner ? `${field} ${selectionOf(inner, names)}` : field
  })
  return `{ ${parts.join(' ')} }`
}

/** A query for the fields that the specification names, with arguments as they are written in one. */
export function everything(args = ''): string {
  return `{ me${args && `(${args})`} ${selectionOf('Account', named)} }`
}

export const typeNames = graphql(
  '{ __typename me(first: 1) { __typename posts { __typename id } } }',
)

export function read(args?: string): RequestSpec {
  return graphql(everything(args))
}

const scalars: Readonly<
  Record<string, readonly [words: string, test: (value: unknown) => boolean]>
> = {
  Int: ['an integer', Number.isInteger],
  Boolean: ['true or false', (value) => typeof value === 'boolean'],
  String: ['a string', (value) => typeof value === 'string'],
}

/** Every value that is missing or of another type. */
function typeProblems(
  type: string,
  names: FieldNames,
  value: unknown,
  at: string,
): Omit<Finding, 'exchange'>[] {
  const isRequired = type.endsWith('!')
  if (!isRequired && value === null) return []
  const [, item] = /^\[(.*)\]!?$/.exec(type) ?? []
  const object = objectType(type)
  const [words = '', isValid = () => false] = item
    ? ['a list', Array.isArray]
    : object
      ? ['an object', isObject]
      : (scalars[type.replace('!', '')] ?? scalars.String ?? [])
  if (!isValid(value))
    return [{ at, expected: isRequired ? words : `${words} or null`, got: shown(value) }]
  if (item)
    return (value as unknown[]).flatMap((one, index) =>
      typeProblems(item, names, one, `${at}[${index}]`),
    )
  if (!object) return []
  return (names[object] ?? []).flatMap((field) =>
    typeProblems(
      typesOf(object)[field] ?? '',
      names,
      Reflect.get(Object(value), field),
      `${at}.${field}`,
    ),
  )
}

/** Every field of `data.me` that is missing or of another type. */
export function meProblems(exchange: Exchange): Finding[] {
  const problems = typeProblems('Account!', named, rawMeOf(exchange), 'data.me')
  return problems.map((problem) => ({ exchange, ...problem }))
}

type GraphqlMe = Page & { username: string }

/** `data.me` of a response without errors. @throws {Malformed} if a field that the specification names is missing or of another type. */
export function meOf(exchange: Exchange): GraphqlMe {
  const [problem] = meProblems(exchange)
  if (problem) throw new Malformed('graphql-fields', problem)
  return rawMeOf(exchange) as unknown as GraphqlMe
}

function rawMeOf(exchange: Exchange): Record<string, unknown> {
  const { me } = dataOf(exchange)
  if (isObject(me)) return me
  throw new Mismatch({ exchange, at: 'data.me', expected: 'an account', got: shown(me) })
}

/** The data of a response without errors. @throws {Mismatch} with the errors that it has. */
export function dataOf(exchange: Exchange): Record<string, unknown> {
  const { data, errors } = objectOf(exchange)
  if (errors !== undefined)
    throw new Mismatch({ exchange, at: 'errors', expected: 'none', got: shown(errors) })
  if (isObject(data)) return data
  throw new Mismatch({ exchange, at: 'data', expected: 'an object', got: shown(data) })
}

interface GraphqlError {
  message?: unknown
  locations?: unknown
  path?: unknown
  extensions?: { validation?: Record<string, unknown> }
}

/** The list of errors of an HTTP 200, as it was sent. */
export function graphqlErrorListOf(exchange: Exchange): unknown[] {
  const { errors } = objectOf(exchange)
  if (Array.isArray(errors) && errors.length > 0) return errors
  const entries = 'a list with an entry for what went wrong'
  const expected = errors === undefined ? entries : `no such key, or ${entries}`
  throw new Mismatch({ exchange, at: 'errors', expected, got: shown(errors) })
}

/** The error entries of an HTTP 200, which are objects. */
export function graphqlErrorsOf(exchange: Exchange): GraphqlError[] {
  return graphqlErrorListOf(exchange).map((entry, index) => {
    if (isObject(entry)) return entry
    const finding = { exchange, at: `errors[${index}]`, expected: 'an object', got: shown(entry) }
    throw new Malformed('graphql-error-entries', finding)
  })
}

/** What fields are called in REST, if not the same. */
const restNames: Readonly<Record<string, string>> = {
  type: 'mediaType',
  publishedAt: 'timestamp',
  'Comment.likeCount': 'like_count',
}

/** The largest Int. A service may reduce larger numbers to it. */
const largestInt = 2 ** 31 - 1

/** An object of REST as GraphQL shows these fields of it. */
export function asGraphql(
  type: TypeName,
  rest: object,
  names: FieldNames,
): Record<string, unknown> {
  return Object.fromEntries(
    (names[type] ?? []).map((field) => {
      const name = restNames[`${type}.${field}`] ?? restNames[field] ?? field
      return [field, restValue(typesOf(type)[field] ?? '', Reflect.get(rest, name), names)]
    }),
  )
}

function restValue(type: string, value: unknown, names: FieldNames): unknown {
  const object = objectType(type)
  if (object === 'Size')
    return isObject(value)
      ? Object.entries(value).map(([width, url]) => ({ width: Number(width), url }))
      : null
  if (object && type.startsWith('[')) {
    const list = Array.isArray(value) ? value : []
    return list.map((one) => (isObject(one) ? asGraphql(object, one, names) : one))
  }
  if (object) return isObject(value) ? asGraphql(object, value, names) : value
  return typeof value === 'number' ? Math.min(value, largestInt) : (value ?? null)
}

/** A value with instants as numbers, and without what may be another text in each response. */
export function comparable(value: object): object {
  return JSON.parse(JSON.stringify(unsigned(value)), (name, one) =>
    name === 'publishedAt' && !Number.isNaN(Date.parse(one)) ? Date.parse(one) : one,
  )
}

/** The posts that a query selects, as GraphQL shows these fields of them; null where not all of the page are known. */
export function expectedPosts(
  account: SurveyedAccount,
  query: Query,
  names = named,
): object[] | null {
  const { posts, isWhole } = selected(account, query)
  const size = pageSize(account.plan, query)
  if (!isWhole && posts.length <= size) return null
  return posts.slice(0, size).map((post: Post) => asGraphql('Post', post, names))
}

/** That `me` is the page that the arguments mean as parameters of REST. */
export function expectPage(
  expect: Expect,
  response: Exchange,
  query: Query,
  origin?: Origin,
): void {
  const me = meOf(response)
  const { perPage, nextCursor, hasMore } = me.pagination
  expect.pageIn(response, 'data.me', me, query, origin)
  const size = pageSize(response.account.plan, query)
  expect.same(response, 'data.me.pagination.perPage', size, perPage)
  expect.same(response, 'data.me.pagination.hasMore', nextCursor !== null, hasMore)
}
