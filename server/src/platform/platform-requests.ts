import { createPauses } from './platform-limits.ts'
import { PlatformError, type PlatformProblemName, problemNamed } from './platform-problems.ts'
import { redacted } from './platform-reading.ts'
import { type Judgment, judge, readBody } from './platform-response.ts'

export interface PlatformDeps {
  fetch: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  clock: () => number
  /** From 0 to below 1. */
  random: () => number
  sleep: Sleep
}

interface PlatformRequest {
  /** What is requested, in a word or two, for messages. */
  operation: string
  url: string
  query?: Record<string, string>
  /** Makes it a POST. */
  form?: Record<string, string>
  /** The account whose limits it counts for; null before there is a token. */
  token: string | null
  /** The problem of an error that is not in the table. */
  otherwise?: PlatformProblemName
  /** Whether it may be sent again after an outage. */
  isRepeatable?: boolean
  signal?: AbortSignal | undefined
}

const attempts = 3
const firstDelay = 1000
const maximumBytes = 8 * 1024 * 1024

/** Sends requests to the platform; resolves with JSON, rejects with PlatformError or the signal's reason. */
export function createPlatformRequests({ fetch, clock, random, sleep }: PlatformDeps) {
  const pauses = createPauses(clock)

  async function once(request: PlatformRequest): Promise<unknown> {
    const { operation, token, otherwise = 'rejected' } = request
    const retryAt = pauses.until(token)
    if (retryAt !== null) throw new PlatformError('paused', { operation, retryAt })
    const { headers, ...answer } = await withinTime(request, sleep, (signal) =>
      exchange(request, signal),
    )
    const judgment = judge(answer, otherwise)
    if (judgment.problem === undefined) {
      pauses.note(token, headers)
      return judgment.json
    }
    throw errorOf(request, answer.status, headers, judgment)
  }

  async function exchange(request: PlatformRequest, signal: AbortSignal) {
    const { url, query, form } = request
    const response = await fetch(query ? `${url}?${new URLSearchParams(query)}` : url, {
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      headers: { Accept: 'application/json' },
      // A redirect would hand the token on.
      redirect: 'manual',
      signal,
    })
    const { status, headers } = response
    const bytes = await readBody(response.body, maximumBytes)
    if (bytes === null) {
      const { operation } = request
      throw new PlatformError('unreadable', { operation, status, saying: 'larger than 8 MB' })
    }
    // Also removes a byte order mark, which JSON.parse rejects.
    const text = new TextDecoder().decode(bytes)
    return { status, headers, contentType: headers.get('Content-Type') ?? '', text }
  }

  function errorOf(
    request: PlatformRequest,
    status: number,
    headers: Headers,
    { problem, signs, message = '' }: Extract<Judgment, { problem: PlatformProblemName }>,
  ): PlatformError {
    const { operation, token } = request
    const { pauses: whom } = problemNamed(problem)
    const held = whom && pauses.hold(whom, token, headers)
    if (!whom) pauses.note(token, headers)
    return new PlatformError(problem, {
      operation,
      status,
      ...signs,
      saying: redacted(message, secretsOf(request)),
      ...(held && { retryAt: held }),
    })
  }

  async function send(request: PlatformRequest): Promise<unknown> {
    const { signal, isRepeatable = true } = request
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted()
      try {
        return await once(request)
      } catch (error) {
        const isOutage = error instanceof PlatformError && error.kind === 'outage'
        if (!isOutage || !isRepeatable || attempt === attempts) throw error
      }
      // Half of the delay is random, so that many accounts do not retry at the same time.
      const delay = firstDelay * 3 ** (attempt - 1) * (0.5 + random() / 2)
      await sleep(delay, signal).catch((error: unknown) => {
        signal?.throwIfAborted()
        throw error
      })
    }
  }

  return {
    send,
    pausedUntil: (queue: 'urgent' | 'routine') =>
      queue === 'urgent' ? pauses.until(null) : pauses.routineUntil(),
  }
}

export type SendToPlatform = ReturnType<typeof createPlatformRequests>['send']

/** What must not be repeated when the platform's words are. */
function secretsOf({ query, form, token }: PlatformRequest): string[] {
  const sensitive = ['access_token', 'client_secret', 'code']
  const sent = { ...query, ...form }
  return [token ?? '', ...sensitive.map((name) => sent[name] ?? '')]
}

/** Rejects as soon as the signal aborts. */
type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<unknown>

/** Of one request, to the last byte of the response. */
export const timeLimit = 20_000

/** Does what talks to the platform in bounded time; rejects with PlatformError, or the signal's reason. */
async function withinTime<T>(
  { operation, signal }: { operation: string; signal?: AbortSignal | undefined },
  sleep: Sleep,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const overdue = new AbortController()
  const done = new AbortController()
  sleep(timeLimit, done.signal).then(
    () => overdue.abort(),
    () => {},
  )
  try {
    return await work(AbortSignal.any([overdue.signal, ...(signal ? [signal] : [])]))
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof PlatformError) throw error
    if (overdue.signal.aborted) throw new PlatformError('timed-out', { operation })
    throw new PlatformError('unreachable', { operation, saying: networkCode(error) })
  } finally {
    done.abort()
  }
}

/** The system's name for a network failure; the messages of errors below fetch may contain the URL. */
function networkCode(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code) ? code : ''
}
