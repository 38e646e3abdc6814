import { expect, test } from 'vitest'
import { transitions } from '../../src/accounts/transitions.ts'
import { faults } from '../../src/faults/fault-settings.ts'
import { startControl } from './control-server.ts'
import { type RawRequest, sendRaw } from './raw-request.ts'

const json = { 'content-type': 'application/json' }
const transitionNames = Object.keys(transitions).join(', ')

interface Rejection {
  path: string
  request: RawRequest
  status: number
  error: string
}

const post = (path: string, body: string): Pick<Rejection, 'path' | 'request'> => ({
  path,
  request: { method: 'POST', headers: json, body },
})

const rejections: Record<string, Rejection> = {
  'an unknown path': {
    path: '/__mock/api/nothing',
    request: {},
    status: 404,
    error:
      'There is nothing at /__mock/api/nothing: the control page is /__mock, and its state is /__mock/api/state.',
  },
  'a name that every object has': {
    path: '/__mock/constructor',
    request: {},
    status: 404,
    error:
      'There is nothing at /__mock/constructor: the control page is /__mock, and its state is /__mock/api/state.',
  },
  'a POST where one reads': {
    path: '/__mock/api/state',
    request: { method: 'POST', headers: json, body: '{}' },
    status: 405,
    error: '/__mock/api/state does not accept POST: send GET, HEAD.',
  },
  'a GET where one acts': {
    path: '/__mock/api/reset',
    request: {},
    status: 405,
    error: '/__mock/api/reset does not accept GET: send POST.',
  },
  'a preflight': {
    path: '/__mock/api/reset',
    request: { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } },
    status: 405,
    error: '/__mock/api/reset does not accept OPTIONS: send POST.',
  },
  'a form': {
    path: '/__mock/api/reset',
    request: { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' },
    status: 415,
    error:
      'The body for /__mock/api/reset must be JSON: send it with the header Content-Type: application/json.',
  },
  'a body without a type': {
    path: '/__mock/api/reset',
    request: { method: 'POST', body: '{}' },
    status: 415,
    error:
      'The body for /__mock/api/reset must be JSON: send it with the header Content-Type: application/json.',
  },
  'a body of 65,537 bytes': {
    ...post('/__mock/api/reset', JSON.stringify({ scenario: 'x'.repeat(65_522) })),
    status: 413,
    error:
      'The body for /__mock/api/reset is larger than 65536 bytes: send only the fields that it reads.',
  },
  'a longer body in chunks': {
    path: '/__mock/api/reset',
    request: {
      method: 'POST',
      headers: { ...json, 'transfer-encoding': 'chunked' },
      body: ' '.repeat(200_000),
    },
    status: 413,
    error:
      'The body for /__mock/api/reset is larger than 65536 bytes: send only the fields that it reads.',
  },
  'a body that is not JSON': {
    ...post('/__mock/api/reset', '{'),
    status: 400,
    error:
      'The body for /__mock/api/reset is not JSON: send an object like {"scenario":"premium"}.',
  },
  'a body that is no object': {
    ...post('/__mock/api/reset', '7'),
    status: 400,
    error: 'The body for /__mock/api/reset: it must be an object, but is 7.',
  },
  'a missing field': {
    ...post('/__mock/api/copies', '{}'),
    status: 400,
    error: 'The body for /__mock/api/copies: scenario must be text, but is missing.',
  },
  'a mistyped field': {
    ...post('/__mock/api/reset', '{"scenarios":"premium"}'),
    status: 400,
    error: 'The body for /__mock/api/reset: scenarios is not a known field: did you mean scenario?',
  },
  'an unknown scenario': {
    ...post('/__mock/api/copies', '{"scenario":"platinum"}'),
    status: 400,
    error: 'No scenario is named "platinum". There are: premium, free.',
  },
  'an unknown transition': {
    ...post('/__mock/api/transition', '{"scenario":"premium","transition":"explode"}'),
    status: 400,
    error: `The body for /__mock/api/transition: transition must be one of ${transitionNames}, but is "explode".`,
  },
  'a transition that cannot happen': {
    ...post('/__mock/api/transition', '{"scenario":"premium","transition":"connect"}'),
    status: 400,
    error: 'premium cannot connect because it is connected.',
  },
  'a moment that is no number': {
    ...post(
      '/__mock/api/transition',
      '{"scenario":"premium","transition":"expire","afterRequests":"2"}',
    ),
    status: 400,
    error: 'The body for /__mock/api/transition: afterRequests must be a whole number, but is "2".',
  },
  'a moment in the past': {
    ...post(
      '/__mock/api/transition',
      '{"scenario":"premium","transition":"expire","afterMilliseconds":-1}',
    ),
    status: 400,
    error:
      'The body for /__mock/api/transition: afterMilliseconds must be a number that is not negative, but is -1.',
  },
  'an unknown fault': {
    ...post('/__mock/api/fault', '{"scenario":"premium","fault":"toString"}'),
    status: 400,
    error: `The fault must be one of ${Object.keys(faults).join(', ')}, but is "toString".`,
  },
}

for (const [name, { path, request, status, error }] of Object.entries(rejections)) {
  test(`${name} is rejected with ${status}`, async () => {
    const { server, state } = await startControl({ scenarios: ['premium', 'free'] })
    const before = await state()
    const response = await sendRaw(server.url + path, request)
    expect({ status: response.status, body: JSON.parse(response.body) }).toEqual({
      status,
      body: { error },
    })
    expect(await state()).toEqual(before)
  })
}

test('the response to a wrong method names the right ones', async () => {
  const { server } = await startControl()
  const allow = async (path: string, method: string) =>
    (await sendRaw(server.url + path, { method })).headers.allow
  expect(await allow('/__mock/api/state', 'DELETE')).toBe('GET, HEAD')
  expect(await allow('/__mock/api/copies', 'GET')).toBe('POST')
})

test('a body of 65,536 bytes is read', async () => {
  const { server } = await startControl()
  const body = '{"scenario":"premium"}'.padEnd(65_536)
  const response = await sendRaw(`${server.url}/__mock/api/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body,
  })
  expect(response.status).toBe(204)
})
