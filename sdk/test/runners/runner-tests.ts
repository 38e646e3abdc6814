import { fileURLToPath } from 'node:url'
import { startMockServer } from '../../../mock-server/src/node.ts'
import { entries } from './entries.ts'

const program = fileURLToPath(new URL('whole-api.cjs', import.meta.url))

/** Starts a mock for a runner's test, with the settings of the test. */
export async function startForRunner() {
  const mock = await startMockServer({ warnings: 'off' })
  const keys = Object.fromEntries(mock.scenarios.map(({ name, apiKey }) => [name, apiKey]))
  return { settings: JSON.stringify({ url: mock.url, keys }), close: mock.close }
}

/** A test in CommonJS of the whole API, for Jest. */
export const jestTest = (fetch: string, skipped: readonly string[]) => `
const findFailures = require(${JSON.stringify(program)})
const load = async (entry) => require(entry)
test('the whole API', async () => {
  expect(await findFailures(load, { ...JSON.parse(process.env.SETTINGS), fetch: ${fetch}, skipped: ${JSON.stringify(skipped)} })).toEqual([])
}, 60000)
`

/** A test of the whole API, for Vitest. */
export const vitestTest = (skipped: readonly string[]) => `
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
