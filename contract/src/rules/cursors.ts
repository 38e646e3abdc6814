import { me, type Query } from '../http/request-spec.ts'
import { free, posts, premium } from '../judging/needs.ts'
import { textAt } from '../judging/responses.ts'
import { after, every, type Requests, requestJudgment, rulesOf } from '../judging/rule.ts'
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

// biome-ignore format: a row for each rule
const facts = [
  ['cursor-alias', 'must', '4.1', '#/components/parameters/PageCursor/x-alias',
    '`cursor` is another name of page[cursor].'],
  ['cursor-unknown', 'must', '4.1', '#/components/parameters/PageCursor/description',
    'An unrecognized cursor is ignored: the first page; on Free every cursor is.'],
  ['cursor-ignored-on-free', 'must', '4.1', '#/components/parameters/PageCursor/description',
    'On Free a cursor of another account is accepted and ignored too.'],
] as const

/** Section 4.1: which cursors are accepted, and what others do. */
export const cursors = rulesOf(facts, {
  'cursor-alias': requestJudgment({
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
  'cursor-unknown': requestJudgment({
    needs: [posts(1)],
    compares: true,
    requests: () =>
      Object.fromEntries(
        unknownCursors.flatMap((cursor, index) => [
          [`page ${index}`, three({ 'page[cursor]': cursor })],
          [`oldest ${index}`, three({ cursor, sort: 'published_at' })],
        ]),
      ),
    judge: every((page, expect) => expect.page(page)),
  }),
  'cursor-ignored-on-free': requestJudgment({
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
})
