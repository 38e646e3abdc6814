import type { FaultName } from '@photofeed/core/scenarios'
import { apiKey } from '@photofeed/openapi'
import type { Fault } from './faults.ts'

/** One request that a mock has responded to. */
export interface RecordedRequest {
  /** Milliseconds since the epoch, by the mock's clock. */
  at: number
  method: string
  /** Without the query, such as `/api/v1/me`. */
  path: string
  /** The parameters, decoded; an array for a name that was sent repeatedly. Keys of your own accounts are replaced. */
  query: Record<string, string | string[]>
  /** Path and query string as sent, with the same replacement. */
  target: string
  /** The body that the service has read; null without one. */
  body: string | null
  /** The name of the scenario that the key belongs or belonged to. */
  scenario: string | null
  /** Null when a fault left no response. */
  status: number | null
  /** The time until the response, the fault's delay included. */
  milliseconds: number
  /** The fault that the request had. */
  fault: FaultName | Fault | null
  /** What the consumer should do differently. */
  warnings: readonly string[]
}

/** The latest requests, oldest first. */
export interface RequestLog {
  entries: readonly RecordedRequest[]
  add(request: Omit<RecordedRequest, 'path' | 'query'>): void
  clear(): void
}

const maximumEntries = 1000

export function createRequestLog(): RequestLog {
  const entries: RecordedRequest[] = []
  return {
    entries,
    add(request) {
      if (entries.length >= maximumEntries) entries.shift()
      const { target } = request
      const mark = target.indexOf('?')
      entries.push({
        ...request,
        path: mark < 0 ? target : target.slice(0, mark),
        // Most entries are never read.
        get query() {
          return queryOf(mark < 0 ? '' : target.slice(mark + 1))
        },
      })
    },
    clear() {
      entries.length = 0
    },
  }
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
      const isKey = decoded(name).startsWith(apiKey.parameter)
      return isKey && pair.length > name.length + 1 ? `${name}=<API_KEY>` : pair
    })
    .join('&')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
