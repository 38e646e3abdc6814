import fc from 'fast-check'
import { test } from 'vitest'
import { runs } from '../../../test-support/scope.ts'
import { scenarios } from '../../src/accounts/scenarios.ts'
import { createMock } from '../../src/mock.ts'
import { modelScenarios } from './account-model.ts'
import { anyCommands, finishRequests, type Subject } from './commands.ts'
import { MockModel } from './mock-model.ts'

const keys = Object.fromEntries(scenarios.map(({ name, apiKey }) => [name, apiKey]))

test('transitions, faults, posts, requests, resets and copies in any order', async () => {
  // With few accounts, more of the commands are about the same one.
  const anyScenarios = fc.subarray(modelScenarios, { minLength: 1, maxLength: 2 })
  const property = fc.asyncProperty(anyScenarios, anyCommands, async (scenarios, commands) => {
    const model = new MockModel(scenarios, keys)
    const time = { now: 0 }
    const mock = createMock({ scenarios, warnings: 'off', clock: () => time.now })
    const subject: Subject = { mock, time, inFlight: [] }
    await fc.asyncModelRun(() => ({ model, real: subject }), commands)
    await finishRequests(model, subject)
  })
  await fc.assert(property, { seed: 42, numRuns: runs(150, 3000) })
})
