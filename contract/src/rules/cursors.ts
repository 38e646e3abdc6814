import { me, type Query } from '../http/request-spec.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { textAt } from '../judging/responses.ts'
import { after, type Requests, type Rule, requestRule } from '../judging/rule.ts'
import { cursorOf } from '../judging/walks.ts'

const next = { way: 'next' } as const

/** Texts that no service gives as a cursor: negative positions are none, in whatever encoding. */
const unknownCursors = [
  'no-such-cursor',
  '-5',
  btoa('-5').replace('=', ''),
  'null',
  'x'.repeat(300),
  // Outside of every alphabet of base64.
  'é!/+=%& ☃',
]

const three = (query: Query = {}) => me({ 'page[size]': 3, ...query })

/** Section 4.1: which cursors are accepted, and what others do. */
export const cursors: Rule[] = [
  requestRule({
    id: 'cursor-alias',
    level: 'must',
    section: '4.1',
    sentence: '`cursor` is another name of page[cursor].',
    definedAt: '#/components/parameters/PageCursor/x-alias',
    needs: [premium, posts(7)],
    compares: true,
    requests: () => ({
      first: three(),
      second: after('first', (page) => three({ cursor: textAt(page, 'pagination.nextCursor') })),
      back: after('second', (page) => three({ cursor: textAt(page, 'pagination.prevCursor') })),
    }),
    judge({ first, second, back }, expect) {
      expect.page(second, { after: first })
      expect.page(back, { before: second })
    },
  }),
  requestRule({
    id: 'cursor-unknown',
    level: 'must',
    section: '4.1',
    sentence: 'An unrecognized cursor is ignored: the first page; on Free every cursor is.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [posts(1)],
    compares: true,
    requests: () =>
      Object.fromEntries(
        unknownCursors.flatMap((cursor, index) => [
          [`page ${index}`, three({ 'page[cursor]': cursor })],
          [`oldest ${index}`, three({ cursor, sort: 'published_at' })],
        ]),
      ),
    judge(responses, expect) {
      for (const page of Object.values(responses)) expect.page(page)
    },
  }),
  requestRule({
    id: 'cursor-empty',
    level: 'assumed',
    section: '4.1',
    sentence: 'An empty cursor is an unrecognized one, and so is a list.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [posts(1)],
    compares: true,
    requests: () => ({
      empty: three({ 'page[cursor]': '' }),
      list: three({ 'page[cursor][]': 'no-such-cursor' }),
      object: three({ 'page[cursor][after]': 'no-such-cursor' }),
    }),
    judge(responses, expect) {
      for (const page of Object.values(responses)) expect.page(page)
    },
  }),
  requestRule({
    id: 'cursor-of-other-ordering',
    level: 'assumed',
    section: '4.1',
    sentence: 'A cursor of another ordering gives the first page.',
    definedAt: '#/components/parameters/Sort/description',
    needs: [premium, posts(7)],
    compares: true,
    requests: () => ({
      first: three(),
      oldest: after('first', (page) => three({ sort: 'published_at', ...cursorOf(page, next) })),
      stored: after('first', (page) => three({ sort: '-id', ...cursorOf(page, next) })),
    }),
    judge({ oldest, stored }, expect) {
      expect.page(oldest)
      expect.page(stored)
    },
  }),
  requestRule({
    id: 'cursor-with-other-filter',
    level: 'assumed',
    section: '4.1',
    sentence: 'A cursor keeps its position when the filter changes.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [premium, posts(7)],
    compares: true,
    requests: () => ({
      first: three(),
      images: after('first', (page) => three({ 'filter[type]': 'IMAGE', ...cursorOf(page, next) })),
    }),
    judge: ({ first, images }, expect) => expect.page(images, { after: first }),
  }),
  requestRule({
    id: 'cursor-named-twice',
    level: 'assumed',
    section: '4.1',
    sentence: 'page[cursor] wins over `cursor`.',
    definedAt: '#/components/parameters/PageCursor/x-alias',
    needs: [premium, posts(10)],
    compares: true,
    requests: () => ({
      first: three(),
      second: after('first', (page) => three(cursorOf(page, next))),
      page: after('second', (page) => three({ ...cursorOf(page, next), cursor: 'no-such-cursor' })),
    }),
    judge: ({ second, page }, expect) => expect.page(page, { after: second }),
  }),
  requestRule({
    id: 'cursor-ignored-on-free',
    level: 'must',
    section: '4.1',
    sentence: 'On Free a cursor of another account is accepted and ignored too.',
    definedAt: '#/components/parameters/PageCursor/description',
    needs: [free, posts(4)],
    compares: true,
    requests(_, others): Requests {
      const rich = others.find(({ plan, posts: all }) => plan === 'premium' && all.length > 3)
      const page = three({ 'page[cursor]': 'no-such-cursor' })
      if (!rich) return { page }
      const foreign = after('other', (other) => three(cursorOf(other, next)))
      return { page, other: me({ 'page[size]': 3 }, { as: rich }), foreign }
    },
    judge({ page, foreign }, expect) {
      for (const one of [page, foreign]) if (one) expect.page(one)
    },
  }),
]
