import type { FaultName } from '@photofeed/core/scenarios'
import { apiKey } from '@photofeed/openapi'
import type { Fault } from './fault-settings.ts'

/** One request that a mock has responded to. */
export interface RecordedRequest {
  /** Milliseconds since the epoch, by the mock's clock. */
  at: number
  method: string
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
  /** Null if a fault prevented the response. */
  status: number | null
  /** The time until the response, the fault's delay included. */
  milliseconds: number
  /** The fault that the request had. */
  fault: FaultName | Fault | null
  /** Mistakes in the request, each with its remedy. */
  warnings: readonly string[]
}

/** A request before its target is parsed: most entries are never read. */
type LoggedRequest = Omit<RecordedRequest, 'path' | 'query'>

/** The latest requests. */
export interface RequestLog {
  /** Returns the last ones, by default all, oldest first. */
  latest(count?: number): RecordedRequest[]
  add(request: LoggedRequest): void
  clear(): void
}

const maximumEntries = 1000

export function createRequestLog(): RequestLog {
  const entries: LoggedRequest[] = []
  return {
    latest: (count = maximumEntries) => entries.slice(-count).map(parseTarget),
    add(request) {
      if (entries.length >= maximumEntries) entries.shift()
      entries.push(request)
    },
    clear() {
      entries.length = 0
    },
  }
}

function parseTarget(request: LoggedRequest): RecordedRequest {
  const [path = '', queryString = ''] = request.target.split(/\?(.*)/s)
  return { ...request, path, query: queryOf(queryString) }
}

function queryOf(queryString: string): RecordedRequest['query'] {
  const parameters = new URLSearchParams(queryString)
  const names = [...new Set(parameters.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length > 1 ? values : (values[0] as string)]
    }),
  )
}

/** Hides the values of `api_key`, however its name is written. */
export function redactQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const name = pair.split('=', 1)[0] ?? ''
      const isKey = decode(name).startsWith(apiKey.parameter)
      return isKey && pair.length > name.length + 1 ? `${name}=<API_KEY>` : pair
    })
    .join('&')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
