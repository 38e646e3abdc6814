import { parameters } from '@photofeed/openapi'
import { me, type Query, type RequestSpec } from '../http/request-spec.ts'
import { definition } from '../judging/definition.ts'
import { premium } from '../judging/needs.ts'
import {
  every,
  everyPage,
  everyProblem,
  type Rule,
  requestJudgment,
  rule,
  rulesOf,
} from '../judging/rule.ts'

const { minimum, maximum } = parameters['page[size]']
const [publishedAfter, publishedBefore] = ['filter[publishedAfter]', 'filter[publishedBefore]']
const places = '#/components/parameters/'
const notDates = [
  ...['yesterday', 'now', '2026-02-30', '02/01/2026', '2026-13-01', '2026-01-01T'],
  // What the parsers of some languages accept.
  ...['1767225600', '@1767225600', '2026-1-1', 'January 1, 2026', '2025-02-29'],
  ...['2026-01-01T25:00:00Z', 'Thu, 01 Jan 2026 00:00:00 GMT', '2026-01-01x'],
]
const plusDate = '2026-01-01T00:00:00+02:00'
const rawPlus = (name: string) => me({}, { rawQuery: `${name}=${plusDate}` })

type Rejection = readonly [
  id: string,
  section: string,
  /** Below components/parameters. */
  definedAt: string,
  /** What the entry's source.parameter names. */
  parameter: string,
  sentence: string,
  /** Values of the parameter, or a whole request. */
  sent: readonly (string | number)[] | RequestSpec,
]

/** Section 7.5: values that the specification rejects. */
// biome-ignore format: a row for each rule
const rejections: readonly Rejection[] = [
  ['page-size-integer', '7.5', 'PageSize/x-messages/type', 'page[size]',
    'A page[size] that is not an integer is rejected.',
    ['many', '1.5', '0x5', '1e1', '5a', 'true', 'NaN', '1_0', '5,0']],
  ['page-size-minimum', '7.5', 'PageSize/x-messages/minimum', 'page[size]',
    `A page[size] below ${minimum} is rejected.`,
    [minimum - 1, '-1', '-100']],
  ['page-size-maximum', '7.5', 'PageSize/x-messages/maximum', 'page[size]',
    `A page[size] above ${maximum} is rejected, on Free too.`,
    [maximum + 1, 65_537, 2 ** 31, 2 ** 32 + 5, '18446744073709551621']],
  ['filter-type-unknown', '7.5', 'FilterType/x-messages/enum', 'filter[type]',
    'A filter[type] that is not a media type is rejected.',
    ['PICTURE', 'IMAGES', 'REEL', 'CAROUSEL', 'IMAG', 'IMAGE,VIDEO', '0', '1']],
  ['published-after-date', '7.5', 'FilterPublishedAfter/x-messages/format', publishedAfter,
    `A ${publishedAfter} that is not a date is rejected.`, notDates],
  ['published-before-date', '7.5', 'FilterPublishedBefore/x-messages/format', publishedBefore,
    `A ${publishedBefore} that is not a date is rejected.`, notDates.slice(0, 6)],
  ['published-after-raw-plus', '4.1', 'FilterPublishedAfter/description', publishedAfter,
    `A plus sign in ${publishedAfter} that is not sent as %2B is a space, so the date is rejected.`,
    rawPlus(publishedAfter)],
  ['published-before-raw-plus', '4.1', 'FilterPublishedBefore/description', publishedBefore,
    `A plus sign in ${publishedBefore} that is not sent as %2B is a space, so the date is rejected.`,
    rawPlus(publishedBefore)],
  ['sort-unknown', '7.5', 'Sort/x-messages/enum', 'sort',
    `A sort other than ${parameters.sort.values.join(', ')} is rejected.`,
    ['likes', 'ID', '-ID', 'Published_at', '--id', 'id,published_at']],
  ['include-is-array', '7.5', 'Include/x-array-only/message', 'include',
    'Plain include=... is rejected: only the array syntax is accepted.',
    ['children', 'children,comments', 'likes']],
  ['include-unknown', '7.5', 'Include/x-messages/enum', 'include[]',
    'An include[] that is neither children nor comments is rejected.',
    ['likes', 'Children', 'COMMENTS', 'children,comments']],
  ['format-unknown', '7.5', 'Format/x-messages/enum', 'format',
    'A format that is neither jpg nor webp is rejected.',
    ['png', 'jpeg', 'image/webp', '.jpg']],
  ['format-lower-case', '4.1', 'Format/schema/enum', 'format',
    'A format is written in lower case; WEBP is rejected.',
    parameters.format.values.flatMap((value) => [value.toUpperCase(), value.replace(/^./, (letter) => letter.toUpperCase())])],
]

function rejectionRule([id, section, definedAt, parameter, sentence, sent]: Rejection): Rule {
  const others = parameter === 'sort' ? { 'page[size]': 2 } : { sort: 'id' }
  const requests =
    'path' in sent
      ? [sent]
      : [
          ...sent.map((value) => me({ [parameter]: value })),
          me({ ...others, [parameter]: sent[0] ?? '' }),
        ]
  const judgment = requestJudgment({
    // On Free the format has no effect, so a service need not validate it there.
    ...(parameter === 'format' && { needs: [premium] }),
    requests: () => requests,
    judge: every((response, expect) => expect.rejection(response, parameter)),
  })
  const text = `${sentence} 422 with source.parameter ${parameter}.`
  return rule([id, levelOf(definedAt), section, `${places}${definedAt}`, text], judgment)
}

/** A service need not know a parameter that the specification lacks. */
const levelOf = (definedAt: string) =>
  'x-assumed' in definition(places + definedAt.replace(/\/.*/, '')) ? 'assumed' : 'must'

/** An invalid value of each parameter that has one on every plan; every text is valid as a cursor. */
const invalid: Query = Object.fromEntries(
  rejections
    .filter(([, , at, name]) => name in parameters && name !== 'format' && levelOf(at) === 'must')
    // The first row of a parameter is the last one here, which counts.
    .toReversed()
    .map(([, , , name, , sent]) => [name, Object.values(sent)[0]]),
)

// biome-ignore format: a row for each rule
const facts = [
  ['one-entry-per-problem', 'must', '7.1', '#/components/responses/InvalidParameter/description',
    'A 422 has one entry for each problem, also if all parameters are invalid.'],
  ['encodings-mean-the-same', 'must', '4.1', '#/components/parameters/PageSize/description',
    'Brackets, letters and digits may be sent percent-encoded or not.'],
  ['semicolons-are-text', 'must', '4.1', '#/components/parameters/FilterType/x-messages/enum',
    'A semicolon in the query string separates no parameters: it is a part of the value, which is then invalid.'],
  ['long-headers', 'assumed', '7.3', '#/components/examples/HEADERS_TOO_LARGE',
    'A URL and headers over 32 KiB together get 431 HEADERS_TOO_LARGE.'],
  ['long-queries', 'assumed', '7.3', '#/components/examples/URI_TOO_LONG',
    'A query string over 8,192 characters gets 414 URI_TOO_LONG.'],
] as const

/** Sections 4.1, 7.3 and 7.5: how a query string is read, what is rejected, and which parameter the entry of a 422 names. */
export const validation: Rule[] = [
  ...rejections.map(rejectionRule),
  ...rulesOf(facts, {
    'one-entry-per-problem': requestJudgment({
      requests: () => ({
        three: me({ 'page[size]': 'many', sort: 'likes', 'filter[type]': 'PICTURE' }),
        two: me({ 'filter[type]': 'PICTURE', 'include[]': 'likes' }),
        all: me(invalid),
      }),
      judge({ three, two, all }, expect) {
        expect.rejection(three, 'page[size]', 'sort', 'filter[type]')
        expect.rejection(two, 'filter[type]', 'include[]')
        expect.rejection(all, ...Object.keys(invalid))
      },
    }),
    'encodings-mean-the-same': everyPage(() => [
      me({ 'page[size]': 3 }),
      ...['page[size]=3', 'page%5bsize%5d=3', '%70age%5Bsize%5D=%33'].map((rawQuery) =>
        me({}, { rawQuery }),
      ),
    ]),
    'semicolons-are-text': requestJudgment({
      requests: () => ({
        'filter[type]': me({}, { rawQuery: 'filter[type]=IMAGE;x' }),
        sort: me({}, { rawQuery: 'sort=id;page[size]=2' }),
        'page[size]': me({}, { rawQuery: 'x=1&page[size]=2;3' }),
      }),
      judge(responses, expect) {
        for (const [parameter, response] of Object.entries(responses))
          expect.rejection(response, parameter)
      },
    }),
    'long-headers': everyProblem('HEADERS_TOO_LARGE', () => [
      me({}, { headers: { 'X-Long': 'a'.repeat(33_000) } }),
    ]),
    'long-queries': everyProblem('URI_TOO_LONG', () => [
      me({}, { rawQuery: `x=${'a'.repeat(9000)}` }),
    ]),
  }),
]
