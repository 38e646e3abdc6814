import type { MeParameter } from '@photofeed/openapi'

const dates = [
  ...['2026-06-01T10:00:00+02:00', '2026-10-01', '2026-04-02', '2026-11-18T17:42:10+00:00'],
  ...['2026-11-18T17:42:11Z', '2026-11-17T10:00:00-05:30', '2026-11-10T00:00'],
  ...['2026-11-10T00:00:00.5Z', '2026-04-02T06:15:40+0000'],
] as const
const notDates = ['2026-02-30', 'yesterday', '', '2026-11-18T24:00Z', '2026-01-01T00:00:00 01:00']

interface Values {
  /** The first one is not the default. */
  readonly valid: readonly [string, ...string[]]
  readonly invalid: readonly string[]
}

/** Values of each parameter of /api/v1/me, as they are before percent-encoding. */
export const parameterValues = {
  'page[size]': {
    valid: ['12', '1', '2', '3', '5', '6', '7', '50', '99', '100'],
    invalid: ['101', '0', '-1', 'x', '1.5', '', '9'.repeat(40)],
  },
  // An unknown cursor is the first page.
  'page[cursor]': { valid: ['bjox', 'no-such-cursor', '', 'x'.repeat(200)], invalid: [] },
  'filter[type]': {
    valid: ['REELS', 'IMAGE', 'video', 'reels', 'Carousel_Album'],
    invalid: ['PICTURE', ''],
  },
  'filter[publishedAfter]': { valid: dates, invalid: notDates },
  'filter[publishedBefore]': { valid: dates, invalid: notDates },
  sort: {
    valid: ['-id', 'id', 'published_at', '-published_at', 'publishedAt', '-publishedAt'],
    invalid: ['likes', 'ID', ''],
  },
  'include[]': { valid: ['children', 'comments'], invalid: ['likes', ''] },
  format: { valid: ['webp', 'jpg'], invalid: ['WEBP', 'png', ''] },
} satisfies Record<MeParameter, Values>

/** Those of filters, by the name that the SDK and GraphQL use. */
export const filterValues = Object.entries<Values>(parameterValues).flatMap(
  ([parameter, values]) => {
    const [, name] = /^filter\[(.+)\]$/.exec(parameter) ?? []
    return name === undefined ? [] : [{ name, ...values }]
  },
)

/** Returns each value of each filter as an argument of `me`. */
export function filterArguments(): string[] {
  return filterValues.flatMap(({ name, valid, invalid }) =>
    [...valid, ...invalid].map((value) => `${name}: ${JSON.stringify(value)}`),
  )
}
