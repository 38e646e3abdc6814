import type { FaultName } from '@photofeed/core/scenarios'
import { apiKey } from '@photofeed/openapi'

/** One request that a mock has answered. */
export interface RecordedRequest {
  /** Milliseconds since the epoch, by the mock's clock. */
  at: number
  method: string
  /** Path and query as sent; a key that is not one of the published ones is replaced. */
  target: string
  /** The name of the scenario that the key belongs or belonged to. */
  scenario: string | null
  /** Null when a fault left no answer. */
  status: number | null
  /** How long the answer took, the fault's delay included. */
  milliseconds: number
  fault: FaultName | null
  /** What the consumer should do differently. */
  warnings: readonly string[]
}

/** The latest requests, oldest first. */
export interface RequestLog {
  entries: readonly RecordedRequest[]
  add(request: RecordedRequest): void
  clear(): void
}

const keptRequests = 1000

export function createRequestLog(): RequestLog {
  const entries: RecordedRequest[] = []
  return {
    entries,
    add(request) {
      if (entries.length >= keptRequests) entries.shift()
      entries.push(request)
    },
    clear() {
      entries.length = 0
    },
  }
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
