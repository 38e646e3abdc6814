import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scope } from '../../test-support/scope.ts'
import { catalog } from '../src/catalog/catalog.ts'
import type { Report } from '../src/run/report.ts'
import { ran } from './cli/in-process.ts'
import { mutants } from './mutants/index.ts'
import { remembered } from './mutants/remembered.ts'
import { startConformingServer } from './support/conforming-server.ts'

/** These accounts make every rule decidable. `npm run test:long` adds those of every other state. */
const fewest = [
  ...['premium', 'free', 'refreshing-token', 'free-invalid-token'],
  ...['importing', 'disconnected', 'server-error'],
]

/** Rules whose requests get responses of every kind, for rules that judge the responses to any request. */
const senders = [
  ...['include-separately', 'rss-is-rss-2', 'graphql-fields', 'graphql-unknown-field'],
  ...['me-methods', 'unknown-paths', 'key-empty'],
]

let accounts: Record<string, string>
let server: Awaited<ReturnType<typeof startConformingServer>>
const conforming = remembered((request) => fetch(request))
/** The musts that each mutant broke. */
const matrix = new Map<string, string[]>()

beforeAll(async () => {
  server = await startConformingServer()
  accounts =
    scope === 'long'
      ? server.accounts
      : Object.fromEntries(fewest.map((name) => [name, server.key(name)]))
})
afterAll(async () => {
  await server.close()
  console.log(describeMatrix())
})

/** `npm test` checks every rule with every sixteenth mutant, and with the others the rules that the defect breaks. */
describe('a server with one defect fails with the rule about it, and with no other', () => {
  test.for(mutants.map((mutant, index) => [mutant.breaks, mutant.defect, mutant, index] as const))(
    '%s: %s',
    async ([, , mutant, index]) => {
      const broken = [mutant.breaks, ...(mutant.andSo ?? [])]
      const isWhole = scope === 'long' || index % 16 === 0
      const only = isWhole ? [] : [...broken, ...senders].flatMap((id) => ['--only', id])
      const { code, stdout } = await ran(
        [server.url, ...keyOptions(), ...only, '--reporter', 'json'],
        { fetch: (input, init) => mutant.handle(new Request(input, init), conforming) },
      )
      const { rules }: Report = JSON.parse(stdout)
      const failed = rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)
      matrix.set(mutant.defect, failed)
      expect(code).toBe(1)
      expect(failed.sort()).toEqual(broken.sort())
    },
  )
})

test('the server without a defect passes every rule', async () => {
  const { code, stdout } = await ran([server.url, ...keyOptions(), '--reporter', 'json'])
  const { rules }: Report = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(rules.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
})

test('every must has a mutant that breaks it', () => {
  const broken = new Set(mutants.map(({ breaks }) => breaks))
  const unproven = catalog.filter(({ level, id }) => level === 'must' && !broken.has(id))
  expect(unproven.map(({ id }) => id)).toEqual([])
})

function keyOptions(): string[] {
  return Object.entries(accounts).flatMap(([name, key]) => ['--account', `${name}=${key}`])
}

function describeMatrix(): string {
  const musts = catalog.filter(({ level }) => level === 'must').length
  const several = [...matrix].filter(([, failed]) => failed.length > 1)
  return [
    `${musts} musts, ${matrix.size} mutants: ${matrix.size - several.length} break one rule alone. The others:`,
    ...several.map(([defect, failed]) => `  ${defect}: ${failed.join(', ')}`),
  ].join('\n')
}
