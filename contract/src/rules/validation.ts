import { parameters } from '@photofeed/openapi'
import { me, mePath, type RequestSpec, unknownKey } from '../http/request-spec.ts'
import { posts, premium } from '../judging/needs.ts'
import { pageOf } from '../judging/responses.ts'
import { type Level, type Rule, requestRule } from '../judging/rule.ts'

interface Rejection {
  id: string
  level?: Level
  section?: string
  sentence: string
  /** The component under components/parameters, and the place in it. */
  definedAt: string
  /** What the entry's source.parameter names. */
  parameter: string
  /** Values of the parameter; or whole requests. */
  values?: readonly (string | number)[]
  requests?: Record<string, RequestSpec>
}

const { minimum, maximum } = parameters['page[size]']
const { values: sorts } = parameters.sort
const dates = {
  'filter[publishedAfter]': ['published-after', 'FilterPublishedAfter'],
  'filter[publishedBefore]': ['published-before', 'FilterPublishedBefore'],
} as const

/** Parameters of one value: the beginning of an id, the place of the message, and a valid value. */
const singleValues = {
  'page[size]': ['page-size', 'PageSize/x-messages/type', '5'],
  'filter[type]': ['filter-type', 'FilterType/x-messages/enum', 'IMAGE'],
  'filter[publishedAfter]': [
    'filter-published-after',
    'FilterPublishedAfter/x-messages/format',
    '2026-01-01',
  ],
  'filter[publishedBefore]': [
    'filter-published-before',
    'FilterPublishedBefore/x-messages/format',
    '2026-01-01',
  ],
  sort: ['sort', 'Sort/x-messages/enum', 'id'],
  format: ['format', 'Format/x-messages/enum', 'webp'],
} as const

/** A value in other letters. */
const otherCases = (value: string) => [
  value.toUpperCase(),
  value.charAt(0).toUpperCase() + value.slice(1),
]

const raw = (rawQuery: string): RequestSpec => ({ path: mePath, rawQuery })

/** Section 7.5: values that the text rejects. */
const rejections: Rejection[] = [
  {
    id: 'page-size-integer',
    sentence: 'A page[size] that is not an integer is rejected.',
    definedAt: 'PageSize/x-messages/type',
    parameter: 'page[size]',
    values: ['many', '1.5', '5,5', '5a', 'a5', 'true', 'NaN', '1-2'],
  },
  {
    id: 'page-size-minimum',
    sentence: `A page[size] below ${minimum} is rejected.`,
    definedAt: 'PageSize/x-messages/minimum',
    parameter: 'page[size]',
    values: [minimum - 1, '-1', '-5', '-100'],
  },
  {
    id: 'page-size-maximum',
    sentence: `A page[size] above ${maximum} is rejected, on Free too.`,
    definedAt: 'PageSize/x-messages/maximum',
    parameter: 'page[size]',
    values: [maximum + 1, maximum * 10, 65_537, 2 ** 31, 2 ** 32 + 5],
  },
  {
    id: 'page-size-in-digits',
    level: 'assumed',
    sentence:
      'A page[size] is an optional minus and the digits 0 to 9: other digits, separators, blanks, signs and exponents are invalid.',
    definedAt: 'PageSize/x-messages/type',
    parameter: 'page[size]',
    values: ['1_0', '٥', '５', '+5', '1e1', '0x5', ' 5', '5 ', '5.0', '', '--5', '-0', '00'],
  },
  {
    id: 'page-size-however-long',
    level: 'assumed',
    sentence: 'A page[size] of many digits is a whole number above the maximum: one entry.',
    definedAt: 'PageSize/x-messages/maximum',
    parameter: 'page[size]',
    values: ['9'.repeat(40), '9'.repeat(400)],
  },
  {
    id: 'filter-type-unknown',
    sentence: 'A filter[type] that is not a media type is rejected.',
    definedAt: 'FilterType/x-messages/enum',
    parameter: 'filter[type]',
    values: ['PICTURE', 'IMAGES', 'REEL', 'CAROUSEL', 'ALBUM', 'STORY', 'IMAG', 'IMAGE,VIDEO'],
  },
  {
    id: 'filter-type-exact',
    level: 'assumed',
    sentence: 'A filter[type] that is empty or has blanks around it is rejected.',
    definedAt: 'FilterType/x-messages/enum',
    parameter: 'filter[type]',
    values: ['', ' IMAGE', 'IMAGE ', 'ımage'],
  },
  ...Object.entries(dates).flatMap(([parameter, [id, component]]): Rejection[] => [
    {
      id: `${id}-date`,
      sentence: `A ${parameter} that is not a date is rejected.`,
      definedAt: `${component}/x-messages/format`,
      parameter,
      values: ['yesterday', 'now', '01.02.2026', '02/01/2026', '2026-13-01', '2026-01-01T', '-'],
    },
    {
      id: `${id}-calendar`,
      level: 'assumed',
      sentence: `A ${parameter} that the calendar or the clock does not have is rejected, and so is one in another form.`,
      definedAt: `${component}/x-messages/format`,
      parameter,
      values: [
        ...[
          '2026-02-30',
          '2026-99-99',
          '2026-00-10',
          '2026-01-01T24:00:00Z',
          '2026-01-01T10:60:00Z',
        ],
        ...['', ' 2026-01-01', '2026-1-1', '20260101', '1767225600', '2026-01-01 10:00:00'],
        ...['2026-01-01T10:00:00+25:00', '2026-W01', '2026', '2026-01', '-1 day', '2026-01-01T10'],
      ],
    },
    {
      id: `${id}-raw-plus`,
      section: '4.1',
      sentence: `A plus sign in ${parameter} that is not sent as %2B is a space, so the date is rejected.`,
      definedAt: `${component}/description`,
      parameter,
      requests: { raw: raw(`${parameter}=2026-01-01T00:00:00+02:00`) },
    },
  ]),
  {
    id: 'sort-unknown',
    sentence: `A sort other than ${sorts.join(', ')} is rejected.`,
    definedAt: 'Sort/x-messages/enum',
    parameter: 'sort',
    values: ['likes', 'timestamp', 'ID', '-ID', 'Published_at', '--id', 'id,published_at', 'desc'],
  },
  {
    id: 'sort-exact',
    level: 'assumed',
    sentence: 'A sort that is empty or has blanks or a plus sign around it is rejected.',
    definedAt: 'Sort/x-messages/enum',
    parameter: 'sort',
    values: ['', ' id', 'id ', '+id', '-'],
  },
  {
    id: 'include-is-array',
    sentence: 'Plain include=... is rejected: only the array syntax is accepted.',
    definedAt: 'Include/x-array-only/message',
    parameter: 'include',
    requests: {
      children: me({ include: 'children' }),
      comments: me({ include: 'comments' }),
      both: me({ include: 'children,comments' }),
      unknown: me({ include: 'likes' }),
    },
  },
  {
    id: 'include-beside-array',
    level: 'assumed',
    sentence: 'Plain include=... is rejected beside the array syntax too.',
    definedAt: 'Include/x-array-only/message',
    parameter: 'include',
    requests: { both: me({ include: 'children', 'include[]': 'children' }) },
  },
  {
    id: 'include-unknown',
    sentence: 'An include[] that is neither children nor comments is rejected.',
    definedAt: 'Include/x-messages/enum',
    parameter: 'include[]',
    values: ['likes', 'child', 'Children', 'COMMENTS', 'children,comments'],
  },
  {
    id: 'include-exact',
    level: 'assumed',
    sentence: 'An include[] that is empty or has blanks around it is rejected.',
    definedAt: 'Include/x-messages/enum',
    parameter: 'include[]',
    values: ['', ' children', 'children '],
  },
  {
    id: 'format-unknown',
    sentence: 'A format that is neither jpg nor webp is rejected.',
    definedAt: 'Format/x-messages/enum',
    parameter: 'format',
    values: ['png', 'jpeg', 'gif', 'image/webp', '.jpg'],
  },
  {
    id: 'format-lower-case',
    section: '4.1',
    sentence: 'A format is written in lower case; WEBP is rejected.',
    definedAt: 'Format/schema/enum',
    parameter: 'format',
    values: parameters.format.values.flatMap(otherCases),
  },
  {
    id: 'format-exact',
    level: 'assumed',
    sentence: 'A format that is empty or has blanks around it is rejected.',
    definedAt: 'Format/x-messages/enum',
    parameter: 'format',
    values: ['', ' jpg', 'webp '],
  },
  ...Object.entries(singleValues).map(
    ([parameter, [id, definedAt, valid]]): Rejection => ({
      id: `${id}-is-no-list`,
      level: 'assumed',
      sentence: `${parameter} as a list is rejected, also with a valid value.`,
      definedAt,
      parameter,
      requests: {
        list: raw(`${parameter}[]=5`),
        'valid list': raw(`${parameter}[]=${valid}`),
        object: raw(`${parameter}[x]=${valid}`),
      },
    }),
  ),
]

function requestsOf({ parameter, values = [], requests }: Rejection): Record<string, RequestSpec> {
  const ofValues = values.map((value) => [`${value}`, me({ [parameter]: value })] as const)
  return requests ?? Object.fromEntries(ofValues)
}

/** On Free the format has no effect, so a service need not validate it there. */
const premiumOnly = ['format']

/** Section 7.5: what is rejected with 422 VALIDATION_ERROR, and which parameter the entry names. */
export const validation: Rule[] = [
  ...rejections.map((rejection) => {
    const { id, level = 'must', section = '7.5', sentence, definedAt, parameter } = rejection
    return requestRule({
      id,
      level,
      section,
      sentence: `${sentence} 422 with source.parameter ${parameter}.`,
      definedAt: `#/components/parameters/${definedAt}`,
      ...(premiumOnly.includes(parameter) && { needs: [premium] }),
      requests: () => requestsOf(rejection),
      judge(responses, expect) {
        for (const response of Object.values(responses)) expect.rejection(response, parameter)
      },
    })
  }),
  requestRule({
    id: 'one-entry-per-problem',
    level: 'must',
    section: '7.1',
    sentence: 'A 422 has one entry for each problem.',
    definedAt: '#/components/responses/InvalidParameter/description',
    requests: () => ({
      three: me({ 'page[size]': 'many', sort: 'likes', 'filter[type]': 'PICTURE' }),
      two: me({ 'filter[type]': 'PICTURE', 'include[]': 'likes' }),
      dates: me({ 'filter[publishedAfter]': 'yesterday', 'filter[publishedBefore]': 'tomorrow' }),
    }),
    judge({ three, two, dates }, expect) {
      expect.rejection(three, 'page[size]', 'sort', 'filter[type]')
      expect.rejection(two, 'filter[type]', 'include[]')
      expect.rejection(dates, 'filter[publishedAfter]', 'filter[publishedBefore]')
    },
  }),
  requestRule({
    id: 'several-unknown-includes',
    level: 'assumed',
    section: '7.1',
    sentence: 'Several invalid include[] have an entry each.',
    definedAt: '#/components/parameters/Include/x-messages/enum',
    requests: () => ({ response: me({ 'include[]': ['likes', 'children', 'tags'] }) }),
    judge: ({ response }, expect) => expect.rejection(response, 'include[]', 'include[]'),
  }),
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
