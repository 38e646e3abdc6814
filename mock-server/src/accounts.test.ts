import { expect, test } from 'vitest'
import { createMockAccounts } from './accounts.ts'
import { type AccountSource, createKeyMaker, scenarioSources } from './scenarios.ts'

const options = { now: Date.UTC(2026, 10, 20, 9), platformUrl: 'https://platform.test' }

function sourceOf(name: 'premium' | 'importing' | 'slow'): AccountSource {
  return scenarioSources([name], options)[0] as AccountSource
}

const premium = sourceOf('premium')
const importing = sourceOf('importing')
const slow = sourceOf('slow')
const scenario = { ...premium.scenario, name: 'own', apiKey: 'f'.repeat(64) }
const own = { scenario, published: false, seed: () => ({ ...premium.seed(), scenario }) }

function createAccounts() {
  const parts = { clock: () => options.now, newKey: createKeyMaker(1) }
  return createMockAccounts([premium, importing, slow, own], parts)
}

const connected = ['expire', 'reconnect', 'refresh', 'regenerate', 'disconnect']
const healthy = { published: true, fault: null, transitions: connected }

test('an inspection contains everything about every account', () => {
  expect(createAccounts().inspect()).toEqual([
    { ...premium.scenario, ...healthy },
    { ...importing.scenario, ...healthy, transitions: ['finish-import', ...connected] },
    { ...slow.scenario, ...healthy, fault: 'slow' },
    { ...scenario, ...healthy, published: false },
  ])
})

test('an inspection follows what happens to an account', () => {
  const accounts = createAccounts()
  accounts.transition('premium', 'disconnect')
  accounts.setFault('importing', 'truncated')
  const [first, second] = accounts.inspect()
  expect(first).toEqual({ ...premium.scenario, ...healthy, transitions: ['connect'] })
  expect(second?.fault).toBe('truncated')
})

test('a key of its own is kept secret, the one that replaces it is not', () => {
  const accounts = createAccounts()
  expect(accounts.inspect()[3]).toMatchObject({ published: false, apiKey: scenario.apiKey })
  const { apiKey } = accounts.transition('own', 'regenerate')
  expect(apiKey).not.toBe(scenario.apiKey)
  expect(accounts.inspect()[3]).toMatchObject({ published: true, apiKey })
})
