import { parameters } from '@photofeed/openapi'
import { me, mePath, type RequestSpec } from '../http/request-spec.ts'
import type { Level } from '../judging/rule.ts'

export interface Rejection {
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

export const raw = (rawQuery: string): RequestSpec => ({ path: mePath, rawQuery })

/** Section 7.5: values that the specification rejects. */
export const rejections: Rejection[] = [
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
