import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenarios } from '../../src/accounts/scenarios.ts'
import { type MockServer, startMockServer } from '../../src/node.ts'
import { expectations, expectScenario } from '../support/scenario-expectations.ts'

const now = Date.UTC(2026, 10, 20, 9)
let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({ clock: () => now, warnings: 'off' })
})
afterAll(() => mock.close())

test.each(scenarios.filter(({ name }) => expectations[name]))(
  '$name responds over HTTP as specified for its state',
  async (scenario) => {
    await expectScenario(mock.url, scenario, now)
  },
)

test('other paths have a page of their own, and the root leads to the control page', async () => {
  const none = await fetch(`${mock.url}/nothing`)
  expect([none.status, none.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  const root = await fetch(mock.url, { redirect: 'manual' })
  expect([root.status, root.headers.get('location')]).toEqual([302, '/__mock'])
})

test('an idle connection stays open for a minute', async () => {
  const response = await fetch(`${mock.url}/nothing`)
  expect(response.headers.get('keep-alive')).toBe('timeout=72')
})

test('latency delays every response, within its bounds', async () => {
  const slow = await startMockServer({ latency: { min: 60, max: 90 }, seed: 7 })
  try {
    for (const _ of [1, 2, 3]) {
      await (await fetch(`${slow.url}/api/v1/me?api_key=${slow.key('empty')}`)).text()
    }
    for (const { milliseconds } of slow.requests) expect(milliseconds).toBeGreaterThanOrEqual(59)
  } finally {
    await slow.close()
  }
})
