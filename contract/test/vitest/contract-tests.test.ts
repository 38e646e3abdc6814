import { beforeAll, expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { contractTests } from '../../src/vitest.ts'
import { type CasesRun, runCases } from './run-cases.ts'

const guard = 'every must that the accounts make decidable is decided'
const last = 'the tests share one run'
const idOf = ({ name }: { name: string }) => name.split(':')[0]

/** Nothing listens on this port, and fetch does not block it. */
const unreachable = 'http://127.0.0.1:2'

let passing: CasesRun
let failing: CasesRun
beforeAll(async () => {
  passing = await runCases({
    conforming: {},
    'broken should': {
      scenarios: ['premium', 'server-error'],
      mutant: 'error-document',
      options: { only: ['error-media-type', 'error-one-entry'] },
    },
  })
  failing = await runCases({
    'broken must': {
      mutant: 'thumbnail-of-video-only',
      options: { skip: { 'rss-dates': 'Fixed by the next release.' } },
    },
    'nothing decided': {
      scenarios: ['free'],
      options: { only: ['sizes-have-their-width', 'long-queries'] },
    },
  })
})

test('the run passes when every case passes, and fails when one fails', () => {
  expect([passing.exitCode, failing.exitCode]).toEqual([0, 1])
})

test('a conforming server passes one test for each rule, by section', () => {
  const tests = passing.tests('conforming')
  expect(tests.filter(({ state }) => state !== 'passed')).toEqual([])
  expect(tests.map(({ name }) => name).sort()).toEqual(
    [guard, last, ...catalog.map(({ id, sentence }) => `${id}: ${sentence}`)].sort(),
  )
  expect(tests.find((test) => idOf(test) === 'has-more-agrees')?.section).toBe('2.4 Pagination')
  expect(tests.flatMap(({ annotations }) => annotations)).toEqual([])
})

test('a broken must fails its test with all that is known; what was left out is skipped', () => {
  const tests = failing.tests('broken must')
  const failed = tests.filter(({ name }) => name.startsWith('thumbnail-of-video-only'))
  const skipped = tests.filter(({ state }) => state === 'skipped')
  expect(
    failed.map(({ name, errors }) => ({
      name,
      errors: errors.map(withoutPlace).map(firstFinding),
    })),
  ).toEqual([
    {
      name: 'thumbnail-of-video-only: Posts and carousel items that are not a VIDEO have null for `thumbnailUrl`.',
      errors: [
        `Error: Posts and carousel items that are not a VIDEO have null for \`thumbnailUrl\`. Violated at URL:
posts[0].thumbnailUrl: expected null, got "URL/media/HASH.jpg"
curl -i -g "URL/api/v1/me?api_key=$PHOTOFEED_KEY_REFRESHING_TOKEN&page%5Bsize%5D=100&include%5B%5D=children&include%5B%5D=comments"`,
      ],
    },
  ])
  expect(skipped.map((test) => [idOf(test), test.note])).toEqual([
    ['rss-dates', 'Fixed by the next release.'],
  ])
})

test('a broken should passes with an annotation', () => {
  const tests = passing.tests('broken should')
  expect(tests.map((test) => [idOf(test), test.state])).toEqual([
    [guard, 'passed'],
    ['error-media-type', 'passed'],
    ['error-one-entry', 'passed'],
    [last, 'passed'],
  ])
  const annotations = tests.flatMap(({ annotations }) => annotations)
  expect(annotations.map(({ type, message }) => [type, message.split(' Violated', 1)])).toEqual([
    ['warning', ['Errors other than 422 have one entry.']],
  ])
})

test('a rule that does not exist is rejected with the likeliest id', () => {
  const options = { url: unreachable, accounts: {}, only: ['newest-frist'] }
  expect(() => contractTests(options)).toThrow(
    'There is no rule newest-frist. Did you mean newest-first? `npx @photofeed/contract list` names them all.',
  )
})

test('a suite that decided no must is not green', () => {
  const tests = failing.tests('nothing decided')
  expect(tests.map((test) => [idOf(test), test.state, test.errors])).toEqual([
    [
      guard,
      'failed',
      [
        'Error: It needs a key of an account on Premium, with an IMAGE that has `sizes` among its newest posts.\n  sizes-have-their-width',
      ],
    ],
    ['sizes-have-their-width', 'skipped', []],
    ['long-queries', 'passed', []],
    [last, 'passed', []],
  ])
})

/** Without the second difference and what follows. */
function firstFinding(message: string): string {
  return message.split('\n', 3).join('\n')
}

/** The port and the names of pictures differ in each run. */
function withoutPlace(message: string): string {
  return message.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'URL').replace(/[0-9a-f]{32}/g, 'HASH')
}
