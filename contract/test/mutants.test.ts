import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkContract } from '../src/check-contract.ts'
import { catalogue } from '../src/rules/catalogue.ts'
import { startConformingServer } from './conforming-server.ts'
import { mutants } from './mutants/index.ts'
import type { Mutant } from './mutants/mutant.ts'

let server: Awaited<ReturnType<typeof startConformingServer>>

beforeAll(async () => {
  server = await startConformingServer()
})
afterAll(() => server.close())

describe('a server with one defect breaks the rule about it, and no other', () => {
  test.for(mutants.map((mutant) => [mutant.breaks, mutant.defect, mutant] as const))(
    '%s: %s',
    async ([, , mutant]) => {
      const { rules } = await checkContract({
        url: server.url,
        keys: server.keys,
        fetch: mutated(mutant),
      })
      const failed = rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)
      expect(failed.sort()).toEqual([mutant.breaks, ...(mutant.andSo ?? [])].sort())
    },
  )
})

test('every must has a mutant that breaks it', () => {
  const broken = new Set(mutants.map(({ breaks }) => breaks))
  const unproven = catalogue.filter(({ level, id }) => level === 'must' && !broken.has(id))
  expect(unproven.map(({ id }) => id)).toEqual([])
})

function mutated(mutant: Mutant): typeof fetch {
  return (input, init) => mutant.answer(new Request(input, init), (request) => fetch(request))
}
