import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { buffer } from 'node:stream/consumers'

/** Sends a request that trusts one certificate only, which `fetch` cannot. */
export async function fetchWith(ca: string, url: string, init: RequestInit = {}) {
  const headers = init.headers as Record<string, string> | undefined
  const sent = request(url, { method: init.method ?? 'GET', headers: headers ?? {}, ca })
  sent.end(init.body ?? undefined)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const status = response.statusCode ?? 0
  const body = await buffer(response)
  const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
  return new Response([204, 304].includes(status) ? null : new Uint8Array(body), {
    status,
    headers: Object.fromEntries(received),
  })
}
