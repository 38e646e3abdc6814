import { me, mePath } from '../http/request-spec.ts'
import { type Rule, requestRule } from '../judging/rule.ts'
import { raw } from './rejections.ts'

/** Sections 4.1 and 7.3: how a query string is read, and which requests are rejected before it is. */
export const queryStrings: Rule[] = [
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
