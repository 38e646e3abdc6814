import { me, mePath, unknownKey } from '../http/request-spec.ts'
import { posts } from '../judging/needs.ts'
import { pageOf } from '../judging/responses.ts'
import { type Rule, requestRule } from '../judging/rule.ts'
import { raw } from './rejections.ts'

/** Sections 4.1 and 7.3: how a query string is read, and which requests are rejected before it is. */
export const queryStrings: Rule[] = [
  requestRule({
    id: 'last-value-wins',
    level: 'assumed',
    section: '4.1',
    sentence: 'Of a repeated parameter the last value counts.',
    definedAt: '#/components/parameters/PageSize/description',
    compares: true,
    requests: () => ({
      size: me({ 'page[size]': 2 }),
      'size after another': raw('page[size]=5&page[size]=2'),
      'size after an invalid one': raw('page[size]=many&page[size]=2'),
      'invalid size after a valid one': raw('page[size]=2&page[size]=many'),
      sort: me({ sort: 'id' }),
      'sort after an invalid one': raw('sort=likes&sort=id'),
    }),
    judge(responses, expect) {
      expect.samePosts(responses['size after another'], responses.size)
      expect.samePosts(responses['size after an invalid one'], responses.size)
      expect.rejection(responses['invalid size after a valid one'], 'page[size]')
      expect.samePosts(responses['sort after an invalid one'], responses.sort)
    },
  }),
  requestRule({
    id: 'page-size-with-zeros',
    level: 'assumed',
    section: '4.1',
    sentence: 'Zeros before a page[size] do not change it.',
    definedAt: '#/components/parameters/PageSize/description',
    compares: true,
    requests: () =>
      Object.fromEntries(
        ['05', '007', '0100', '0'.repeat(30) + 3].map((size) => [size, me({ 'page[size]': size })]),
      ),
    judge(responses, expect) {
      for (const page of Object.values(responses)) expect.page(page)
    },
  }),
  requestRule({
    id: 'other-parameters-are-ignored',
    level: 'assumed',
    section: '4.1',
    sentence: 'Unknown parameters, and known names in other forms, are ignored.',
    definedAt: '#/paths/~1api~1v1~1me/get/description',
    compares: true,
    requests: () => ({
      unknown: me({ likes: 'many', limit: 3, offset: 5, per_page: 2 }),
      flat: me({ page: 5, filter: 'IMAGE', size: 2 }),
      cases: me({ Sort: 'likes', 'PAGE[SIZE]': 2, 'filter[Type]': 'VIDEO' }),
      inner: me({ 'page[number]': 2, 'filter[caption]': 'x', 'page[limit]': 1 }),
    }),
    judge(responses, expect) {
      for (const page of Object.values(responses)) expect.page(page)
    },
  }),
  requestRule({
    id: 'include-in-other-brackets',
    level: 'assumed',
    section: '4.1',
    sentence: 'include[0]=children and other keys in the brackets are array syntax too.',
    definedAt: '#/components/parameters/Include/description',
    needs: [posts(1)],
    requests: () => ({
      index: raw('include[0]=children&page[size]=2'),
      both: raw('include[0]=children&include[1]=comments&page[size]=2'),
    }),
    judge({ index, both }, expect) {
      for (const [response, expected] of [
        [index, [true, false]],
        [both, [true, true]],
      ] as const) {
        for (const [place, post] of pageOf(response).posts.entries()) {
          const got = ['children' in post, 'comments' in post]
          expect.same(response, `posts[${place}] (has children, comments)`, expected, got)
        }
      }
    },
  }),
  requestRule({
    id: 'encodings-mean-the-same',
    level: 'must',
    section: '4.1',
    sentence: 'Brackets, letters and digits may be sent percent-encoded or not.',
    definedAt: '#/components/parameters/PageSize/description',
    compares: true,
    requests: () => ({
      plain: me({ 'page[size]': 3 }),
      brackets: { path: mePath, rawQuery: 'page[size]=3' },
      lower: { path: mePath, rawQuery: 'page%5bsize%5d=3' },
      letters: { path: mePath, rawQuery: '%70age%5Bsize%5D=%33' },
    }),
    judge({ plain, ...others }, expect) {
      expect.page(plain)
      for (const other of Object.values(others)) expect.samePosts(other, plain)
    },
  }),
  requestRule({
    id: 'query-that-does-not-decode',
    level: 'assumed',
    section: '7.3',
    sentence: 'Percent-encoding that is not UTF-8 gets 400 BAD_REQUEST.',
    definedAt: '#/components/examples/BAD_REQUEST',
    requests: () => ({ broken: raw('sort=%FF'), half: raw('filter[type]=%E0%A4') }),
    judge(responses, expect) {
      for (const response of Object.values(responses)) expect.problem(response, 'BAD_REQUEST')
    },
  }),
  requestRule({
    id: 'decoding-before-key',
    level: 'assumed',
    section: '7.3',
    sentence: 'Percent-encoding is checked after path and method, and before the key.',
    definedAt: '#/components/examples/BAD_REQUEST',
    requests: () => ({
      path: { path: '/api/v1/posts', rawQuery: 'sort=%FF' },
      method: { path: mePath, method: 'POST', rawQuery: 'sort=%FF' },
      missing: { path: mePath, key: null, rawQuery: 'sort=%FF' },
      invalid: { path: mePath, key: unknownKey, rawQuery: 'sort=%FF' },
    }),
    judge({ path, method, missing, invalid }, expect) {
      expect.problem(path, 'NOT_FOUND')
      expect.problem(method, 'METHOD_NOT_ALLOWED')
      expect.problem(missing, 'BAD_REQUEST')
      expect.problem(invalid, 'BAD_REQUEST')
    },
  }),
  requestRule({
    id: 'long-headers',
    level: 'assumed',
    section: '7.3',
    sentence: 'A URL and headers over 32 KiB together get 431 HEADERS_TOO_LARGE.',
    definedAt: '#/components/examples/HEADERS_TOO_LARGE',
    requests: () => ({ long: me({}, { headers: { 'X-Long': 'a'.repeat(33_000) } }) }),
    judge: ({ long }, expect) => expect.problem(long, 'HEADERS_TOO_LARGE'),
  }),
  requestRule({
    id: 'long-queries',
    level: 'assumed',
    section: '7.3',
    sentence: 'A query string over 8,192 characters gets 414 URI_TOO_LONG.',
    definedAt: '#/components/examples/URI_TOO_LONG',
    requests: () => ({ long: raw(`x=${'a'.repeat(9000)}`) }),
    judge: ({ long }, expect) => expect.problem(long, 'URI_TOO_LONG'),
  }),
]
