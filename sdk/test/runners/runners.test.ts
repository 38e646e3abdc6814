import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { runTest } from '../../../test-support/run-test.ts'
import { entries } from './entries.ts'

const program = fileURLToPath(new URL('whole-api.cjs', import.meta.url))

let mock: MockServer
let settings: string
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'off' })
  const keys = Object.fromEntries(mock.scenarios.map(({ name, apiKey }) => [name, apiKey]))
  settings = JSON.stringify({ url: mock.url, keys })
})
afterAll(() => mock?.close())

const jestTest = (fetch: string) => `
const findFailures = require(${JSON.stringify(program)})
const load = async (entry) => require(entry)
test('the whole API', async () => {
  expect(await findFailures(load, { ...JSON.parse(process.env.SETTINGS), fetch: ${fetch} })).toEqual([])
}, 60000)
`

test.each([
  ['node', 'undefined'],
  // jsdom has no fetch; this one is made of XMLHttpRequest.
  ['jsdom', "require('cross-fetch')"],
])('Jest, environment %s, CommonJS', async (testEnvironment, fetch) => {
  const result = await runTest(['jest/bin/jest.js', '--ci'], settings, {
    'jest.config.json': JSON.stringify({ testEnvironment }),
    'api.test.js': jestTest(fetch),
  })
  expect(result).toBe('passed')
})

const vitestTest = (skipped: readonly string[]) => `
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
const findFailures = createRequire(import.meta.url)(${JSON.stringify(program)})
const load = (entry) => loads[entry]()
const loads = {
${entries.map((entry) => `  '${entry}': () => import('${entry}'),`).join('\n')}
}
test('the whole API', async () => {
  expect(await findFailures(load, { ...JSON.parse(process.env.SETTINGS), skipped: ${JSON.stringify(skipped)} })).toEqual([])
}, 60000)
`

test.each([
  ['forks', 'node', []],
  ['vmThreads', 'node', []],
  ['vmForks', 'jsdom', []],
  ['forks', 'jsdom', []],
  // The fetch of happy-dom throws for a 304.
  ['forks', 'happy-dom', ['cache']],
])('Vitest, pool %s, environment %s', async (pool, environment, skipped) => {
  const result = await runTest(['vitest/vitest.mjs', 'run'], settings, {
    'package.json': '{ "type": "module" }',
    'vitest.config.js': `export default { test: { pool: '${pool}', environment: '${environment}' } }`,
    'api.test.js': vitestTest(skipped),
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
