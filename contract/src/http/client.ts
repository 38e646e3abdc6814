import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { count } from '../count.ts'
import { NoResponse } from './contract-error.ts'
import type { HttpResponse } from './exchange.ts'
import { intermediaryOf } from './intermediary.ts'
import { parseJson } from './json.ts'
import type { WireRequest } from './request-spec.ts'

interface ClientOptions {
  fetch: typeof fetch
  maxRequests: number
  /** Ends the whole run. */
  signal: AbortSignal
  /** For one request, in milliseconds. */
  requestTimeout: number
  /** Added to requests of the deployment, and of no other host. */
  headers: Readonly<Record<string, string>>
  /** Of the deployment. */
  origin: string
  concurrency: number
  /** Milliseconds between the starts of two requests. */
  delay: number
}

/** Of all responses that a run keeps. */
const largestTotal = 512 * 2 ** 20

/** A page of 100 posts with comments is far below; more is not a response of this service. */
const largestBody = 16 * 2 ** 20

const retryAfterMilliseconds = 250
/** After so many failed retries in a row, requests are sent once: the deployment is down, and a run has hundreds. */
const mostFailedRetries = 10

export const lengthAdvice =
  'check its Content-Length, which counts bytes as they are sent, compressed or not'

/** Returns a client that sends requests to a deployment that may do anything. */
export function createClient({
  fetch,
  maxRequests,
  signal,
  requestTimeout,
  headers,
  origin,
  concurrency,
  delay,
}: ClientOptions) {
  const responses = new Map<string, Promise<HttpResponse>>()
  const bodies = new Map<string, Body>()
  let sent = 0
  let nextStart = 0
  let storedBytes = 0
  let failedRetries = 0

  const limit = pLimit(concurrency)

  /** Waits until `delay` has passed since the start of the request before. */
  async function pause(): Promise<void> {
    if (delay === 0) return
    const now = Date.now()
    const start = Math.max(nextStart, now)
    nextStart = start + delay
    await wait(start - now, undefined, { signal }).catch(() => {})
  }

  async function attempt(request: WireRequest): Promise<HttpResponse> {
    if (sent >= maxRequests) {
      const message = `The limit of ${count(maxRequests, 'request')} was reached. Raise --max-requests.`
      throw new NoResponse(message, 'requests')
    }
    sent += 1
    return limit(async () => {
      await pause()
      return fetched(request)
    })
  }

  async function fetched(request: WireRequest): Promise<HttpResponse> {
    if (signal.aborted) throw timeLimitReached()
    if (storedBytes > largestTotal) {
      throw new NoResponse(`the responses of the run are larger than ${largestTotal / 2 ** 20} MB`)
    }
    // Nothing may lead from a signal to the response: `fetch` and AbortSignal.timeout keep signals for a long time.
    const end = new AbortController()
    let abort = () => {}
    const ended = new Promise<never>((_, reject) => {
      abort = () => {
        end.abort()
        // For a `fetch` that ignores its signal.
        reject(end.signal.reason)
      }
    })
    signal.addEventListener('abort', abort)
    const timer = setTimeout(abort, requestTimeout)
    let hasBegun = false
    try {
      const response = fetch(request.url, {
        method: request.method,
        headers: isOwn(request.url) ? { ...headers, ...request.headers } : request.headers,
        body: request.body,
        redirect: 'manual',
        signal: end.signal,
      })
      const whole = response.then((head) => {
        hasBegun = true
        return read(head)
      })
      return await Promise.race([whole, ended])
    } catch (error) {
      if (error instanceof NoResponse) throw error
      if (signal.aborted) throw timeLimitReached()
      const { host, pathname } = new URL(request.url)
      const where = isOwn(request.url) ? '' : `${host}: `
      const isCut = hasBegun || codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
      const body = `${where}the body of ${pathname}`
      if (end.signal.aborted) {
        const time = `within ${count(requestTimeout / 1000, 'second')}`
        const sentence = isCut
          ? `${body} did not end ${time}; ${lengthAdvice}`
          : `no response ${time}`
        throw new NoResponse(sentence, 'timeout')
      }
      if (isCut) throw new NoResponse(`${body} was cut off; ${lengthAdvice}`)
      throw new NoResponse(where + reason(error))
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }

  /** Section 7.6: a network fault is worth another try, and so is a proxy's page of HTML. */
  async function patiently(request: WireRequest): Promise<HttpResponse> {
    const first = attempt(request)
    if (!(await isWorthRetry(request, first))) {
      failedRetries = 0
      return first
    }
    if (failedRetries >= mostFailedRetries) return first
    await wait(retryAfterMilliseconds, undefined, { signal }).catch(() => {})
    const second = attempt(request)
    failedRetries = (await isWorthRetry(request, second)) ? failedRetries + 1 : 0
    return second
  }

  async function isWorthRetry(
    request: WireRequest,
    response: Promise<HttpResponse>,
  ): Promise<boolean> {
    try {
      return intermediaryOf({ request, ...(await response) })?.kind === 'gateway'
    } catch (error) {
      // After a timeout, another try would take as long.
      const isFailure = error instanceof NoResponse && error.cause === 'failure'
      return isFailure && !signal.aborted
    }
  }

  function isOwn(url: string): boolean {
    return URL.parse(url)?.origin === origin
  }

  async function read(response: Response): Promise<HttpResponse> {
    const { status, headers } = response
    return { status, headers, ...bodyOf(await readBytes(response)) }
  }

  /** Two in three bodies of a run are equal to an earlier one: they are kept and parsed once. */
  function bodyOf(bytes: Uint8Array): Body {
    const digest = createHash('sha256').update(bytes).digest('base64')
    const known = bodies.get(digest)
    if (known) return known
    const text = new TextDecoder().decode(bytes)
    const body = { bytes, text, json: parseJson(text) }
    bodies.set(digest, body)
    storedBytes += bytes.byteLength
    return body
  }

  return {
    /**
     * Sends the same request once, and keeps its response for the next caller.
     *
     * @throws {NoResponse} when no usable response comes.
     */
    send(request: WireRequest): Promise<HttpResponse> {
      const name = JSON.stringify(request)
      const response = responses.get(name) ?? patiently(request)
      responses.set(name, response)
      return response
    },
    /** Sends the request, also if it was sent before. Throws like `send`. */
    sendAgain: patiently,
    get sent() {
      return sent
    },
  }
}

function timeLimitReached(): NoResponse {
  return new NoResponse('the time limit of the run was reached', 'time')
}

type Body = Pick<HttpResponse, 'bytes' | 'text' | 'json'>

async function readBytes(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.byteLength
    if (length > largestBody) {
      reader?.cancel().catch(() => {})
      throw new NoResponse(`the response is larger than ${largestBody / 2 ** 20} MB`)
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}

/** `fetch failed` says nothing; its cause does. */
function reason(error: unknown): string {
  const { message, cause } = error as Error
  const code = codeOf(error)
  const text = (cause as Error | undefined)?.message || code || message
  return troubles[code] ?? text.charAt(0).toLowerCase() + text.slice(1)
}

function codeOf(error: unknown): string {
  return (error as { cause?: { code?: string } }).cause?.code ?? ''
}

const trustIt = 'to trust it, name its file in NODE_EXTRA_CA_CERTS'
const troubles: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at this address (connection refused)',
  ENOTFOUND: 'the host name is not known (ENOTFOUND)',
  EAI_AGAIN: 'the host name could not be looked up (EAI_AGAIN)',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed without a response',
  DEPTH_ZERO_SELF_SIGNED_CERT: `the TLS certificate is self-signed; ${trustIt}`,
  SELF_SIGNED_CERT_IN_CHAIN: `the TLS certificate is of an unknown authority; ${trustIt}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `the TLS certificate is of an unknown authority; ${trustIt}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `the TLS certificate is of an unknown authority; ${trustIt}`,
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS; try http://',
}
