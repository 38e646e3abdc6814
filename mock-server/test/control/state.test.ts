import { expect, test } from 'vitest'
import { account } from '../../src/builders/account.ts'
import { faults } from '../../src/faults/fault-settings.ts'
import { createMock } from '../../src/index.ts'
import { startControl } from './control-server.ts'

const now = Date.UTC(2026, 10, 20, 9)
const connected = ['expire', 'refresh', 'refresh-token', 'regenerate', 'disconnect']

test('the state lists every scenario with its key', async () => {
  const { state } = await startControl({ scenarios: ['premium', 'disconnected', 'slow'] })
  const { scenarios } = createMock()
  const listed = (name: string) => ({
    ...scenarios.find((known) => known.name === name),
    fault: null,
    version: expect.any(Number),
    transitions: connected,
    scheduled: [],
  })
  expect((await state()).scenarios).toEqual([
    listed('premium'),
    { ...listed('disconnected'), transitions: ['connect'] },
    { ...listed('slow'), fault: 'slow' },
  ])
})

test('the state describes every fault', async () => {
  const state = await (await startControl()).state()
  expect(state.faults.map(({ name }) => name)).toEqual(Object.keys(faults))
  expect(state.faults).toContainEqual({
    name: 'slow',
    description: 'Every response of the API takes three seconds',
    settings: { delay: 3000 },
  })
})

test('the key of an account of one’s own is hidden until the mock makes a new one', async () => {
  const own = account({ scenario: 'shop', plan: 'free' })
  const { server, state, scenario, post } = await startControl({ accounts: [own] })
  await fetch(`${server.url}/api/v1/me?api_key=${own.apiKey}`)
  expect(await scenario('shop')).toMatchObject({ apiKey: null })
  expect((await state()).requests).toMatchObject([
    { target: '/api/v1/me?api_key=<API_KEY>', scenario: 'shop' },
  ])
  expect(JSON.stringify(await state())).not.toContain(own.apiKey)

  const { body } = await post('transition', ['shop', 'regenerate'])
  expect(body).toMatchObject({ apiKey: server.key('shop') })
})

test('the latest fifty requests are listed, newest first, with warnings', async () => {
  const { server, state } = await startControl({ clock: () => now })
  const path = `/api/v1/me?api_key=${server.key('premium')}`
  // Requests of the control page are not listed.
  await state()
  for (let size = 1; size <= 51; size++) await fetch(`${server.url}${path}&page[size]=${size}`)
  await fetch(`${server.url}${path}&limit=3`)
  const { requests } = await state()
  expect(requests).toHaveLength(50)
  expect(requests[0]).toEqual({
    id: 52,
    at: now,
    method: 'GET',
    endpoint: 'me',
    aborted: false,
    path: '/api/v1/me',
    query: { api_key: server.key('premium'), limit: '3' },
    target: `${path}&limit=3`,
    body: null,
    scenario: 'premium',
    status: 200,
    milliseconds: expect.any(Number),
    fault: null,
    warnings: [expect.stringMatching(/^The parameter "limit" is ignored\. /)],
  })
  expect(requests[1]?.target).toBe(`${path}&page[size]=51`)
  expect(requests[49]?.target).toBe(`${path}&page[size]=3`)
})
