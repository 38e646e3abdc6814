import { parameters } from '@photofeed/openapi'
import type { RequestSpec } from '../http/request-spec.ts'
import { me } from '../http/request-spec.ts'
import { free } from '../judging/needs.ts'
import { isRejection } from '../judging/responses.ts'
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
  requests: Record<string, RequestSpec>
}

const { minimum, maximum } = parameters['page[size]']
const { values } = parameters.sort

const rejections: Rejection[] = [
  {
    id: 'page-size-integer',
    sentence: 'A page[size] that is no integer is rejected.',
    definedAt: 'PageSize/x-messages/type',
    parameter: 'page[size]',
    requests: { word: me({ 'page[size]': 'many' }), fraction: me({ 'page[size]': '1.5' }) },
  },
  {
    id: 'page-size-minimum',
    sentence: `A page[size] below ${minimum} is rejected.`,
    definedAt: 'PageSize/x-messages/minimum',
    parameter: 'page[size]',
    requests: { zero: me({ 'page[size]': minimum - 1 }), negative: me({ 'page[size]': '-5' }) },
  },
  {
    id: 'page-size-maximum',
    sentence: `A page[size] above ${maximum} is rejected.`,
    definedAt: 'PageSize/x-messages/maximum',
    parameter: 'page[size]',
    requests: { above: me({ 'page[size]': maximum + 1 }) },
  },
  {
    id: 'page-size-however-long',
    level: 'assumed',
    sentence: 'A page[size] of many digits is a whole number above the maximum: one entry.',
    definedAt: 'PageSize/x-messages/maximum',
    parameter: 'page[size]',
    requests: { long: me({ 'page[size]': '9'.repeat(40) }) },
  },
  {
    id: 'filter-type-unknown',
    sentence: 'A filter[type] that is no media type is rejected.',
    definedAt: 'FilterType/x-messages/enum',
    parameter: 'filter[type]',
    requests: { unknown: me({ 'filter[type]': 'PICTURE' }) },
  },
  ...(['filter[publishedAfter]', 'filter[publishedBefore]'] as const).map(
    (parameter): Rejection => ({
      id: parameter === 'filter[publishedAfter]' ? 'published-after-date' : 'published-before-date',
      sentence: `A ${parameter} that is no date is rejected.`,
      definedAt: `${parameter === 'filter[publishedAfter]' ? 'FilterPublishedAfter' : 'FilterPublishedBefore'}/x-messages/format`,
      parameter,
      requests: { word: me({ [parameter]: 'yesterday' }) },
    }),
  ),
  {
    id: 'offset-with-raw-plus',
    section: '4.1',
    sentence: 'A plus sign that is not sent as %2B is a space, so the date is rejected.',
    definedAt: 'FilterPublishedAfter/description',
    parameter: 'filter[publishedAfter]',
    requests: { raw: me({}, { rawQuery: 'filter[publishedAfter]=2026-01-01T00:00:00+02:00' }) },
  },
  {
    id: 'calendar-date',
    level: 'assumed',
    sentence: 'A date that the calendar does not have is rejected.',
    definedAt: 'FilterPublishedAfter/x-messages/format',
    parameter: 'filter[publishedAfter]',
    requests: { february: me({ 'filter[publishedAfter]': '2026-02-30' }) },
  },
  {
    id: 'sort-unknown',
    sentence: `A sort other than ${values.join(', ')} is rejected.`,
    definedAt: 'Sort/x-messages/enum',
    parameter: 'sort',
    requests: { unknown: me({ sort: 'likes' }) },
  },
  {
    id: 'include-is-array',
    sentence: 'Plain include=... is rejected: only the array syntax is accepted.',
    definedAt: 'Include/x-array-only/message',
    parameter: 'include',
    requests: { plain: me({ include: 'children' }) },
  },
  {
    id: 'include-unknown',
    sentence: 'An include[] that is neither children nor comments is rejected.',
    definedAt: 'Include/x-messages/enum',
    parameter: 'include[]',
    requests: { unknown: me({ 'include[]': 'likes' }) },
  },
  {
    id: 'format-unknown',
    sentence: 'A format that is neither jpg nor webp is rejected.',
    definedAt: 'Format/x-messages/enum',
    parameter: 'format',
    requests: { unknown: me({ format: 'png' }) },
  },
  {
    id: 'format-lower-case',
    section: '4.1',
    sentence: 'A format is written in lower case; WEBP is rejected.',
    definedAt: 'Format/schema/enum',
    parameter: 'format',
    requests: { upper: me({ format: 'WEBP' }) },
  },
  {
    id: 'empty-sort',
    level: 'assumed',
    sentence: 'An empty value is a value like any other: sort= is rejected.',
    definedAt: 'Sort/x-messages/enum',
    parameter: 'sort',
    requests: { empty: me({ sort: '' }) },
  },
]

/** Section 7.5: what is rejected with 422 VALIDATION_ERROR, and which parameter the entry names. */
export const validation: Rule[] = [
  ...rejections.map(
    ({ id, level = 'must', section = '7.5', sentence, definedAt, parameter, requests }) =>
      requestRule({
        id,
        level,
        section,
        sentence: `${sentence} 422 with source.parameter ${parameter}.`,
        definedAt: `#/components/parameters/${definedAt}`,
        requests: () => requests,
        judge: (responses) =>
          Object.values(responses).flatMap((response) => isRejection(response, parameter)),
      }),
  ),
  requestRule({
    id: 'page-size-maximum-on-free',
    level: 'must',
    section: '4.1',
    sentence: `On Free too a page[size] above ${maximum} is rejected.`,
    definedAt: '#/components/parameters/PageSize/x-messages/maximum',
    needs: [free],
    requests: () => ({ above: me({ 'page[size]': maximum + 1 }) }),
    judge: ({ above }) => isRejection(above, 'page[size]'),
  }),
  requestRule({
    id: 'one-entry-per-problem',
    level: 'must',
    section: '7.1',
    sentence: 'A 422 has one entry for each problem.',
    definedAt: '#/components/responses/InvalidParameter/description',
    requests: () => ({
      three: me({ 'page[size]': 'many', sort: 'likes', format: 'png' }),
      two: me({ 'filter[type]': 'PICTURE', 'include[]': 'likes' }),
    }),
    judge: ({ three, two }) => [
      ...isRejection(three, 'page[size]', 'sort', 'format'),
      ...isRejection(two, 'filter[type]', 'include[]'),
    ],
  }),
]
