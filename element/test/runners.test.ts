import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { runTest } from '../../test-support/run-test.ts'
import { program } from './runner-program.ts'

let mock: MockServer
let settings: string
beforeAll(async () => {
  mock = await startMockServer({ warnings: 'off' })
  settings = JSON.stringify({ src: mock.url, key: mock.key('premium') })
})
afterAll(() => mock?.close())

test.each(['jsdom', 'happy-dom'])('Vitest, environment %s', async (environment) => {
  const result = await runTest(['vitest/vitest.mjs', 'run'], settings, {
    'package.json': '{ "type": "module" }',
    'vitest.config.js': `export default { test: { environment: '${environment}' } }`,
    'element.test.js': `import { expect, test } from 'vitest'\nimport '@photofeed/element'\n${program}`,
  })
  expect(result).toBe('passed')
})
