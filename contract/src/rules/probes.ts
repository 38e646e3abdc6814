import { apiKey, problemMediaType } from '@photofeed/openapi'
import type { RequestSpec } from '../http/exchange.ts'
import { accounts, graphql, interfaces, me, paths, rss, unknownKey } from '../http/request-spec.ts'

const accepting = (type: string) => ({ Accept: type })
/** As of a page that is opened in a browser: frameworks like to respond with an error page then. */
const asPage = accepting('text/html,application/xhtml+xml,*/*;q=0.8')
const repeated = { rawQuery: `${apiKey.parameter}=x` }
const included = (...names: string[]) =>
  me({ 'include[]': names, 'page[size]': 2 }, { headers: accepting(problemMediaType) })
const conditional = { headers: { 'If-None-Match': '*' } }

/** One request of each kind of response, for the rules about every response that are chosen alone. */
export const samples: readonly RequestSpec[] = [
  ...Object.values(interfaces).flatMap((spec) => [
    spec(),
    spec({ key: null }),
    spec({ key: unknownKey }),
  ]),
  ...[{ sort: 'likes' }, { sort: 'published_at' }, { 'filter[type]': 'VIDEO' }].map((query) =>
    me(query),
  ),
  me({ 'page[size]': 2, 'include[]': ['children', 'comments'], format: 'webp' }),
  { path: '/api/v1/posts' },
  { path: paths.me, method: 'POST' },
]

/**
 * Requests whose responses the specification leaves open. No rule says which response they have; rules about every
 * response are judged on it, such as those about the form of errors.
 */
export const probes: readonly RequestSpec[] = [
  // Long before the other one: a cache may have the last of equal names alone in its key.
  included('children'),
  ...Object.values(interfaces).map((spec) => spec({ key: '' })),
  ...[me({}, repeated), me({}, conditional), accounts({}, conditional), rss({}, conditional)],
  me({}, { key: null, headers: asPage }),
  { path: paths.me, method: 'POST', headers: asPage },
  { path: '/api/v2/me', headers: asPage },
  me({ sort: 'likes' }, { headers: accepting('application/xml') }),
  { path: '/api/v1/posts', headers: accepting('application/json') },
  rss({}, { key: null, headers: accepting('application/rss+xml') }),
  rss({}, { key: unknownKey, headers: accepting('application/json, text/plain, */*') }),
  interfaces.graphql({ key: null, headers: accepting('text/html') }),
  me({ 'page[size]': `${'0'.repeat(30)}3` }),
  me({ 'page[size]': '9'.repeat(400) }),
  ...['', ' 5', '+5'].map((size) => me({ 'page[size]': size })),
  ...['', ' IMAGE'].map((type) => me({ 'filter[type]': type })),
  ...['', ' id'].map((sort) => me({ sort })),
  ...['2026-01-01T24:00:00Z', '20260101', '2026-01-01T10:00', ''].map((date) =>
    me({ 'filter[publishedAfter]': date }),
  ),
  me({ 'page[cursor]': '' }),
  me({ likes: 'many', 'PAGE[SIZE]': 2, 'filter[caption]': 'x', page: 5 }),
  me({ 'include[]': ['likes', 'children', 'tags'] }),
  included('comments', 'children'),
  me({}, { rawQuery: 'include[0]=children&page[size]=2' }),
  ...['sort=%FF', 'filter[type]=%E0%A4'].map((rawQuery) => me({}, { rawQuery })),
  me({}, { rawQuery: 'page[size][]=5&sort[]=id&filter[type][x]=IMAGE' }),
  accounts({ 'page[size]': 'many', sort: 'likes' }),
  rss({ 'page[size]': 1, sort: 'likes' }),
  graphql('{ wrong: me(type: "picture") { username } right: me { username } }'),
  ...['/api', `${paths.graphql}/`].map((path) => ({ path })),
]
