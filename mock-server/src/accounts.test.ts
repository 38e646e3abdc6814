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
  const parts = {
    clock: () => options.now,
    platformUrl: 'https://photofeed.test/platform',
    newKey: createKeyMaker(1),
  }
  return createMockAccounts([premium, importing, slow, own], parts)
}

const importingTransitions = ['finish-import', 'expire', 'refresh', 'regenerate', 'disconnect']
const connected = ['expire', 'refresh', 'refresh-token', 'regenerate', 'disconnect']
const healthy = {
  published: true,
  fault: null,
  transitions: connected,
  scheduled: [],
  history: [],
}

test('an inspection contains everything about every account', () => {
  expect(createAccounts().inspect()).toEqual([
    { ...premium.scenario, ...healthy },
    { ...importing.scenario, ...healthy, transitions: importingTransitions },
    { ...slow.scenario, ...healthy, fault: 'slow' },
    { ...scenario, ...healthy, published: false },
  ])
})

test('an inspection follows what happens to an account', () => {
  const accounts = createAccounts()
  accounts.transition('premium', 'disconnect')
  accounts.setFault('importing', 'truncated')
  accounts.transition('slow', 'expire', { afterRequests: 2, afterMilliseconds: 500 })
  const [first, second, third] = accounts.inspect()
  expect(first).toEqual({
    ...premium.scenario,
    ...healthy,
    description: `${premium.scenario.description} (then: disconnect)`,
    transitions: ['connect'],
    history: ['disconnect'],
  })
  expect(second?.fault).toBe('truncated')
  expect(third?.scheduled).toEqual([{ name: 'expire', requestsLeft: 2, at: options.now + 500 }])
})

test('a key of its own is kept secret, the one that replaces it is not', () => {
  const accounts = createAccounts()
  expect(accounts.inspect()[3]).toMatchObject({ published: false, apiKey: scenario.apiKey })
  const { apiKey } = accounts.transition('own', 'regenerate')
  expect(apiKey).not.toBe(scenario.apiKey)
  expect(accounts.inspect()[3]).toMatchObject({ published: true, apiKey })
})
