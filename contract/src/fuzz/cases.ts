import { parameters, plans } from '@photofeed/openapi'
import type { Arbitrary } from 'fast-check'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import {
  graphql,
  me,
  mePath,
  type Query,
  type RequestSpec,
  unknownKey,
} from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { ids, type Post, selected, time } from '../judging/feed.ts'
import { Mismatch, shown } from '../judging/finding.ts'
import { objectOf } from '../judging/responses.ts'
import type { Step } from '../judging/walks.ts'

export type FastCheck = typeof import('fast-check')

/** A request with what the specification says about its response, and about the pages that its cursors lead to. */
export interface FuzzCase {
  request: RequestSpec
  /** Pages that are read after the first one. */
  steps: readonly (Step & { query: NonNullable<RequestSpec['query']> })[]
  judge(exchanges: readonly Exchange[], expect: Expect): void
}

/** Makes cases for an account; smaller ones come first. */
export type Cases = (
  fc: FastCheck,
  account: SurveyedAccount,
  others: readonly SurveyedAccount[],
) => Arbitrary<FuzzCase>

/** Each of these errors comes before anything else is looked at (section 7.3). */
const faults = [
  { code: 'MISSING_API_KEY', spec: { key: null } },
  { code: 'INVALID_API_KEY', spec: { key: unknownKey } },
  // With a key that reads no account, so that no server changes anything.
  { code: 'METHOD_NOT_ALLOWED', spec: { method: 'PUT', key: unknownKey } },
  { code: 'METHOD_NOT_ALLOWED', spec: { method: 'DELETE', key: unknownKey } },
  { code: 'NOT_FOUND', spec: { path: '/api/v1/posts' } },
  { code: 'NOT_FOUND', spec: { path: `${mePath}/posts`, key: null } },
] as const

/** The case, or now and then the same request with a fault. */
export function sometimesFaulty(fc: FastCheck, cases: Arbitrary<FuzzCase>): Arbitrary<FuzzCase> {
  return fc
    .tuple(fc.integer({ min: 0, max: 11 }), fc.constantFrom(...faults), cases)
    .map(([lot, { code, spec }, one]) =>
      lot < 11
        ? one
        : {
            request: { ...one.request, ...spec },
            steps: [],
            judge: ([response], expect) => response && expect.problem(response, code),
          },
    )
}

/** Often nothing, which is what a failing case shrinks to. */
export function maybe<Value>(
  fc: FastCheck,
  arbitrary: Arbitrary<Value>,
  missing = 2,
): Arbitrary<Value | undefined> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: missing },
    { arbitrary, weight: 2 },
  )
}

/** A page size, often one at which something changes. */
export function sizes(fc: FastCheck, { posts: { length } }: SurveyedAccount): Arbitrary<number> {
  const borders = [1, 2, 5, 6, 7, 99, 100, length - 1, length, length + 1]
  return fc.oneof(
    fc.integer({ min: 1, max: 8 }),
    fc.constantFrom(...borders.filter((size) => size >= 1 && size <= 100)),
    fc.integer({ min: 1, max: 100 }),
  )
}

/** Endpoints of which the specification decides little: rules about single responses judge them. */
export function plainCases(path: RequestSpec['path']): Cases {
  return (fc) =>
    sometimesFaulty(
      fc,
      fc
        .dictionary(fc.constantFrom('page[size]', 'sort', 'format', 'page', 'x'), fc.string())
        .map((query) => ({ request: { ...me(query), path }, steps: [], judge() {} })),
    )
}

/** The fields of a post that the specification names, and what REST has in their place. */
const fields: Record<string, (post: Post) => unknown> = {
  id: ({ id }) => id,
  type: ({ mediaType }) => mediaType,
  caption: ({ caption }) => caption,
  mediaUrl: ({ mediaUrl }) => mediaUrl,
  thumbnailUrl: ({ thumbnailUrl }) => thumbnailUrl,
  publishedAt: time,
}

/** Queries of `me` with some of its fields and arguments, inline or as variables. */
export const graphqlCases: Cases = (fc, account) =>
  fc
    .record({
      first: maybe(fc, fc.oneof(sizes(fc, account), fc.constantFrom(101, 1000))),
      type: maybe(fc, fc.constantFrom(...parameters['filter[type]'].values)),
      page: maybe(fc, fc.integer({ min: 1, max: 3 }), 5),
      names: fc.subarray(Object.keys(fields), { minLength: 1 }),
      isVariable: fc.boolean(),
    })
    .map(({ first, type, page, names, isVariable }) => {
      const sent = Object.entries({ first, type, page }).filter(([, value]) => value !== undefined)
      const argumentsOf = (value: (name: string, value: unknown) => string) =>
        sent.map(([name, one]) => `${name}: ${value(name, one)}`).join(', ')
      const parts = argumentsOf((name, one) => (isVariable ? `$${name}` : JSON.stringify(one)))
      const me = `me${parts && `(${parts})`} { posts { ${names.join(' ')} } pagination { perPage hasMore } }`
      const declared = sent.map(([name]) => `$${name}: ${name === 'type' ? 'String' : 'Int'}`)
      const query =
        isVariable && sent.length > 0 ? `query (${declared.join(', ')}) { ${me} }` : `{ ${me} }`
      return {
        request: graphql(query, isVariable ? Object.fromEntries(sent) : undefined),
        steps: [],
        judge([response], expect) {
          if (!response) return
          const { data } = objectOf(response) as { data?: { me?: Me } | null }
          if (!data?.me) {
            const got = shown(objectOf(response))
            throw new Mismatch({ exchange: response, at: 'data.me', expected: 'an account', got })
          }
          const filter: Query = type === undefined ? {} : { 'filter[type]': type }
          const { posts, isWhole } = selected(account, filter)
          const { defaultPageSize, maximumPageSize } = plans[account.plan ?? 'free']
          const size = Math.min(first ?? defaultPageSize, maximumPageSize)
          if (!isWhole && posts.length < size) return
          const expected = posts.slice(0, size).map((post) => valuesOf(names, post))
          const got = data.me.posts.map((post) => ({
            ...post,
            ...(typeof post.publishedAt === 'string' && {
              publishedAt: Date.parse(post.publishedAt),
            }),
          }))
          expect.same(response, 'data.me.posts', expected, got)
          const hasMore = account.plan === 'premium' && ids(posts).length > size
          const pagination = { perPage: size, hasMore }
          expect.same(response, 'data.me.pagination', pagination, data.me.pagination)
        },
      }
    })

interface Me {
  posts: Record<string, unknown>[]
  pagination: unknown
}

function valuesOf(names: readonly string[], post: Post): object {
  return Object.fromEntries(names.map((name) => [name, fields[name]?.(post)]))
}
