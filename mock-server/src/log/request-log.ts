import type { EndpointName } from '../endpoints.ts'
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
    /** Returns the place of a request that has arrived. */
    begin() {
      const began = entries
      return {
        /** Adds the request, unless the log was cleared: then it belongs to an earlier test. */
        add(request: LoggedRequest): void {
          if (began !== entries) return
          if (began.length >= maximumRequests) began.shift()
          lastId += 1
          began.push({ ...request, id: lastId })
          for (const listener of listeners) listener()
        },
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
