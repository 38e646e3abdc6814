import { UserError } from '@photofeed/core'
import type { AccountView } from '../accounts/accounts.ts'
import type { PostControls } from '../accounts/posts.ts'
import type { ListedScenario } from '../accounts/scenarios.ts'
import type { ControlState } from '../control/state.ts'
import { type RequestList, toRequestList, waitForRequest } from '../log/request-list.ts'
import type { LogEntry } from '../log/request-log.ts'
import { type MockControls, throwWarnings } from '../mock-controls.ts'
import { assertNodeVersion } from '../node-version.ts'

/** The same functions, each with a promise. */
type Asynchronous<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (
    ...parameters: infer Parameters
  ) => infer Result
    ? (...parameters: Parameters) => Promise<Awaited<Result>>
    : never
}

/** A scenario; the key of an account of your own is secret, so it is null. */
type ConnectedScenario = Omit<ListedScenario, 'apiKey'> & { apiKey: string | null }

/** The functions of a mock in another process. */
export interface MockConnection
  extends Asynchronous<
    Pick<
      MockControls,
      | 'key'
      | 'copy'
      | 'fault'
      | 'override'
      | 'latency'
      | 'reset'
      | 'verify'
      | 'waitForRequest'
      | 'clearRequests'
    >
  > {
  /** The address of the mock, without a trailing slash. */
  readonly url: string
  /** Returns every scenario with its current key, plan and status. */
  scenarios(): Promise<ConnectedScenario[]>
  /** Returns the requests since the last reset, oldest first. */
  requests(): Promise<RequestList>
  /** Runs a transition of an account, now or later. Returns the scenario after the call. */
  transition(...parameters: Parameters<MockControls['transition']>): Promise<ConnectedScenario>
  /** Returns the functions that publish, change and remove posts of a scenario. */
  posts(scenario: string): Asynchronous<PostControls>
}

/**
 * Connects to a mock in another process: one of `npx @photofeed/mock-server` or `startMockServer`. Needs neither MSW nor Node,
 * so it also runs in pages of this machine.
 *
 * Each connection has its own scope: accounts, keys, faults, requests and warnings that no other connection sees. With
 * `shared` it has those of the control page and of the published keys.
 *
 * @example
 * const mock = await connectMock('http://127.0.0.1:4500')
 * await mock.fault('premium', { status: 503, times: 1 })
 * await page.goto(`/?key=${await mock.key('premium')}`)
 *
 * @throws {UserError} when no mock responds at this address
 */
export async function connectMock(
  url: string,
  { shared = false }: { shared?: boolean } = {},
): Promise<MockConnection> {
  assertNodeVersion()
  const connection = createConnection(url)
  if (!shared) return createConnection(url, await connection.addScope())
  await connection.readState()
  return connection
}

/** Creates a connection without a check of the address. */
export function createConnection(url: string, scope?: string) {
  const address = url.replace(/\/+$/, '')
  const call = <Result>(path: string, parameters: Record<string, string> = {}, body?: string) => {
    const query = new URLSearchParams({ ...parameters, ...(scope !== undefined && { scope }) })
    return send<Result>(address, query.size > 0 ? `${path}?${query}` : path, body)
  }
  const readState = () => call<ControlState>('state')
  const post = <Result = void>(action: string, body: object) =>
    call<Result>(action, {}, JSON.stringify(body))
  const readRequests = (after = 0) => call<LogEntry[]>('requests', { after: String(after) })

  async function find(scenario: string): Promise<ConnectedScenario> {
    const { scenarios } = await readState()
    const found = scenarios.find(({ name }) => name === scenario)
    if (found) return listed(found)
    const names = scenarios.map(({ name }) => name).join(', ')
    throw new UserError(`No scenario is named "${scenario}". There are: ${names}.`)
  }

  const connection: MockConnection = {
    url: address,
    scenarios: async () => (await readState()).scenarios.map(listed),
    async key(scenario) {
      const { apiKey } = await find(scenario)
      if (apiKey !== null) return apiKey
      throw new UserError(
        `The mock shows no key of your own accounts. Use the one in the data of ${scenario}, or that of a copy.`,
      )
    },
    // The key of a copy is not secret.
    copy: async (scenario) =>
      listed(await post<AccountView>('copies', { scenario })) as ListedScenario,
    fault: async (scenario, fault) => {
      await post('fault', { scenario, fault })
    },
    transition: async (scenario, transition, moment) =>
      listed(await post<AccountView>('transition', { ...moment, scenario, transition })),
    posts: (scenario) => ({
      publish: async (input, moment) =>
        (await post<{ id: string }>('publish', { ...moment, scenario, post: input })).id,
      update: (id, changes, moment) => post('update', { ...moment, scenario, id, changes }),
      remove: (id, moment) => post('remove', { ...moment, scenario, id }),
    }),
    requests: async () => toRequestList(await readRequests()),
    waitForRequest: (filter, options) =>
      waitForRequest({ after: readRequests, subscribe: poll }, filter, options),
    async verify() {
      throwWarnings((await post<{ warnings: string[] }>('verify', {})).warnings)
    },
    clearRequests: () => post('clear-requests', {}),
    override: (scenario) => post('override', { scenario }),
    latency: (milliseconds) => post('latency', { milliseconds }),
    reset: (scenario) => post('reset', { scenario }),
  }
  return Object.assign(connection, {
    readState,
    addScope: async () => (await post<{ id: string }>('scopes', {})).id,
  })
}

const pollMilliseconds = 50

function poll(listener: () => void): () => void {
  const timer = setInterval(listener, pollMilliseconds)
  return () => clearInterval(timer)
}

const responseMilliseconds = 10_000

function listed({ name, apiKey, plan, status, description }: AccountView): ConnectedScenario {
  return { name, apiKey, plan, status, description }
}

/** Sends a GET, or a POST with a body of JSON. Returns what the mock responds with. */
async function send<Result>(address: string, path: string, body?: string): Promise<Result> {
  const response = await fetch(`${address}/__mock/api/${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    }),
    signal: AbortSignal.timeout(responseMilliseconds),
  }).catch((cause) => {
    throw new UserError(
      `No mock responds at ${address}. Start one with \`npx @photofeed/mock-server\`, or correct the address.`,
      { cause },
    )
  })
  if (response.status === 204) return undefined as Result
  const data = await response.json().catch(() => null)
  if (response.ok && data) return data as Result
  throw new UserError(
    data?.error ??
      `The server at ${address} is not a mock: it responded with status ${response.status}. Correct the address.`,
  )
}
