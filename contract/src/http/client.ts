import type { WireRequest } from './ask.ts'
import { type Answer, parseJson } from './exchange.ts'
import { RequestLimitReached } from './request-limit-reached.ts'
import { Unanswered } from './unanswered.ts'

export interface ClientOptions {
  fetch: typeof fetch
  maxRequests: number
  /** Ends the whole run. */
  signal: AbortSignal
  /** For one request, in milliseconds. */
  requestTimeout: number
}

/** Sends requests to a deployment that may do anything; the same request is sent once and its answer shared. */
export interface Client {
  /**
   * @throws {Unanswered} when no usable answer comes.
   * @throws {RequestLimitReached}
   */
  send(request: WireRequest): Promise<Answer>
  /** Requests sent so far. */
  readonly sent: number
}

/** A page of 100 posts with comments is far below; more is not an answer of this service. */
const largestBody = 16 * 2 ** 20

const retryAfterMilliseconds = 250

export function createClient({
  fetch,
  maxRequests,
  signal,
  requestTimeout,
}: ClientOptions): Client {
  const answers = new Map<string, Promise<Answer>>()
  let sent = 0

  async function attempt(request: WireRequest): Promise<Answer> {
    if (sent >= maxRequests) throw new RequestLimitReached(maxRequests)
    sent += 1
    const timeout = AbortSignal.timeout(requestTimeout)
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      })
      return await answerOf(response)
    } catch (error) {
      if (error instanceof Unanswered) throw error
      if (timeout.aborted && !signal.aborted) {
        throw new Unanswered(`no answer within ${requestTimeout / 1000} seconds`)
      }
      throw new Unanswered(signal.aborted ? 'the time limit of the run was reached' : reason(error))
    }
  }

  /** Section 7.6: a network fault is worth another try, and so is a proxy's page of HTML. */
  async function patiently(request: WireRequest): Promise<Answer> {
    const again = async () => {
      await new Promise((resolve) => setTimeout(resolve, retryAfterMilliseconds))
      return attempt(request)
    }
    const answer = await attempt(request).catch((error) => {
      if (error instanceof RequestLimitReached || signal.aborted) throw error
      return again()
    })
    return isGatewayError(answer) ? again() : answer
  }

  return {
    send(request) {
      const name = JSON.stringify(request)
      const answer = answers.get(name) ?? patiently(request)
      answers.set(name, answer)
      return answer
    },
    get sent() {
      return sent
    },
  }
}

/** Whether a proxy before the service answered in its place. */
export function isGatewayError({ status, json }: Pick<Answer, 'status' | 'json'>): boolean {
  return [502, 503, 504].includes(status) && json === undefined
}

async function answerOf(response: Response): Promise<Answer> {
  const bytes = await readBytes(response)
  const text = new TextDecoder().decode(bytes)
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: parseJson(text),
  }
}

async function readBytes(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (response.body as AsyncIterable<Uint8Array> | null) ?? []) {
    length += chunk.byteLength
    if (length > largestBody) {
      throw new Unanswered(`the answer is larger than ${largestBody / 2 ** 20} MB`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** `fetch failed` says nothing; its cause does. */
function reason(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Error & { code?: string } }
  const told = cause?.message || cause?.code || message
  return troubles[cause?.code ?? ''] ?? told.charAt(0).toLowerCase() + told.slice(1)
}

const troubles: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at this address (connection refused)',
  ENOTFOUND: 'the host name is not known (ENOTFOUND)',
  EAI_AGAIN: 'the host name could not be looked up (EAI_AGAIN)',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate is self-signed',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS; try http://',
}
