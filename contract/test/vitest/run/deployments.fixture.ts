// Runs contractTests once for each case of the environment: the mock on a port, with a defect and options of its own.
import { describe, expect, test } from 'vitest'
import { contractTests } from '../../../src/vitest.ts'
import { mutants } from '../../mutants/index.ts'
import { mockOfFile } from '../../support/conforming-server.ts'
import type { Case } from '../run-cases.ts'

const cases: Record<string, Case> = JSON.parse(process.env.CASES ?? '{}')

const server = await mockOfFile()

describe.each(Object.entries(cases))('%s', (_, { mutant: breaks, scenarios, options = {} }) => {
  const mutant = mutants.find((one) => one.breaks === breaks)
  const sent: string[] = []
  contractTests({
    url: () => server.url,
    accounts: async () =>
      scenarios
        ? Object.fromEntries(scenarios.map((scenario) => [scenario, server.key(scenario)]))
        : server.accounts,
    ...options,
    async fetch(input, init) {
      const request = new Request(input, init)
      const respond = (changed: Request) => fetch(changed)
      const response = await (mutant?.handle(request, respond) ?? respond(request))
      sent.push(JSON.stringify([input, init]))
      return response
    },
  })
  test('the tests share one run', () => expect(sent.length).toBeLessThan(3100))
})
