import { parameters, type SortValue } from '@photofeed/openapi'
import type { Arbitrary } from 'fast-check'
import type { SurveyedAccount } from '../http/exchange.ts'
import { me, type Query } from '../http/request-spec.ts'
import { dayLength, ids, orderOf, time } from '../judging/feed.ts'
import { all } from '../judging/resource-instances.ts'
import { idsOf } from '../judging/responses.ts'
import { type Cases, type FastCheck, maybe, sizes, sometimesFaulty } from './cases.ts'

/** A value of a parameter, and whether the specification accepts it. */
interface Value {
  text: string
  isValid: boolean
}

type Named = Record<string, Value | undefined>

/** The parameters whose value is valid or not. */
type ValueParameter = Exclude<keyof typeof parameters, 'page[cursor]' | 'include[]'>

const second = 1000

/** Requests to /api/v1/me, and walks from page to page. */
export const meCases: Cases = (fc, account, others) => {
  const foreign = others.flatMap(cursorsOf)
  const isPremium = account.plan === 'premium'
  const values = fc.record({
    'filter[type]': maybe(fc, types(fc)),
    'filter[publishedAfter]': maybe(fc, dates(fc, account), 3),
    'filter[publishedBefore]': maybe(fc, dates(fc, account), 3),
    sort: maybe(fc, sorts(fc)),
    'page[size]': maybe(fc, pageSizes(fc, account), 1),
    format: maybe(fc, formats(fc, isPremium), 4),
  } satisfies Record<ValueParameter, Arbitrary<Value | undefined>>)
  const cursor = maybe(
    fc,
    fc.record({
      name: fc.constantFrom('page[cursor]', 'cursor'),
      value: fc.constantFrom('no-such-cursor', '-1', 'LTE', ...foreign),
    }),
    10,
  )
  const step = fc.record({
    way: fc.constantFrom('next', 'next', 'previous'),
    size: sizes(fc, account),
  })
  return sometimesFaulty(
    fc,
    fc
      .record({
        values,
        cursor,
        include: fc.subarray([...parameters['include[]'].values]),
        steps: fc.array(step, { maxLength: isPremium ? 5 : 0 }),
      })
      .map(({ values, cursor, include, steps }) => {
        const query: Query = {
          ...textsOf(values),
          ...(include.length > 0 && { 'include[]': include }),
        }
        const invalid = Object.entries(values).flatMap(([name, value]) =>
          value && !value.isValid ? [name] : [],
        )
        const request = me({ ...query, ...(cursor && { [cursor.name]: cursor.value }) })
        return {
          request,
          steps:
            invalid.length > 0 || cursor
              ? []
              : steps.map((one) => ({ ...one, query, way: one.way as 'next' | 'previous' })),
          judge([first, ...others], expect) {
            if (!first) return
            if (invalid.length > 0) return expect.rejection(first, ...invalid)
            if (cursor && foreign.includes(cursor.value)) {
              const own = new Set(ids(orderOf(account).posts))
              const wrong = idsOf(first).filter((id) => orderOf(account).isWhole && !own.has(id))
              return expect.same(first, 'posts[].id (of another account)', [], wrong)
            }
            expect.page(first)
            let before = first
            for (const [index, page] of others.entries()) {
              expect.page(page, steps[index]?.way === 'next' ? { after: before } : { before })
              before = page
            }
          },
        }
      }),
  )
}

/** The cursors of the first page, as the survey saw them. */
function cursorsOf({ exchanges: [everything] }: SurveyedAccount): string[] {
  const pagination = everything && all.paginations(everything)[0]?.value
  return typeof pagination?.nextCursor === 'string' ? [pagination.nextCursor] : []
}

function textsOf(values: Named): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value.text]] : [])),
  )
}

/** Mostly a valid value. */
function mostly(fc: FastCheck, valid: Arbitrary<string>, invalid: Arbitrary<string>) {
  const value = (isValid: boolean) => (text: string) => ({ text, isValid })
  return fc.oneof(
    { arbitrary: valid.map(value(true)), weight: 9 },
    { arbitrary: invalid.map(value(false)), weight: 1 },
  )
}

/** A word that is none of the values, and may be near one. */
function otherWord(fc: FastCheck, values: readonly string[]): Arbitrary<string> {
  const known = new Set(values)
  return fc
    .oneof(
      fc.constantFrom(...values).map((value) => `${value}s`),
      fc.constantFrom(...values).map((value) => value.slice(0, -1)),
      fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcdefghijklmnop') }),
    )
    .filter((word) => word !== '' && !known.has(word))
}

function types(fc: FastCheck): Arbitrary<Value> {
  const { values } = parameters['filter[type]']
  const spelt = fc
    .tuple(fc.constantFrom(...values), fc.constantFrom('upper', 'lower', 'mixed'))
    .map(([value, form]) =>
      form === 'upper'
        ? value
        : form === 'lower'
          ? value.toLowerCase()
          : value.replace(/.(?=.?)/g, (letter, at: number) =>
              at % 2 === 0 ? letter.toLowerCase() : letter,
            ),
    )
  const other = otherWord(fc, values).filter(
    (word) => !(values as readonly string[]).includes(word.toUpperCase()),
  )
  return mostly(fc, spelt, other)
}

function sorts(fc: FastCheck): Arbitrary<Value> {
  const values = Object.keys(parameters.sort.orderings) as SortValue[]
  return mostly(fc, fc.constantFrom(...values), otherWord(fc, [...values, 'id', '-id']))
}

function formats(fc: FastCheck, isPremium: boolean): Arbitrary<Value> {
  const { values } = parameters.format
  const other = fc.oneof(otherWord(fc, values), fc.constantFrom('JPG', 'WEBP', 'Webp'))
  // On Free it has no effect, so a server may not validate it.
  return mostly(fc, fc.constantFrom(...values), isPremium ? other : fc.constantFrom(...values)).map(
    (value) => ({ ...value, isValid: value.isValid || !isPremium }),
  )
}

function pageSizes(fc: FastCheck, account: SurveyedAccount): Arbitrary<Value> {
  const { minimum, maximum } = parameters['page[size]']
  const other = fc.oneof(
    fc.constantFrom(minimum - 1, maximum + 1).map(String),
    fc.integer({ min: -1000, max: minimum - 1 }).map(String),
    fc.integer({ min: maximum + 1, max: 2 ** 40 }).map(String),
    fc.integer({ min: minimum, max: maximum }).map((size) => `${size}.5`),
    fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(...'abcdefghij') }),
  )
  return mostly(fc, sizes(fc, account).map(String), other)
}

function dates(fc: FastCheck, account: SurveyedAccount): Arbitrary<Value> {
  const times = orderOf(account).posts.map(time)
  const instant = fc
    .tuple(
      fc.constantFrom(...(times.length > 0 ? times : [Date.UTC(2026, 0, 1)])),
      fc.constantFrom(0, -second, second, -dayLength, dayLength),
    )
    .map(([base, delta]) => base + delta)
  const valid = fc
    .tuple(instant, fc.constantFrom('day', 'Z', 'offset'), fc.integer({ min: -48, max: 56 }))
    .map(([at, form, quarters]) => written(at, form, quarters * 15))
  return mostly(fc, valid, fc.constantFrom('yesterday', '2026-13-01', '01.02.2026', 'now'))
}

function written(instant: number, form: string, minutesEast: number): string {
  if (form === 'day') return new Date(instant).toISOString().slice(0, 10)
  if (form === 'Z') return new Date(instant).toISOString().replace(/\.\d+/, '')
  const local = new Date(instant + minutesEast * 60_000).toISOString().slice(0, 19)
  const minutes = Math.abs(minutesEast)
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0'))
  return `${local}${minutesEast < 0 ? '-' : '+'}${parts.join(':')}`
}
