import fc from 'fast-check'
import { test } from 'vitest'
import { runs } from '../../../test-support/scope.ts'
import { createCachedFetch } from '../../src/entries/cached-fetch.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { anyCommands, type CacheModel, type Subject, staleIfError } from './commands.ts'
import { accounts, FakeService } from './service-model.ts'

test('reads, failures, aborts and broken stores in any order', async () => {
  const property = fc.asyncProperty(
    fc.boolean(),
    fc.boolean(),
    anyCommands,
    async (hasEtag, isAsync, commands) => {
      const model: CacheModel = { pages: accounts.map(() => null), isStoreFailing: false }
      await fc.asyncModelRun(() => ({ model, real: createSubject(hasEtag, isAsync) }), commands)
    },
  )
  await fc.assert(property, { seed: 42, numRuns: runs(300, 10_000) })
})

function createSubject(hasEtag: boolean, isAsync: boolean): Subject {
  const service = new FakeService()
  service.hasEtag = hasEtag
  const time = fakeClock()
  const values = new Map<string, string>()
  let isFailing = false
  const access = <Result>(action: () => Result): Result => {
    if (isFailing) throw new Error('The quota is exceeded.')
    return action()
  }
  const run = isAsync
    ? async <Result>(action: () => Result) => access(action)
    : <Result>(action: () => Result) => access(action)
  const store = {
    get: (key: string) => run(() => values.get(key)),
    set: (key: string, value: string) => run(() => values.set(key, value)),
    delete: (key: string) => run(() => values.delete(key)),
  }
  return {
    fetch: createCachedFetch({ store, staleIfError, fetch: service.fetch }, time.clock),
    service,
    time,
    values,
    failStore(failing) {
      isFailing = failing
    },
  }
}
