import { expect, expectTypeOf, test } from 'vitest'
import type { ContractTestOptions, OperationId } from '../../src/vitest.ts'

// Types are judged by tsc; vitest only runs the file.
test('the matcher takes the operations of openapi.yaml and is awaited', () => {
  const matchers = () => expect(new Response())
  type Matcher = ReturnType<typeof matchers>['toMatchContract']
  expectTypeOf<Parameters<Matcher>>().toEqualTypeOf<[operationId: OperationId]>()
  expectTypeOf<OperationId>().toEqualTypeOf<
    | 'preflightMe'
    | 'getMe'
    | 'preflightAccounts'
    | 'getAccounts'
    | 'preflightRss'
    | 'getRss'
    | 'preflightGraphql'
    | 'getGraphql'
    | 'postGraphql'
  >()
  expectTypeOf<ReturnType<Matcher>>().toEqualTypeOf<Promise<void>>()
  type Negated = ReturnType<typeof matchers>['not']['toMatchContract']
  expectTypeOf<ReturnType<Negated>>().toEqualTypeOf<Promise<void>>()
  type Resolved = ReturnType<typeof matchers>['resolves']['toMatchContract']
  expectTypeOf<ReturnType<Resolved>>().toEqualTypeOf<Promise<void>>()
})

test('address and accounts are values or functions', () => {
  const accept = (_: ContractTestOptions) => {}
  accept({
    url: 'https://feed.example',
    accounts: { free: 'key' },
    skip: { 'rss-dates': 'a reason' },
  })
  accept({ url: () => 'https://feed.example', accounts: async () => ({ free: 'key' }) })
  // @ts-expect-error: without accounts nothing can be checked
  accept({ url: 'https://feed.example' })
  // @ts-expect-error: a reason must be given
  accept({ url: 'https://feed.example', accounts: {}, skip: ['rss-dates'] })
})
