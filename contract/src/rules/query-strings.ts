import { me, mePath, raw } from '../http/request-spec.ts'
import { every, requestJudgment, rulesOf } from '../judging/rule.ts'

// biome-ignore format: a row for each rule
const facts = [
  ['encodings-mean-the-same', 'must', '4.1', '#/components/parameters/PageSize/description',
    'Brackets, letters and digits may be sent percent-encoded or not.'],
  ['query-that-does-not-decode', 'assumed', '7.3', '#/components/examples/BAD_REQUEST',
    'Percent-encoding that is not UTF-8 gets 400 BAD_REQUEST.'],
  ['long-headers', 'assumed', '7.3', '#/components/examples/HEADERS_TOO_LARGE',
    'A URL and headers over 32 KiB together get 431 HEADERS_TOO_LARGE.'],
  ['long-queries', 'assumed', '7.3', '#/components/examples/URI_TOO_LONG',
    'A query string over 8,192 characters gets 414 URI_TOO_LONG.'],
] as const

/** Sections 4.1 and 7.3: how a query string is read, and which requests are rejected before it is. */
export const queryStrings = rulesOf(facts, {
  'encodings-mean-the-same': requestJudgment({
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
  'query-that-does-not-decode': requestJudgment({
    requests: () => ({ broken: raw('sort=%FF'), half: raw('filter[type]=%E0%A4') }),
    judge: every((response, expect) => expect.problem(response, 'BAD_REQUEST')),
  }),
  'long-headers': requestJudgment({
    requests: () => ({ long: me({}, { headers: { 'X-Long': 'a'.repeat(33_000) } }) }),
    judge: ({ long }, expect) => expect.problem(long, 'HEADERS_TOO_LARGE'),
  }),
  'long-queries': requestJudgment({
    requests: () => ({ long: raw(`x=${'a'.repeat(9000)}`) }),
    judge: ({ long }, expect) => expect.problem(long, 'URI_TOO_LONG'),
  }),
})
