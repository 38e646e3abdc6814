import { expect, test } from 'vitest'
import { startControl } from './control-server.ts'

test('a transition happens immediately, and the response lists the scenario', async () => {
  const { post, scenario } = await startControl()
  const before = await scenario('importing')
  const response = await post('transition', { scenario: 'importing', transition: 'finish-import' })
  expect(response).toEqual({
    status: 200,
    body: {
      ...before,
      description: `${before?.description} (then: finish-import)`,
      status: 'ready',
      transitions: ['expire', 'refresh', 'refresh-token', 'regenerate', 'disconnect'],
    },
  })
  expect(await scenario('importing')).toEqual(response.body)
})

test('several faults with conditions are set in order', async () => {
  const { server, post } = await startControl()
  const fault = [
    { status: 503, when: { nth: 1 } },
    { status: 502, when: { query: { 'page[size]': '*' } } },
  ]
  expect((await post('fault', { scenario: 'premium', fault })).body.fault).toEqual(fault)
  const me = `${server.url}/api/v1/me?api_key=${server.key('premium')}`
  const statuses = [await fetch(me), await fetch(me), await fetch(`${me}&page[size]=3`)]
  expect(statuses.map(({ status }) => status)).toEqual([503, 200, 502])
  const invalid = [{ status: 503, when: { evry: 1 } }]
  expect(await post('fault', { scenario: 'premium', fault: invalid })).toEqual({
    status: 400,
    body: { error: "The fault's when.evry is not a known field: did you mean every?" },
  })
})

test('a copy has a name, a key and addresses of its own', async () => {
  const { server, post, scenario } = await startControl()
  const { status, body } = await post('copies', { scenario: 'free' })
  const original = await scenario('free')
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'free-copy-1', plan: 'free' })
  expect(body.apiKey).toMatch(/^[0-9a-f]{64}$/)
  expect(body.apiKey).not.toBe(original?.apiKey)
  expect(body.urls.me).toBe(`${server.url}/api/v1/me?api_key=${body.apiKey}`)
  expect((await fetch(body.urls.me)).status).toBe(200)
  expect(await scenario('free-copy-1')).toEqual(body)
})

test('a reset of everything takes away copies and requests', async () => {
  const { server, post, state } = await startControl()
  const start = await state()
  await fetch(`${server.url}/api/v1/me?api_key=${server.key('premium')}`)
  await post('copies', { scenario: 'premium' })
  await post('fault', { scenario: 'free', fault: 'slow' })
  expect((await post('reset', {})).status).toBe(204)
  expect(await state()).toEqual(start)
})

test('latency delays responses until a full reset, and must be milliseconds', async () => {
  const { server, state, post } = await startControl({ latency: 1 })
  expect((await state()).latency).toBe(1)
  expect(await post('latency', { milliseconds: { min: 120, max: 130 } })).toEqual({
    status: 204,
    body: '',
  })
  expect((await state()).latency).toEqual({ min: 120, max: 130 })
  await fetch(`${server.url}/api/v1/me?api_key=${server.key('premium')}`)
  expect(server.requests[0]?.milliseconds).toBeGreaterThanOrEqual(119)
  expect((await post('latency', { milliseconds: -1 })).status).toBe(400)
  expect(await post('latency', { milliseconds: { min: 3, max: 1 } })).toEqual({
    status: 400,
    body: { error: 'The latency must have a min that is at most its max.' },
  })
  server.reset()
  expect((await state()).latency).toBe(1)
})
