import { parameters, plans } from '@photofeed/openapi'
import { graphql, type Query } from '../http/request-spec.ts'
import { ids, type Post, selected, time } from '../judging/feed.ts'
import { Mismatch, shown } from '../judging/finding.ts'
import { objectOf } from '../judging/responses.ts'
import { type Cases, maybe, sizes } from './cases.ts'

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
