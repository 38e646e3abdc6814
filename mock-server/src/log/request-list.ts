import type { EndpointName } from '../endpoints.ts'
import { meetsQuery } from '../endpoints.ts'
import type { LogEntry, RequestLog } from './request-log.ts'

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

export const defaultTimeout = 1000

/** Resolves with the first request that meets a filter. */
export function waitForRequest(
  log: RequestLog,
  filter: RequestFilter,
  { timeout = defaultTimeout }: { timeout?: number } = {},
): Promise<LogEntry> {
  const find = () => log.latest().find((request) => meetsFilter(request, filter))
  return new Promise((resolve, reject) => {
    const found = find()
    if (found) return resolve(found)
    const check = () => {
      const request = find()
      if (!request) return
      clearTimeout(timer)
      stop()
      resolve(request)
    }
    const stop = log.subscribe(check)
    const timer = setTimeout(() => {
      stop()
      reject(timeoutError(filter, timeout, log.latest()))
    }, timeout)
  })
}

export function timeoutError(
  filter: RequestFilter,
  timeout: number,
  requests: readonly LogEntry[],
): Error {
  const problem =
    typeof filter === 'function'
      ? 'No request met the function'
      : `No request was ${JSON.stringify(filter)}`
  return new Error(`${problem} within ${timeout} ms. ${describe(requests)}`)
}

const described = 5

/** Describes the latest requests. */
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
