import type { OutgoingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { transitionNames } from '../../src/accounts/transitions.ts'
import { startControl } from './control-server.ts'
import { type RawRequest, sendRaw } from './raw-request.ts'

const json = { 'content-type': 'application/json' }
const notJson = 'must be JSON: send it with the header Content-Type: application/json.'
const tooLarge = 'is larger than 65536 bytes.'
const notList = 'is not a list of parameters: send an array of JSON like ["premium"].'
const nothing = 'the control page is /__mock, and its state is /__mock/api/state.'
const durations = 'milliseconds, like 200 or { "min": 100, "max": 400 }'
const post = (body: string, headers: OutgoingHttpHeaders = json): RawRequest => ({
  method: 'POST',
  headers,
  body,
})

test.each<readonly [path: string, status: number, error: unknown, request: RawRequest]>([
  ['api/nothing', 404, `There is nothing at /__mock/api/nothing: ${nothing}`, {}],
  ['constructor', 404, `There is nothing at /__mock/constructor: ${nothing}`, {}],
  ['api/state', 405, '/__mock/api/state does not accept POST: send GET, HEAD.', post('[]')],
  ['api/reset', 405, '/__mock/api/reset does not accept GET: send POST.', {}],
  [
    'api/reset',
    405,
    '/__mock/api/reset does not accept OPTIONS: send POST.',
    { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } },
  ],
  [
    'api/reset',
    415,
    `The body for /__mock/api/reset ${notJson}`,
    post('[]', { 'content-type': 'text/plain' }),
  ],
  [
    'api/reset',
    413,
    `The body for /__mock/api/reset ${tooLarge}`,
    post(JSON.stringify(['x'.repeat(65_533)])),
  ],
  [
    'api/reset',
    413,
    `The body for /__mock/api/reset ${tooLarge}`,
    post(' '.repeat(200_000), { ...json, 'transfer-encoding': 'chunked' }),
  ],
  ['api/reset', 400, `The body for /__mock/api/reset ${notList}`, post('{')],
  ['api/reset', 400, `The body for /__mock/api/reset ${notList}`, post('{"scenario":"free"}')],
  ...[
    ['copy', '["platinum"]', 'No scenario is named "platinum". There are: premium, free.'],
    ['override', '[]', 'No scenario is named undefined. There are: premium, free.'],
    ['reset', '[[7]]', 'No scenario is named [7]. There are: premium, free.'],
    ['latency', '[]', `The latency must be ${durations}, but is missing.`],
    ['fault', '["free"]', "The fault's settings must be an object, but is missing."],
    ['publish', '["free", 7]', 'The post must be an object, but is 7.'],
    ['update', '["free", 7, null]', /^free has no post with the id 7\. /],
    ['transition', '["free", "expire", 7]', 'The moment must be an object, but is 7.'],
    [
      'transition',
      '["premium", "explode"]',
      `No transition is named "explode". There are: ${transitionNames.join(', ')}.`,
    ],
  ].map(([path, body, error]) => [`api/${path}`, 400, error, post(String(body))] as const),
])('/__mock/%s is rejected with %i: %s', async (path, status, error, request) => {
  const { server, state } = await startControl({ scenarios: ['premium', 'free'] })
  const before = await state()
  const response = await sendRaw(`${server.url}/__mock/${path}`, request)
  const expected = error instanceof RegExp ? expect.stringMatching(error) : error
  expect([response.status, JSON.parse(response.body)]).toEqual([status, { error: expected }])
  expect(await state()).toEqual(before)
})

test('a body of 65,536 bytes is read', async () => {
  const { server } = await startControl()
  const body = '["premium"]'.padEnd(65_536)
  const response = await sendRaw(`${server.url}/__mock/api/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body,
  })
  expect(response.status).toBe(204)
})
