import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTest } from '../../../test-support/run-test.ts'
import { runs } from '../../../test-support/scope.ts'
import { jestTest, startForRunner, vitestTest } from './runner-tests.ts'

let mock: Awaited<ReturnType<typeof startForRunner>>
beforeAll(async () => {
  mock = await startForRunner()
})
afterAll(() => mock?.close())

const require = createRequire(import.meta.url)

test('plain Node, whose failures have no other runner around them', async () => {
  const findFailures = require('./whole-api.cjs')
  const settings = JSON.parse(mock.settings)
  expect(await findFailures(async (entry: string) => require(entry), settings)).toEqual([])
})

test('the whole API is all functions that the entries export', () => {
  const calls = readFileSync(new URL('whole-api.cjs', import.meta.url), 'utf8')
  const api = new URL('../../api/', import.meta.url)
  const reports = readdirSync(api).map((name) => readFileSync(new URL(name, api), 'utf8'))
  const exported = reports.map((text) => text.split('## Named by these')[0] ?? '').join('\n')
  const names = [...exported.matchAll(/^declare function (\w+)/gm)].map(([, name]) => name)
  expect(names).toContain('mergeFeeds')
  expect(names.filter((name) => !calls.includes(`${name}(`))).toEqual([])
})

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

const pools = [
  ['vmThreads', 'node'],
  ['forks', 'jsdom'],
  ['vmForks', 'jsdom'],
  ['forks', 'node'],
] as const

test.each(pools.slice(0, runs(2, 4)))(
  'Vitest, pool %s, environment %s',
  async (pool, environment) => {
    const result = await runTest(['vitest/vitest.mjs', 'run'], mock.settings, {
      'package.json': '{ "type": "module" }',
      'vitest.config.js': `export default { test: { pool: '${pool}', environment: '${environment}' } }`,
      'api.test.js': vitestTest([]),
    })
    expect(result).toBe('passed')
  },
)

test.each(['sdk', 'element'])('the CommonJS build of %s contains no import()', (folder) => {
  const dist = new URL(`../../../${folder}/dist/`, import.meta.url)
  const files = readdirSync(dist).filter((name) => name.endsWith('.cjs'))
  expect(files.length).toBeGreaterThan(1)
  for (const name of files) {
    expect(readFileSync(new URL(name, dist), 'utf8'), name).not.toMatch(/\bimport\(/)
  }
})
