import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { catalog } from '../../src/catalog/catalog.ts'
import { command } from './command.ts'
import { ran } from './in-process.ts'

const sentence =
  'A key with characters lost, added or changed, in upper case, before or after a blank, or as a pattern of a database, is a key that reads no account: 401 INVALID_API_KEY, on every interface.'

test('list prints a line for each rule', async () => {
  const { code, stdout } = await ran(['list'])
  const lines = stdout.trimEnd().split('\n')
  expect([code, lines.length]).toEqual([0, catalog.length])
  const index = catalog.findIndex(({ id }) => id === 'key-truncated')
  expect(lines[index]?.split(/ {2,}/)).toEqual([...['key-truncated', 'must', '5.6', sentence]])
})

test('list --json prints an array', async () => {
  const rules = JSON.parse((await ran(['list', '--json'])).stdout)
  expect(rules.find(({ id }: { id: string }) => id === 'key-truncated')).toEqual({
    ...{ id: 'key-truncated', level: 'must', section: '5.6' },
    sentence,
    definition: 'openapi.yaml#/components/securitySchemes/ApiKey/x-pattern',
  })
})

test('explain prints a paragraph about a rule, and a link', async () => {
  const { code, stdout, stderr } = await command('explain', 'cursors-between-equal-times')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(
    `cursors-between-equal-times (must, section 4.1): A page may end between two posts of the same time, and none is lost or repeated. The specification says so. A broken must fails a deployment. Defined at openapi.yaml#/components/parameters/Sort/description. Needs a key of an account on Premium, with at least 3 posts. To find a cursor that is a time alone, it needs two posts of the same time among the newest hundred.
${packageJson.homepage.replace(/\/tree\/.*/, '')}/blob/main/docs/rules.md#cursors-between-equal-times
`,
  )
})

test('explain prints one for each rule of a pattern', async () => {
  const { stdout } = await ran(['explain', '*-missing'])
  expect(stdout.match(/^[a-z-]+(?= \()/gm)).toEqual(
    ['me', 'accounts', 'rss', 'graphql'].map((path) => `${path}-key-missing`),
  )
})
