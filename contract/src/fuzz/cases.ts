import type { Arbitrary } from 'fast-check'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { me, mePath, type RequestSpec, unknownKey } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import type { Step } from '../judging/walks.ts'

export type FastCheck = typeof import('fast-check')

/** A request with what the specification says about its response, and about the pages that its cursors lead to. */
export interface FuzzCase {
  request: RequestSpec
  /** Pages that are read after the first one. */
  steps: readonly (Step & { query: NonNullable<RequestSpec['query']> })[]
  judge(exchanges: readonly Exchange[], expect: Expect): void
}

/** Makes cases for an account; smaller ones come first. */
export type Cases = (
  fc: FastCheck,
  account: SurveyedAccount,
  others: readonly SurveyedAccount[],
) => Arbitrary<FuzzCase>

/** Each of these errors comes before anything else is looked at (section 7.3). */
const faults = [
  { code: 'MISSING_API_KEY', spec: { key: null } },
  { code: 'INVALID_API_KEY', spec: { key: unknownKey } },
  // With a key that reads no account, so that no server changes anything.
  { code: 'METHOD_NOT_ALLOWED', spec: { method: 'PUT', key: unknownKey } },
  { code: 'METHOD_NOT_ALLOWED', spec: { method: 'DELETE', key: unknownKey } },
  { code: 'NOT_FOUND', spec: { path: '/api/v1/posts' } },
  { code: 'NOT_FOUND', spec: { path: `${mePath}/posts`, key: null } },
] as const

/** The case, or now and then the same request with a fault. */
export function sometimesFaulty(fc: FastCheck, cases: Arbitrary<FuzzCase>): Arbitrary<FuzzCase> {
  return fc
    .tuple(fc.integer({ min: 0, max: 11 }), fc.constantFrom(...faults), cases)
    .map(([lot, { code, spec }, one]) =>
      lot < 11
        ? one
        : {
            request: { ...one.request, ...spec },
            steps: [],
            judge: ([response], expect) => response && expect.problem(response, code),
          },
    )
}

/** Often nothing, which is what a failing case shrinks to. */
export function maybe<Value>(
  fc: FastCheck,
  arbitrary: Arbitrary<Value>,
  missing = 2,
): Arbitrary<Value | undefined> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: missing },
    { arbitrary, weight: 2 },
  )
}

/** A page size, often one at which something changes. */
export function sizes(fc: FastCheck, { posts: { length } }: SurveyedAccount): Arbitrary<number> {
  const borders = [1, 2, 5, 6, 7, 99, 100, length - 1, length, length + 1]
  return fc.oneof(
    fc.integer({ min: 1, max: 8 }),
    fc.constantFrom(...borders.filter((size) => size >= 1 && size <= 100)),
    fc.integer({ min: 1, max: 100 }),
  )
}

/** Endpoints of which the specification decides little: rules about single responses judge them. */
export function plainCases(path: RequestSpec['path']): Cases {
  return (fc) =>
    sometimesFaulty(
      fc,
      fc
        .dictionary(fc.constantFrom('page[size]', 'sort', 'format', 'page', 'x'), fc.string())
        .map((query) => ({ request: { ...me(query), path }, steps: [], judge() {} })),
    )
}
