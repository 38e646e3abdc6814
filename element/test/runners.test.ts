import { afterAll, beforeAll, expect, test } from 'vitest'
import { startForRunner } from '../../sdk/test/runners/runner-tests.ts'
import { runTest } from '../../test-support/run-test.ts'
import { program } from './runner-program.ts'

let mock: Awaited<ReturnType<typeof startForRunner>>
beforeAll(async () => {
  mock = await startForRunner()
})
afterAll(() => mock?.close())

test('Jest, environment jsdom, CommonJS', async () => {
  const result = await runTest(['jest/bin/jest.js', '--ci'], mock.settings, {
    'jest.config.json': '{ "testEnvironment": "jsdom" }',
    'element.test.js': `global.fetch = require('cross-fetch')\nrequire('@photofeed/element')\n${program}`,
  })
  expect(result).toBe('passed')
})

test('Vitest, environment jsdom', async () => {
  const result = await runTest(['vitest/vitest.mjs', 'run'], mock.settings, {
    'package.json': '{ "type": "module" }',
    'vitest.config.js': `export default { test: { environment: 'jsdom' } }`,
    'element.test.js': `import { expect, test } from 'vitest'\nimport '@photofeed/element'\n${program}`,
  })
  expect(result).toBe('passed')
})
