import { afterAll, beforeAll, expect, test } from 'vitest'
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

let accounts: Record<string, string>
let server: Awaited<ReturnType<typeof startConformingServer>>
const conforming = remembered((request) => fetch(request))

beforeAll(async () => {
  server = await startConformingServer()
  accounts =
    scope === 'long'
      ? server.accounts
      : Object.fromEntries(fewest.map((name) => [name, server.key(name)]))
})
afterAll(() => server.close())

/** `npm test` takes every eighth mutant, `npm run test:long` each. */
const chosen = mutants.filter((_, index) => scope === 'long' || index % 8 === 0)

test.for(chosen.map((mutant) => [mutant.breaks, mutant.defect, mutant] as const))(
  'a server with one defect fails with the rule about it: %s: %s',
  async ([, , mutant]) => {
    const { code, stdout } = await ran([server.url, ...keyOptions(), '--reporter', 'json'], {
      fetch: (input, init) => mutant.handle(new Request(input, init), conforming),
    })
    const { rules }: Report = JSON.parse(stdout)
    const failed = rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)
    expect(code).toBe(1)
    expect(failed).toContain(mutant.breaks)
  },
)

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
