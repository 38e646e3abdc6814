import type { LoggedExchange, RequestLog } from './request-log.ts'

/** The headers and bodies of a request and its response. Keys of your own accounts are replaced. */
export interface RequestDetails {
  request: Message
  /** Null if a fault prevented the response, or if the client aborted the request. */
  response: Message | null
}

export interface Message {
  /** Names and values, in the order of the message. */
  headers: [name: string, value: string][]
  /** At most 128 kB; null without a body, or if it is not text. */
  body: string | null
  /** The length of the whole body. */
  bytes: number
}

const maximumBytes = 131_072
const hidden = '<hidden>'
/** Credentials of other services, which a browser may send to every port of this machine. */
const secretHeaders = ['cookie', 'proxy-authorization']
const wholeKey = /\b[0-9a-f]{64}\b/gi
const textType = /^(text\/|application\/([\w.-]+\+)?(json|xml))/i

/** Describes a request. `isPublic` returns whether a key may be shown. */
export function describeExchange(
  { requestHeaders, response, body, status }: NonNullable<ReturnType<RequestLog['exchange']>>,
  isPublic: (key: string) => boolean,
): RequestDetails {
  const hideKeys = (text: string) =>
    text.replace(wholeKey, (key) => (isPublic(key) ? key : '<API_KEY>'))
  return {
    request: toMessage(requestHeaders(), body, hideKeys),
    response:
      status === null || !response ? null : toMessage(response.headers, response.body, hideKeys),
  }
}

function toMessage(
  headers: ReturnType<LoggedExchange['requestHeaders']>,
  body: string | Uint8Array | null,
  hideKeys: (text: string) => string,
): Message {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    hideHeader(name, hideKeys([value ?? ''].flat().join(', '))),
  ])
  const [, type = ''] = entries.find(([name]) => name.toLowerCase() === 'content-type') ?? []
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const isText = typeof body === 'string' || textType.test(type)
  const text = bytes && isText ? decode(bytes) : null
  return { headers: entries, body: text && hideKeys(text), bytes: bytes?.length ?? 0 }
}

function hideHeader(name: string, value: string): string {
  const lower = name.toLowerCase()
  if (secretHeaders.includes(lower)) return hidden
  // A key of the mock is shown or replaced already; any other value is of another service.
  const isOfMock = value.search(wholeKey) >= 0 || value.includes('<API_KEY>')
  return lower === 'authorization' && !isOfMock ? hidden : value
}

/** Decodes the first bytes; a character that they cut is dropped. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, maximumBytes), { stream: true })
}
