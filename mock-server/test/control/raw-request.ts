import { once } from 'node:events'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawRequest {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string
}

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Sends headers as they are: fetch does not let a caller set Host, Origin or Sec-Fetch-Site. */
export async function sendRaw(
  url: string,
  { method, headers, body }: RawRequest = {},
): Promise<RawResponse> {
  const { port, pathname } = new URL(url)
  const sent = request({ host: '127.0.0.1', port, path: pathname, method, headers, agent: false })
  // A server that rejects a request may close the connection before it is written; its response counts.
  sent.on('error', () => {})
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}
