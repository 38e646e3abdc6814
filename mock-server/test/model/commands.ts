import fc from 'fast-check'
import { expect } from 'vitest'
import { transitionNames } from '../../src/accounts/transitions.ts'
import { type Fault, post } from '../../src/index.ts'
import type { Mock } from '../../src/mock.ts'
import { faultModel } from './account-model.ts'
import type { MockModel, Outcome } from './mock-model.ts'

/** A mock, and its requests in flight. */
export interface Subject {
  mock: Mock
  /** The clock of the mock. */
  time: { now: number }
  inFlight: Promise<Outcome>[]
}

type Command = fc.AsyncCommand<MockModel, Subject>

const paths = ['/api/v1/me', '/api/v1/accounts'] as const

const faults: readonly (readonly Fault[])[] = [
  [],
  [{ status: 503, times: 1 }],
  [{ status: 500, times: 2 }],
  [{ body: 'cut', times: 1 }],
  [{ status: 503, when: { endpoint: 'accounts' } }],
  [{ status: 503, when: { nth: 2 } }],
  [
    { body: 'cut', when: { nth: [2, 3] } },
    { status: 503, when: { every: 2 } },
  ],
  [
    { status: 503, times: 1, when: { endpoint: 'me', every: 2 } },
    { body: 'cut', times: 2 },
  ],
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

const moment = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ afterRequests: fc.nat({ max: 2 }) }),
  fc.record({ afterMilliseconds: fc.nat({ max: 20 }) }),
  fc.record({ afterRequests: fc.nat({ max: 4 }), afterMilliseconds: fc.nat({ max: 20 }) }),
)

const transition = fc
  .tuple(index, fc.constantFrom(...transitionNames), moment)
  .map(([number, name, moment]) =>
    command(`transition(${number}, ${name}, ${JSON.stringify(moment)})`, (model, { mock }) => {
      const account = select(model.names, number)
      const apiKey = model.transition(account, name, moment)
      const transit = () => mock.accounts.transition(account, name, moment)
      if (apiKey === null) expect(transit).toThrow(`${account} cannot ${name}`)
      else expect(transit().apiKey).toBe(apiKey)
    }),
  )

const fault = fc.tuple(index, fc.constantFrom(...faults)).map(([number, faults]) =>
  command(`fault(${number}, ${JSON.stringify(faults)})`, (model, { mock }) => {
    const account = select(model.names, number)
    model.setFaults(account, faults.map(faultModel))
    mock.accounts.setFault(account, faults)
  }),
)

const anyPostMoment = fc.oneof(moment, fc.constant({ atRefresh: true }))

const publish = fc.tuple(index, anyPostMoment).map(([number, moment]) =>
  command(`publish(${number}, ${JSON.stringify(moment)})`, (model, { mock }) => {
    const account = select(model.names, number)
    model.publish(account, {}, moment)
    mock.accounts.posts(account).publish(post.image(), moment)
  }),
)

/** Publishes a post and removes it later, so that it is there to be removed. */
const publishAndRemove = fc.tuple(index, moment).map(([number, moment]) =>
  command(`publishAndRemove(${number}, ${JSON.stringify(moment)})`, (model, { mock }) => {
    const account = select(model.names, number)
    const published = {}
    model.publish(account, published, {})
    model.remove(account, published, moment)
    const posts = mock.accounts.posts(account)
    posts.remove(posts.publish(post.video()), moment)
  }),
)

const wait = fc.nat({ max: 15 }).map((milliseconds) =>
  command(`wait(${milliseconds})`, (model, { time }) => {
    model.now += milliseconds
    time.now += milliseconds
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
    const apiKey = select(model.everyKey, number)
    model.lookUp(apiKey)
    const query = `api_key=${apiKey}`
    const { response } = await mock.respond({
      kind: 'api',
      method: 'OPTIONS',
      path: paths[0],
      query,
      header: (name) => headers[name],
      headers: () => headers,
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

/** Many of the commands are transitions and requests. */
export const anyCommands = fc.commands(
  [
    ...[transition, transition, transition, request, request, request],
    ...[fault, start, finish, preflight, reset, copy, publish, publishAndRemove, wait],
  ],
  { maxCommands: 50, size: 'max' },
)

async function send(mock: Mock, apiKey: string, path: string): Promise<Outcome> {
  const { response, delivery } = await mock.respond({
    kind: 'api',
    method: 'GET',
    path,
    query: `api_key=${apiKey}`,
    header: () => undefined,
    headers: () => ({}),
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
