import type { FeedResponse } from '@photofeed/core'
import type { Accounts } from '../accounts/accounts.ts'
import type { ActiveFault } from '../faults/active-faults.ts'
import { changeResponse, gatewayPage } from '../faults/fault-response.ts'
import { createExchange, type ExchangeParts, type MockResponse } from './exchange.ts'
import { type MediaRequest, type MediaResponse, mediaFailure } from './media.ts'

/** A request of a picture or a video. */
export interface MediaArrival {
  request: MediaRequest
  /** Below the host, for the log. */
  path: string
  read(): Promise<MediaResponse>
}

/** Returns a function that responds to requests of media. Logs only errors and warnings, because a page requests dozens of files. */
export function createMediaResponder({
  accounts,
  ...parts
}: ExchangeParts & { accounts: Accounts }) {
  const exchange = createExchange(parts)
  return function respondMedia({ request, path, read }: MediaArrival): Promise<MockResponse> {
    const { method, header } = request
    const parameters = new URLSearchParams()
    const isCounted = method !== 'OPTIONS'
    const fault = isCounted
      ? accounts.takeMediaFault({ method, endpoint: 'media', path, parameters, header })
      : null
    return exchange({
      request: {
        method: request.method,
        path,
        header: request.header,
        headers: request.headers,
        get signal() {
          return request.signal
        },
      },
      query: '',
      parameters: null,
      apiKey: null,
      account: null,
      scenario: null,
      endpoint: 'media',
      target: path,
      fault,
      body: () => null,
      isLogged: ({ status, warnings }) => status === null || status >= 400 || warnings.length > 0,
      produce: () => produce(fault, read),
    })
  }
}

async function produce(
  fault: ActiveFault | null,
  read: () => Promise<MediaResponse>,
): Promise<FeedResponse> {
  if (!fault) return read()
  const { status, body } = fault.settings
  if (body === 'html') return changeResponse(fault.settings, gatewayPage(status ?? 200))
  const response = status === undefined ? await read() : mediaFailure(status)
  const changed = changeResponse(fault.settings, response)
  const length = changed.body === null ? {} : { 'Content-Length': String(changed.body.length) }
  return { ...changed, headers: { ...changed.headers, ...length } }
}
