import fc from 'fast-check'
import { expect } from 'vitest'
import type { Fault } from '../../src/index.ts'
import type { Mock } from '../../src/mock.ts'
import { transitionNames } from '../../src/transitions.ts'
import type { FaultModel } from './account-model.ts'
import type { MockModel, Outcome } from './mock-model.ts'

/** A mock, and its requests in flight. */
export interface Subject {
  mock: Mock
  inFlight: Promise<Outcome>[]
}

type Command = fc.AsyncCommand<MockModel, Subject>

const paths = ['/api/v1/me', '/api/v1/accounts'] as const

const faults: readonly { fault: Fault | null; model: FaultModel | null }[] = [
  { fault: null, model: null },
  { fault: { status: 503, times: 1 }, model: { effect: 503, left: 1, path: null } },
  { fault: { status: 500, times: 2 }, model: { effect: 500, left: 2, path: null } },
  { fault: { body: 'cut', times: 1 }, model: { effect: 'cut', left: 1, path: null } },
  {
    fault: { status: 503, endpoint: 'accounts' },
    model: { effect: 503, left: Number.POSITIVE_INFINITY, path: paths[1] },
  },
]

/** Selects an entry, since the accounts and keys change during a run. */
const index = fc.nat({ max: 5 })
const select = <Entry>(entries: readonly Entry[], index: number) =>
  entries[index % entries.length] as Entry

function command(
  text: string,
  run: (model: MockModel, subject: Subject) => void | Promise<void>,
): Command {
  return { check: () => true, run: async (...parts) => run(...parts), toString: () => text }
}

const transition = fc
  .tuple(
    index,
    fc.constantFrom(...transitionNames),
    fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.nat({ max: 2 })),
  )
  .map(([number, name, afterRequests]) =>
    command(`transition(${number}, ${name}, ${afterRequests})`, (model, { mock }) => {
      const account = select(model.names, number)
      const apiKey = model.transition(account, name, afterRequests)
      const transit = () =>
        mock.accounts.transition(account, name, afterRequests === null ? {} : { afterRequests })
      if (apiKey === null) expect(transit).toThrow(`${account} cannot ${name}`)
      else expect(transit().apiKey).toBe(apiKey)
    }),
  )

const fault = fc
  .tuple(index, fc.constantFrom(...faults))
  .map(([number, { fault, model: effect }]) =>
    command(`fault(${number}, ${JSON.stringify(fault)})`, (model, { mock }) => {
      const account = select(model.names, number)
      model.setFault(account, effect)
      mock.accounts.setFault(account, fault)
    }),
  )

const request = fc.tuple(index, fc.constantFrom(...paths)).map(([number, path]) =>
  command(`request(${number}, ${path})`, async (model, { mock }) => {
    const apiKey = select(model.everyKey, number)
    const expected = model.receive(apiKey, path)
    expect(await send(mock, apiKey, path)).toEqual(expected())
  }),
)

const start = fc.tuple(index, fc.constantFrom(...paths)).map(([number, path]) =>
  command(`start(${number}, ${path})`, (model, { mock, inFlight }) => {
    const apiKey = select(model.everyKey, number)
    model.inFlight.push(model.receive(apiKey, path))
    mock.setLatency(1)
    inFlight.push(send(mock, apiKey, path))
    mock.setLatency(0)
  }),
)

const finish = fc.constant(command('finish()', finishRequests))

/** Waits for the requests in flight; their responses are those of the current state. */
export async function finishRequests(model: MockModel, { inFlight }: Subject): Promise<void> {
  const outcomes = await Promise.all(inFlight.splice(0))
  expect(outcomes).toEqual(model.inFlight.splice(0).map((outcome) => outcome()))
}

const preflight = index.map((number) =>
  command(`preflight(${number})`, async (model, { mock }) => {
    const headers: Record<string, string> = {
      origin: 'https://site.test',
      'access-control-request-method': 'GET',
    }
    const query = `api_key=${select(model.everyKey, number)}`
    const { response } = await mock.respond({
      method: 'OPTIONS',
      path: paths[0],
      query,
      header: (name) => headers[name],
      readBody: async () => null,
    })
    expect(response.status).toBe(204)
  }),
)

const reset = fc.option(index).map((number) =>
  command(`reset(${number})`, (model, { mock }) => {
    if (number === null) {
      model.resetAll()
      mock.reset()
    } else {
      const account = select(model.names, number)
      model.reset(account)
      mock.reset(account)
    }
  }),
)

const copy = index.map((number) =>
  command(`copy(${number})`, (model, { mock }) => {
    const account = select(model.names, number)
    const { name, apiKey } = mock.accounts.copy(account)
    expect(model.names).not.toContain(name)
    expect(apiKey).toBe(model.copy(account, name))
  }),
)

/** Half of the commands are transitions and requests. */
export const anyCommands = fc.commands(
  [
    ...[transition, transition, transition, request, request, request],
    ...[fault, start, finish, preflight, reset, copy],
  ],
  { maxCommands: 50, size: 'max' },
)

async function send(mock: Mock, apiKey: string, path: string): Promise<Outcome> {
  const { response, delivery } = await mock.respond({
    method: 'GET',
    path,
    query: `api_key=${apiKey}`,
    header: () => undefined,
    readBody: async () => null,
  })
  if (delivery === 'cut') return 'no response'
  const { status, headers, body } = response
  if (status !== 200) return { status } as Outcome
  const { posts } = JSON.parse(new TextDecoder().decode(body as Uint8Array))
  return {
    status,
    connection: headers['X-Service-Account-Status'] ?? '',
    posts: posts?.length ?? null,
    wasFetched: headers['X-Last-Fetched-At'] !== 'Never',
  }
}
