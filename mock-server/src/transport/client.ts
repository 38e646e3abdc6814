import { UserError } from '@photofeed/core'
import type { ListedScenario } from '../accounts/account.ts'
import type { PostControls } from '../accounts/posts.ts'
import type { ControlState, controlMethods } from '../control/control-api.ts'
import {
  type LogEntry,
  type RequestList,
  toRequestList,
  waitForRequest,
} from '../log/request-log.ts'
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
    Omit<MockControls, 'scenarios' | 'requests' | 'transition' | 'posts' | 'scope'>
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
  if (!shared) return createConnection(url, await connection.method('scope')())
  await connection.readState()
  return connection
}

/** Creates a connection without a check of the address. */
export function createConnection(url: string, scope?: string) {
  const address = url.replace(/\/+$/, '')

  /** Sends a GET, or a POST with parameters. Returns what the mock responds with. */
  async function send(path: string, query = {}, parameters?: unknown[]): Promise<never> {
    const search = new URLSearchParams({ ...query, ...(scope !== undefined && { scope }) })
    // JSON has no undefined, which is a parameter that was left out.
    const given = parameters?.slice(0, 1 + parameters.findLastIndex((value) => value !== undefined))
    const target = search.size > 0 ? `${path}?${search}` : path
    const response = await fetch(`${address}/__mock/api/${target}`, {
      ...(given && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(given),
      }),
      signal: AbortSignal.timeout(responseMilliseconds),
    }).catch((cause) => {
      throw new UserError(
        `No mock responds at ${address}. Start one with \`npx @photofeed/mock-server\`, or correct the address.`,
        { cause },
      )
    })
    if (response.status === 204) return undefined as never
    const data = await response.json().catch(() => null)
    if (response.ok && data) return data as never
    throw new UserError(
      data?.error ??
        `The server at ${address} is not a mock: it responded with status ${response.status}. Correct the address.`,
    )
  }

  /** Returns a function that calls a method of the mock. */
  const method =
    (name: keyof typeof controlMethods, ...first: unknown[]) =>
    (...parameters: unknown[]) =>
      send(name, {}, [...first, ...parameters])
  const readState = (): Promise<ControlState> => send('state')
  const readRequests = (after = 0): Promise<LogEntry[]> =>
    send('requests', { after: String(after) })

  const connection: MockConnection = {
    url: address,
    scenarios: method('scenarios'),
    key: method('key'),
    copy: method('copy'),
    transition: method('transition'),
    fault: method('fault'),
    override: method('override'),
    latency: method('latency'),
    reset: method('reset'),
    clearRequests: method('clearRequests'),
    posts: (scenario) => ({
      publish: method('publish', scenario),
      update: method('update', scenario),
      remove: method('remove', scenario),
    }),
    requests: async () => toRequestList(await readRequests()),
    waitForRequest: (filter, options) =>
      waitForRequest({ after: readRequests, subscribe: poll }, filter, options),
    verify: async () => throwWarnings(await method('verify')()),
  }
  return Object.assign(connection, { readState, method })
}

const pollMilliseconds = 50
const responseMilliseconds = 10_000

function poll(listener: () => void): () => void {
  const timer = setInterval(listener, pollMilliseconds)
  return () => clearInterval(timer)
}
