import type { LookupAddress, LookupOptions } from 'node:dns'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type { LookupFunction } from 'node:net'
import { type DownloadRules, isPublicAddress, isTrusted, rejectionOf } from './download-rules.ts'
import { timeouts } from './timeouts.ts'

/** The part of fetch that a download needs. */
export type DownloadFetch = (
  url: URL,
  init: { signal: AbortSignal; redirect: 'manual'; credentials: 'omit' },
) => Promise<DownloadResponse>

export interface DownloadResponse {
  ok: boolean
  status: number
  headers: Headers
  body: ReadableStream<Uint8Array> | null
}

/** The rules forbid an address. The message is a few words that can be counted, without the address. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

/** The overload of `dns.lookup` that returns every address of a host. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface GuardedFetchDeps {
  /** Sends the requests to trusted origins. */
  fetch?: DownloadFetch
  lookup?: Lookup
  isAllowed?: (address: string) => boolean
  /** Whether `fetch` sends requests through an HTTP proxy, as Node does with NODE_USE_ENV_PROXY=1. */
  usesProxy?: boolean
}

/**
 * Creates a fetch for addresses that the rules allow: the URL is checked before each request, the addresses of its host by
 * the connection. Rejects with ForbiddenAddress if the rules forbid one. It sends GET requests and follows no redirect.
 * Behind a proxy only the proxy knows the addresses, so hosts that the rules name are requested through it unchecked.
 */
export function createGuardedFetch(
  rules: DownloadRules,
  {
    fetch = globalThis.fetch,
    lookup,
    isAllowed = isPublicAddress,
    usesProxy = process.env.NODE_USE_ENV_PROXY === '1',
  }: GuardedFetchDeps = {},
): DownloadFetch {
  let get: ReturnType<typeof createGet> | undefined

  return async (url, init) => {
    const reason = rejectionOf(url, rules)
    if (reason) throw new ForbiddenAddress(reason)
    if (isTrusted(url, rules) || (usesProxy && rules.hosts)) return fetch(url, init)
    get ??= createGet(guardedLookup(lookup ?? builtin('node:dns').lookup, isAllowed))
    return get(url, init.signal)
  }
}

/** Loads a module of Node with the first download: a start needs none of them. */
const builtin = process.getBuiltinModule

/** Node's own fetch has no option for the lookup of its connections, so this sends requests with `node:http`. */
function createGet(lookup: LookupFunction) {
  const http = builtin('node:http')
  const https = builtin('node:https')
  const { keepAlive, connectToAddress: autoSelectFamilyAttemptTimeout } = timeouts.client
  // An agent closes a connection that is idle, in use or not, so that a request has a time of its own.
  const options = { keepAlive: true, timeout: keepAlive, lookup, autoSelectFamilyAttemptTimeout }
  const agents = { http: new http.Agent(options), https: new https.Agent(options) }
  const headers = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'photofeed' }

  function send(url: URL, request: RequestOptions, onResponse: (message: IncomingMessage) => void) {
    return url.protocol === 'https:'
      ? https.request(url, { ...request, agent: agents.https }, onResponse)
      : http.request(url, { ...request, agent: agents.http }, onResponse)
  }

  return async (url: URL, signal: AbortSignal): Promise<DownloadResponse> => {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      send(url, { headers, signal, timeout: timeouts.client.part }, resolve)
        .on('timeout', function (this: ClientRequest) {
          this.destroy(Object.assign(new Error('No byte arrived in time.'), { code: 'ETIMEDOUT' }))
        })
        .on('error', (cause) => {
          if (signal.aborted) reject(signal.reason)
          else reject(cause instanceof ForbiddenAddress ? cause : networkError(cause))
        })
        .end()
    })
    return responseOf(message)
  }
}

function responseOf(message: IncomingMessage): DownloadResponse {
  const status = message.statusCode ?? 0
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: new Headers(
      Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    ),
    body: bodyOf(message),
  }
}

function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next().catch((cause) => {
        throw networkError(cause)
      })
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      message.destroy()
    },
  })
}

/** The error that `fetch` has for a failure of the network. */
function networkError(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause })
}

/**
 * Creates a DNS lookup for connections that fails unless all addresses of the host are allowed. The connection itself calls
 * it: a host that was checked before could have other addresses when it connects.
 */
function guardedLookup(lookup: Lookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, [])
      else if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        callback(new ForbiddenAddress('not a public address'), [])
      } else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
