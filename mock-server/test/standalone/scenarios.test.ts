import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenarios } from '../../src/accounts/scenarios.ts'
import { type MockServer, startMockServer } from '../../src/node.ts'
import { mediaUrls } from '../support/media-urls.ts'
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

test.each(['premium', 'unstored-media'])('every media URL of %s loads', async (scenario) => {
  for (const url of await mediaUrls(mock.url, mock.key(scenario))) {
    expect(url.startsWith(mock.url), url).toBe(true)
    const response = await fetch(url)
    expect(response.status, url).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  }
})

test('the platform’s expired URLs are rejected, and missing pictures are 404', async () => {
  const [expired = ''] = await mediaUrls(mock.url, mock.key('expired-media'))
  const [missing = ''] = await mediaUrls(mock.url, mock.key('missing-image'))
  expect([(await fetch(expired)).status, (await fetch(missing)).status]).toEqual([403, 404])
})

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

test('a taken port is reported in one sentence', async () => {
  const port = Number(new URL(mock.url).port)
  await expect(startMockServer({ port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use. Choose another with --port, or 0 for a free one.`,
  )
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
