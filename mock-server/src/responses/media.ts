import type { FeedResponse } from '@photofeed/core'
import { headers as contractHeaders } from '@photofeed/openapi'
import rangeParser from 'range-parser'
import type { Accounts } from '../accounts/accounts.ts'
import { platformPrefix } from '../endpoints.ts'
import { changeResponse, gatewayPage } from '../faults/fault-response.ts'
import type { FaultSettings } from '../faults/fault-settings.ts'
import { createExchange, type ExchangeParts, type Incoming, type MockResponse } from './exchange.ts'
import { type CustomFiles, type FoundFile, findPlatformFile, findStoredFile } from './files.ts'

interface MediaParts extends ExchangeParts {
  accounts: Accounts
  /** The path of the media host. */
  cdnPath: string
  customFiles: CustomFiles
}

/** Returns a function that responds to requests of media. Logs only errors and warnings, because a page requests dozens of files. */
export function createMediaResponder({ accounts, cdnPath, customFiles, ...parts }: MediaParts) {
  const exchange = createExchange(parts)
  return function respondMedia(incoming: Incoming): Promise<MockResponse> {
    const { method, header } = incoming
    const isStored = incoming.kind === 'media'
    const path = `${isStored ? cdnPath : platformPrefix}${incoming.path}`
    const parameters = new URLSearchParams()
    const asked = { method, endpoint: 'media', path, parameters, header } as const
    const fault = method === 'OPTIONS' ? null : accounts.takeMediaFault(asked)
    async function read(): Promise<FeedResponse> {
      const found = isStored
        ? await findStoredFile(incoming.path, customFiles)
        : await findPlatformFile(incoming, parts.clock(), customFiles)
      return deliver(found, incoming)
    }
    return exchange({
      request: { ...incoming, path },
      query: '',
      endpoint: 'media',
      target: path,
      fault,
      isLogged: ({ status, warnings }) => status === null || status >= 400 || warnings.length > 0,
      produce: () => (fault ? respondWithFault(fault.settings, read) : read()),
    })
  }
}

async function respondWithFault(
  fault: FaultSettings,
  read: () => Promise<FeedResponse>,
): Promise<FeedResponse> {
  if (fault.body === 'html') return changeResponse(fault, gatewayPage(fault.status ?? 200))
  const response = fault.status === undefined ? await read() : mediaFailure(fault.status)
  const changed = changeResponse(fault, response)
  const length = changed.body === null ? {} : { 'Content-Length': String(changed.body.length) }
  return { ...changed, headers: { ...changed.headers, ...length } }
}

const { AllowOrigin } = contractHeaders
const shared = { [AllowOrigin.name]: AllowOrigin.value, 'Accept-Ranges': 'bytes' }

/** Sends a file or a range of it, which some video players require (RFC 9110, 14). */
function deliver(found: FoundFile, { method, header }: Incoming): FeedResponse {
  if (typeof found === 'number') return mediaFailure(found)
  if (method !== 'GET' && method !== 'HEAD') return mediaFailure(405)
  const { bytes, type } = found
  const sent = header('range')
  const ranges = sent === undefined ? -2 : rangeParser(bytes.length, sent)
  if (ranges === -1) {
    const headers = { ...shared, 'Content-Range': `bytes */${bytes.length}` }
    return { status: 416, headers, body: null }
  }
  const range = Array.isArray(ranges) && ranges.length === 1 ? ranges[0] : undefined
  const part = range ? bytes.slice(range.start, range.end + 1) : bytes
  return {
    status: range ? 206 : 200,
    headers: {
      ...shared,
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      'Content-Length': String(part.length),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes.length}` }),
    },
    body: method === 'HEAD' ? null : new Uint8Array(part),
  }
}

/** Returns the error of a media host. */
function mediaFailure(status: number): FeedResponse {
  return { status, headers: { ...shared, 'Cache-Control': 'no-store' }, body: null }
}
