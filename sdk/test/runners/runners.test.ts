import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTest } from '../../../test-support/run-test.ts'
import { jestTest, startForRunner, vitestTest } from './runner-tests.ts'

let mock: Awaited<ReturnType<typeof startForRunner>>
beforeAll(async () => {
  mock = await startForRunner()
})
afterAll(() => mock?.close())

test.each([
  ['node', 'undefined', []],
  // jsdom has no fetch; this one is made of XMLHttpRequest. openapi-fetch needs a Request too.
  ['jsdom', "require('cross-fetch')", ['rest', 'rest with a wrong key']],
] as const)('Jest, environment %s, CommonJS', async (testEnvironment, fetch, skipped) => {
  const result = await runTest(['jest/bin/jest.js', '--ci'], mock.settings, {
    'jest.config.json': JSON.stringify({ testEnvironment }),
    'api.test.js': jestTest(fetch, skipped),
  })
  expect(result).toBe('passed')
})

test.each([
  ['forks', 'node'],
  ['vmThreads', 'node'],
  ['vmForks', 'jsdom'],
  ['forks', 'jsdom'],
])('Vitest, pool %s, environment %s', async (pool, environment) => {
  const result = await runTest(['vitest/vitest.mjs', 'run'], mock.settings, {
    'package.json': '{ "type": "module" }',
    'vitest.config.js': `export default { test: { pool: '${pool}', environment: '${environment}' } }`,
    'api.test.js': vitestTest([]),
  })
  expect(result).toBe('passed')
})

test.each(['sdk', 'element'])('the CommonJS build of %s contains no import()', (folder) => {
  const dist = new URL(`../../../${folder}/dist/`, import.meta.url)
  const files = readdirSync(dist).filter((name) => name.endsWith('.cjs'))
  expect(files.length).toBeGreaterThan(1)
  for (const name of files) {
    expect(readFileSync(new URL(name, dist), 'utf8'), name).not.toMatch(/\bimport\(/)
  }
})
