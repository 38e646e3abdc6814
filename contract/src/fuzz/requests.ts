import { type PlanName, type ProblemCode, parameters, type SortValue } from '@photofeed/openapi'
import type { Arbitrary } from 'fast-check'
import { me, mePath, type RequestSpec, unknownKey } from '../http/request-spec.ts'

/** A request to /api/v1/me; what is undefined is not sent. */
export interface FuzzRequest {
  parameters: { [Name in ValueParameter]: ParameterValue | undefined }
  /** A cursor that no response gave. */
  cursor: { name: 'page[cursor]' | 'cursor'; value: string } | undefined
  include: string[]
  /** A wrong path, method or key, and the error that it must have. */
  fault: { code: ProblemCode; spec: Partial<RequestSpec> } | undefined
  /** How many pages are read after the first one. */
  next: number
}

/** The parameters that are a value, which is valid or not. */
type ValueParameter = Exclude<keyof typeof parameters, 'page[cursor]' | 'include[]'>
type ParameterValue = { value: string; isValid: boolean }

const faults: NonNullable<FuzzRequest['fault']>[] = [
  { code: 'MISSING_API_KEY', spec: { key: null } },
  { code: 'INVALID_API_KEY', spec: { key: unknownKey } },
  // With a key that reads no account, so that no server changes anything.
  { code: 'METHOD_NOT_ALLOWED', spec: { method: 'POST', key: unknownKey } },
  { code: 'NOT_FOUND', spec: { path: '/api/v1/posts' } },
]

/**
 * Requests whose responses the specification decides, in which smaller values come first.
 *
 * @param times of posts, around which dates are.
 */
export function fuzzRequests(
  fc: typeof import('fast-check'),
  times: readonly string[],
  plan: PlanName | null,
): Arbitrary<FuzzRequest> {
  const isPremium = plan === 'premium'
  const sortValues = Object.keys(parameters.sort.orderings) as SortValue[]
  const oneOf = (valid: Arbitrary<string>, ...invalid: string[]) =>
    fc.oneof(
      { arbitrary: valid.map((value) => ({ value, isValid: true })), weight: 12 },
      {
        arbitrary: fc.constantFrom(...invalid).map((value) => ({ value, isValid: false })),
        weight: 1,
      },
    )
  const type = fc
    .tuple(fc.constantFrom(...parameters['filter[type]'].values), fc.boolean())
    .map(([value, isLowerCase]) => (isLowerCase ? value.toLowerCase() : value))
  const time = fc.constantFrom(...(times.length > 0 ? times : ['2026-01-01T00:00:00+00:00']))
  const date = fc
    .tuple(fc.constantFrom('as it is', 'day', 'Z', 'offset'), time)
    .map(([form, text]) => written(form, text))
  const size = fc.integer({ min: 1, max: parameters['page[size]'].maximum }).map(String)
  // On Free it has no effect, so a server may not validate it.
  const format = oneOf(
    fc.constantFrom(...parameters.format.values),
    ...(isPremium ? ['png', 'WEBP'] : ['jpg']),
  ).map((one) => ({ ...one, isValid: one.isValid || !isPremium }))
  const maybe = <Value>(arbitrary: Arbitrary<Value>, missing = 2) =>
    fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.constant(undefined), weight: missing },
      { arbitrary, weight: 2 },
    )
  return fc.record({
    parameters: fc.record({
      'filter[type]': maybe(oneOf(type, 'PICTURE', 'IMAGES')),
      'filter[publishedAfter]': maybe(oneOf(date, 'yesterday', '2026-13-01'), 3),
      'filter[publishedBefore]': maybe(oneOf(date, 'yesterday', '01.02.2026'), 3),
      sort: maybe(oneOf(fc.constantFrom(...sortValues), 'likes', 'ID')),
      'page[size]': maybe(oneOf(size, '0', '101', '-1', 'many', '1.5'), 1),
      format: maybe(format, 4),
    }),
    cursor: maybe(
      fc.record({
        name: fc.constantFrom('page[cursor]' as const, 'cursor' as const),
        value: fc.constantFrom('no-such-cursor', 'MTIz', '0'),
      }),
      10,
    ),
    include: fc.subarray([...parameters['include[]'].values]),
    fault: fc
      .tuple(fc.integer({ min: 0, max: 11 }), fc.constantFrom(...faults))
      .map(([lot, fault]) => (lot === 11 ? fault : undefined)),
    next: fc.constantFrom(0, 0, 1, 2),
  })
}

function written(form: string, text: string): string {
  if (form === 'day') return text.slice(0, 10)
  if (form === 'Z') return text.replace('+00:00', 'Z')
  if (form === 'as it is') return text
  const twoHours = 7_200_000
  return new Date(Date.parse(text) + twoHours).toISOString().replace(/\.\d+Z$/, '+02:00')
}

/** The request; with the cursor of the page before, the one after it. */
export function requestSpec(request: FuzzRequest, nextCursor?: string): RequestSpec {
  const { cursor, include, fault } = request
  const sent = Object.entries(request.parameters).flatMap(([name, one]) =>
    one ? [[name, one.value] as const] : [],
  )
  const spec = me({
    ...Object.fromEntries(sent),
    ...(include.length > 0 && { 'include[]': include }),
    ...(cursor && nextCursor === undefined && { [cursor.name]: cursor.value }),
    ...(nextCursor !== undefined && { 'page[cursor]': nextCursor }),
  })
  return { ...spec, path: mePath, ...fault?.spec }
}
