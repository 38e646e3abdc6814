import { parameters } from '@photofeed/openapi'
import { me, type RequestSpec, raw } from '../http/request-spec.ts'
import { premium } from '../judging/needs.ts'
import { every, type Rule, requestJudgment, rule, rulesOf } from '../judging/rule.ts'

interface Rejection {
  id: string
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

/** A value in other letters. */
const otherCases = (value: string) => [
  value.toUpperCase(),
  value.charAt(0).toUpperCase() + value.slice(1),
]

/** Section 7.5: values that the specification rejects. */
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
    id: 'filter-type-unknown',
    sentence: 'A filter[type] that is not a media type is rejected.',
    definedAt: 'FilterType/x-messages/enum',
    parameter: 'filter[type]',
    values: ['PICTURE', 'IMAGES', 'REEL', 'CAROUSEL', 'ALBUM', 'STORY', 'IMAG', 'IMAGE,VIDEO'],
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
    id: 'include-unknown',
    sentence: 'An include[] that is neither children nor comments is rejected.',
    definedAt: 'Include/x-messages/enum',
    parameter: 'include[]',
    values: ['likes', 'child', 'Children', 'COMMENTS', 'children,comments'],
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
]

function requestsOf({ parameter, values = [], requests }: Rejection): Record<string, RequestSpec> {
  const ofValues = values.map((value) => [`${value}`, me({ [parameter]: value })] as const)
  return requests ?? Object.fromEntries(ofValues)
}

/** On Free the format has no effect, so a service need not validate it there. */
const premiumOnly = ['format']

// biome-ignore format: a row for each rule
const facts = [
  ['one-entry-per-problem', 'must', '7.1', '#/components/responses/InvalidParameter/description',
    'A 422 has one entry for each problem.'],
] as const

/** Section 7.5: what is rejected with 422 VALIDATION_ERROR, and which parameter the entry names. */
export const validation: Rule[] = [
  ...rejections.map((rejection) => {
    const { id, section = '7.5', sentence, definedAt, parameter } = rejection
    const text = `${sentence} 422 with source.parameter ${parameter}.`
    const judgment = requestJudgment({
      ...(premiumOnly.includes(parameter) && { needs: [premium] }),
      requests: () => requestsOf(rejection),
      judge: every((response, expect) => expect.rejection(response, parameter)),
    })
    return rule([id, 'must', section, `#/components/parameters/${definedAt}`, text], judgment)
  }),
  ...rulesOf(facts, {
    'one-entry-per-problem': requestJudgment({
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
  }),
]
