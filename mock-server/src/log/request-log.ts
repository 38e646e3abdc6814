import { type EndpointName, meetsQuery } from '../endpoints.ts'
import type { FaultSetting } from '../faults/fault-settings.ts'

/** One request that a mock has responded to. */
export interface LogEntry {
  /** Counts the requests of the mock, from 1. */
  id: number
  /** Milliseconds since the epoch, by the mock's clock. */
  at: number
  method: string
  /** Null for a path of the API without an endpoint. */
  endpoint: EndpointName | null
  /** Without the query, such as `/api/v1/me`. */
  path: string
  /** The decoded parameters; an array for a name that was sent repeatedly. Keys of your own accounts are replaced. */
  query: Record<string, string | string[]>
  /** Path and query string as sent, with the same replacement. */
  target: string
  /** The body that the service has read; null without one. */
  body: string | null
  /** The name of the scenario that the key belongs or belonged to. */
  scenario: string | null
  /** Null if a fault prevented the response, or if the client aborted the request. */
  status: number | null
  /** Whether the client aborted the request before the response. */
  aborted: boolean
  /** The time until the response, the fault's delay included. */
  milliseconds: number
  /** The fault that the request had. */
  fault: FaultSetting | null
  /** Mistakes in the request, each with its remedy. */
  warnings: readonly string[]
}

/** A request before its target is parsed: most entries are never read. */
type LoggedRequest = Omit<LogEntry, 'id' | 'path' | 'query'>
type Entry = LoggedRequest & { id: number }

export type RequestLog = ReturnType<typeof createRequestLog>

/** About 3.5 MB: a suite in watch mode and a Storybook run for days. */
const maximumRequests = 10_000

export function createRequestLog() {
  let entries: Entry[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  return {
    latest: (count?: number): LogEntry[] =>
      (count === undefined ? entries : entries.slice(-count)).map(parseTarget),
    /** Returns those after the request with this id, oldest first. */
    after: (id: number): LogEntry[] => entries.filter((entry) => entry.id > id).map(parseTarget),
    /** Returns a function that adds the request that has arrived; not after a clear, since it belongs to an earlier test. */
    begin() {
      const began = entries
      return (request: LoggedRequest): void => {
        if (began !== entries) return
        if (began.length >= maximumRequests) began.shift()
        lastId += 1
        began.push({ ...request, id: lastId })
        for (const listener of listeners) listener()
      }
    },
    /** Calls a function after each request that is added. Returns the function that ends it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clear(): void {
      entries = []
    },
  }
}

function parseTarget(request: Entry): LogEntry {
  const [path = '', queryString = ''] = request.target.split(/\?(.*)/s)
  return { ...request, path, query: queryOf(queryString) }
}

function queryOf(queryString: string): LogEntry['query'] {
  const parameters = new URLSearchParams(queryString)
  const names = [...new Set(parameters.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length > 1 ? values : (values[0] as string)]
    }),
  )
}

/** Requests in the order of their responses. */
export interface RequestList extends ReadonlyArray<LogEntry> {
  /** Returns the requests of an endpoint. */
  of(endpoint: EndpointName): RequestList
  /** Returns the requests of a scenario. */
  for(scenario: string): RequestList
  /** Returns the requests after another one, or from a time in milliseconds since the epoch, by the mock's clock. */
  since(start: LogEntry | number): RequestList
}

/** Conditions of a request, which must all be true; or a function that returns whether it is one. */
export type RequestFilter = RequestConditions | ((request: LogEntry) => boolean)

export interface RequestConditions {
  endpoint?: EndpointName
  scenario?: string
  method?: string
  /** Null for a broken connection, and for an aborted request. */
  status?: number | null
  aborted?: boolean
  /** Parameters with their values; `*` is any value. */
  query?: Readonly<Record<string, string>>
}

/** Returns an array that equals the requests, with functions that select from it. */
export function toRequestList(requests: readonly LogEntry[]): RequestList {
  const select = (isWanted: (request: LogEntry) => boolean) =>
    toRequestList(requests.filter(isWanted))
  const functions: Pick<RequestList, 'of' | 'for' | 'since'> = {
    of: (endpoint) => select((request) => request.endpoint === endpoint),
    for: (scenario) => select((request) => request.scenario === scenario),
    since: (start) =>
      select(({ id, at }) => (typeof start === 'number' ? at >= start : id > start.id)),
  }
  // Not enumerable, so that `toEqual` compares the requests only.
  const properties = Object.entries(functions).map(([name, value]) => [name, { value }] as const)
  return Object.defineProperties([...requests], Object.fromEntries(properties)) as never
}

export function meetsFilter(request: LogEntry, filter: RequestFilter): boolean {
  if (typeof filter === 'function') return filter(request)
  const { query, ...facts } = filter
  const isEqual = Object.entries(facts).every(
    ([name, value]) => value === undefined || request[name as keyof typeof facts] === value,
  )
  return isEqual && meetsQuery(new URLSearchParams(request.target.split(/\?(.*)/s)[1]), query)
}

/** Where requests are read from: a log in this process, or that of a mock in another one. */
interface RequestSource {
  /** Returns the requests after the one with this id, oldest first. */
  after(id: number): readonly LogEntry[] | Promise<readonly LogEntry[]>
  subscribe(listener: () => void): () => void
}

/**
 * Resolves with the first request that meets a filter.
 *
 * @throws {Error} after the timeout, with the latest requests
 */
export async function waitForRequest(
  source: RequestSource,
  filter: RequestFilter,
  { timeout = 1000 }: { timeout?: number } = {},
): Promise<LogEntry> {
  let wake = () => {}
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    wake()
  }, timeout)
  const stop = source.subscribe(() => wake())
  try {
    let last = 0
    while (true) {
      const next = new Promise<void>((resolve) => {
        wake = resolve
      })
      const requests = await source.after(last)
      const found = requests.find((request) => meetsFilter(request, filter))
      if (found) return found
      last = requests.at(-1)?.id ?? last
      if (isOver) break
      await next
    }
    const text = typeof filter === 'function' ? 'met the function' : `was ${JSON.stringify(filter)}`
    throw new Error(`No request ${text} within ${timeout} ms. ${describe(await source.after(0))}`)
  } finally {
    clearTimeout(timer)
    stop()
  }
}

const described = 5

export function describe(requests: readonly LogEntry[]): string {
  if (requests.length === 0) return 'There were no requests.'
  const lines = requests
    .slice(-described)
    .map(
      ({ method, target, status, scenario }) =>
        `${method} ${target.replace(/api_key=[^&]*&?/, '').replace(/[?&]$/, '')} ${status} (${scenario ?? 'no scenario'})`,
    )
  return `The latest requests: ${lines.join(', ')}.`
}
