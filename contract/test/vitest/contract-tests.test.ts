import { expect, test } from 'vitest'
import { catalogue } from '../../src/rules/catalogue.ts'
import { badServers } from '../cli/bad-servers.ts'
import { runFixture } from './run-fixture.ts'

const guard = 'at least one must is decided'
const last = 'the tests share one run'
const idOf = ({ name }: { name: string }) => name.split(':')[0]

test('a conforming server passes one test for each rule, by section', async () => {
  const { exitCode, tests } = await runFixture('deployment')
  expect(tests.filter(({ state }) => state !== 'passed')).toEqual([])
  expect(exitCode).toBe(0)
  expect(tests.map(({ name }) => name).sort()).toEqual(
    [guard, last, ...catalogue.map(({ id, sentence }) => `${id}: ${sentence}`)].sort(),
  )
  expect(tests.find((test) => idOf(test) === 'has-more-agrees')?.section).toBe('2.4 Pagination')
  expect(tests.flatMap(({ annotations }) => annotations)).toEqual([])
})

test('a broken must fails its test with all that is known; what was left out is skipped', async () => {
  const { exitCode, failed, skipped } = await runFixture('deployment', {
    MUTANT: 'thumbnail-of-video-only',
    OPTIONS: JSON.stringify({ skip: { 'rss-dates': 'Fixed by the next release.' } }),
  })
  expect(exitCode).toBe(1)
  expect(failed.map(({ name, errors }) => ({ name, errors: errors.map(withoutPlace) }))).toEqual([
    {
      name: 'thumbnail-of-video-only: Posts that are no VIDEO have null for `thumbnailUrl`.',
      errors: [
        `Error: Posts that are no VIDEO have null for \`thumbnailUrl\`.

definition  definitions/openapi.yaml:LINE

request     curl -i -g "URL/api/v1/me?api_key=\${PHOTOFEED_KEY_5}&page%5Bsize%5D=100&include%5B%5D=children&include%5B%5D=comments"
at          posts[0].thumbnailUrl
expected    null
got         "URL/media/HASH.jpg"

request     curl -i -g "URL/api/v1/me?api_key=\${PHOTOFEED_KEY_5}"
at          posts[0].thumbnailUrl
expected    null
got         "URL/media/HASH.jpg"

In the requests, PHOTOFEED_KEY_1 stands for key 1, PHOTOFEED_KEY_2 for key 2, and so on.`,
      ],
    },
  ])
  expect(skipped.map((test) => [idOf(test), test.note])).toEqual([
    ['rss-dates', 'Fixed by the next release.'],
  ])
})

test('rules that the keys cannot decide are skipped with what they need', async () => {
  const only = ['newest-first', 'page-size-premium', 'free-reads-six', 'stale-when-broken']
  const { exitCode, tests } = await runFixture('deployment', {
    KEYS: 'free',
    OPTIONS: JSON.stringify({ only }),
  })
  expect(exitCode).toBe(0)
  expect(tests.map((test) => [idOf(test), test.state, test.note])).toEqual([
    [guard, 'passed', undefined],
    [
      'stale-when-broken',
      'skipped',
      'It needs a key of an account whose connection is broken (status invalid_token).',
    ],
    [
      'page-size-premium',
      'skipped',
      'It needs a key of an account on Premium, with at least 5 posts.',
    ],
    ['newest-first', 'passed', undefined],
    ['free-reads-six', 'passed', undefined],
    [last, 'passed', undefined],
  ])
})

test('a broken should passes with an annotation', async () => {
  const { exitCode, tests } = await runFixture('deployment', {
    KEYS: 'premium,server-error',
    MUTANT: 'error-document',
    OPTIONS: JSON.stringify({ only: ['error-media-type', 'error-one-entry'] }),
  })
  expect(exitCode).toBe(0)
  expect(tests.map((test) => [idOf(test), test.state])).toEqual([
    [guard, 'passed'],
    ['error-media-type', 'passed'],
    ['error-one-entry', 'passed'],
    [last, 'passed'],
  ])
  const annotations = tests.flatMap(({ annotations }) => annotations)
  expect(annotations.map(({ type, message }) => [type, message.split('\n', 1)])).toEqual([
    ['notice', ['Errors other than 422 have one entry.']],
  ])
})

test('an address where nothing listens fails every test with one sentence', async () => {
  const url = await badServers['nothing listens']()
  const { exitCode, tests } = await runFixture('deployment', {
    KEYS: 'premium',
    OPTIONS: JSON.stringify({ url, only: ['newest-first', 'rss-dates'] }),
  })
  expect(exitCode).toBe(1)
  const sentence = `Error: ${url}: key 1 got no answer: nothing listens at this address (connection refused).`
  expect(tests.map((test) => [idOf(test), test.state, test.errors])).toEqual([
    [guard, 'failed', [sentence]],
    ['rss-dates', 'failed', [sentence]],
    ['newest-first', 'failed', [sentence]],
    [last, 'passed', []],
  ])
})

test('a rule that does not exist fails with the name of the likeliest', async () => {
  const { exitCode, failed } = await runFixture('deployment', {
    OPTIONS: JSON.stringify({ only: ['newest-frist'] }),
  })
  expect(exitCode).toBe(1)
  expect(failed.map(({ name, errors }) => [name, errors])).toEqual([
    [
      guard,
      [
        'Error: There is no rule newest-frist. Did you mean newest-first? `npx @photofeed/contract list` names them all.',
      ],
    ],
  ])
})

test('a suite that decided no must is not green', async () => {
  const { exitCode, tests } = await runFixture('deployment', {
    KEYS: 'free',
    OPTIONS: JSON.stringify({ only: ['page-size-premium', 'whole-seconds'] }),
  })
  expect(exitCode).toBe(1)
  expect(tests.map((test) => [idOf(test), test.state, test.errors])).toEqual([
    [
      guard,
      'failed',
      [
        'Error: No must was decided, so these tests say nothing about the deployment. Those that were skipped tell what they need.',
      ],
    ],
    ['whole-seconds', 'passed', []],
    ['page-size-premium', 'skipped', []],
    [last, 'passed', []],
  ])
})

/** The port and the pictures' names are others each time, and lines move with the definition. */
function withoutPlace(message: string): string {
  return message
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'URL')
    .replace(/[0-9a-f]{32}/g, 'HASH')
    .replace(/yaml:\d+/, 'yaml:LINE')
}
