import { watchRate } from '@photofeed/core/node'
import { z } from 'zod'
import { createPauses } from './platform-limits.ts'
import type { PlatformParts } from './platform-parts.ts'
import {
  type ErrorSigns,
  PlatformError,
  type PlatformProblemName,
  platformProblems,
  problemOf,
  redacted,
} from './platform-problems.ts'
import { parseJson } from './platform-schema.ts'

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
  signal?: AbortSignal | undefined
}

const maximumBytes = 8 * 1024 * 1024
const partBytes = 64 * 1024

/** Resolves with JSON. Nothing is sent again here: jobs are retried, and an owner tries again. */
export function createPlatformRequests(parts: PlatformParts) {
  const { fetch, clock, partMs, report } = parts
  const pauses = createPauses(parts)

  async function send(request: PlatformRequest): Promise<unknown> {
    const { operation, token, signal } = request
    signal?.throwIfAborted()
    const retryAt = pauses.until(token)
    if (retryAt !== null) throw new PlatformError('paused', { operation, retryAt })
    const startedAt = clock()
    const end = (result: 'ok' | PlatformProblemName) => {
      const seconds = Math.max(0, clock() - startedAt) / 1000
      report?.('platformRequest', { operation, result, seconds })
    }
    try {
      const json = await sendOnce(request)
      end('ok')
      return json
    } catch (error) {
      // A request that its caller aborted says nothing about the platform.
      if (error instanceof PlatformError) end(error.problem)
      throw error
    }
  }

  async function sendOnce(request: PlatformRequest): Promise<unknown> {
    const { operation, token, otherwise = 'rejected' } = request
    const { status, headers, text } = await exchange(request)
    if (text === null) {
      throw new PlatformError('unreadable', { operation, status, saying: 'larger than 8 MB' })
    }
    const { problem, signs, message, json } = judge(status, headers, text, otherwise)
    const throttled = problem && platformProblems[problem].pauses
    if (!throttled) pauses.note(token, headers)
    if (!problem) return json
    throw new PlatformError(problem, {
      operation,
      status,
      ...signs,
      saying: redacted(message ?? '', secretsOf(request)),
      ...(throttled && { retryAt: pauses.hold(throttled, token, headers) }),
    })
  }

  /** Sends a request and reads the response within the time limit. The text is null if it is too large. */
  async function exchange({ operation, url, query, form, signal }: PlatformRequest) {
    const overdue = new AbortController()
    const rate = watchRate(partBytes, partMs, () => overdue.abort())
    try {
      const { status, headers, body } = await fetch(
        query ? `${url}?${new URLSearchParams(query)}` : url,
        {
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
          headers: { Accept: 'application/json' },
          // A redirect would hand the token on.
          redirect: 'manual',
          signal: AbortSignal.any([overdue.signal, ...(signal ? [signal] : [])]),
        },
      )
      rate.count(partBytes)
      const bytes = await readBody(body, rate.count)
      // Also removes a byte order mark, which JSON.parse rejects.
      return { status, headers, text: bytes && new TextDecoder().decode(bytes) }
    } catch (error) {
      signal?.throwIfAborted()
      if (overdue.signal.aborted) throw new PlatformError('timed-out', { operation })
      throw new PlatformError('unreachable', { operation, saying: networkCode(error) })
    } finally {
      rate.end()
    }
  }

  return {
    send,
    pauses: pauses.count,
    pausedUntil: () => pauses.until(null),
  }
}

export type SendToPlatform = ReturnType<typeof createPlatformRequests>['send']

/** What must not be repeated when the platform's words are. */
function secretsOf({ query, form, token }: PlatformRequest): string[] {
  const sensitive = ['access_token', 'client_secret', 'code']
  const sent = { ...query, ...form }
  return [token ?? '', ...sensitive.map((name) => sent[name] ?? '')]
}

/** The system's name for a network failure; the messages of errors below fetch may contain the URL. */
function networkCode(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code) ? code : ''
}

/** What a response contains: JSON, or the problem that it reports. */
interface Judgment {
  json?: unknown
  problem?: PlatformProblemName
  signs?: ErrorSigns
  message?: string
}

const wholeNumber = z.int().nullable().catch(null)
const words = z.string().catch('')

const graphError = z.object({
  error: z.object({
    message: words,
    // Sometimes the only words that say what is wrong, beside "An unknown error occurred".
    error_user_msg: words,
    code: wholeNumber,
    error_subcode: wholeNumber,
    is_transient: z.boolean().catch(false),
  }),
})

/** The token host's own form. Its `code` is the HTTP status again. */
const tokenError = z.object({ error_type: z.string(), error_message: words })

/** Reads a response. `otherwise` is the problem of an error whose code and status are unknown. */
function judge(
  status: number,
  headers: Headers,
  text: string,
  otherwise: PlatformProblemName,
): Judgment {
  const json = parseJson(text)
  const byStatus = problemOfStatus(status)

  const graph = graphError.safeParse(json)
  if (graph.success) {
    const { code, error_subcode: subcode, is_transient: isTransient } = graph.data.error
    const message = `${graph.data.error.message} ${graph.data.error.error_user_msg}`.trim()
    const signs = { code, subcode, isTransient }
    return { problem: problemOf(signs, message) ?? byStatus ?? otherwise, signs, message }
  }
  const token = tokenError.safeParse(json)
  if (token.success) {
    const { error_message: message } = token.data
    const byMessage = problemOf({ code: null, subcode: null, isTransient: false }, message)
    return { problem: byMessage ?? byStatus ?? otherwise, message }
  }

  if (byStatus !== null) return { problem: byStatus }
  if (/^text\/html\b/i.test(headers.get('Content-Type') ?? '')) return { problem: 'web-page' }
  if (status < 200 || status > 299) return { problem: otherwise }
  return json === undefined ? { problem: 'unreadable', message: 'not JSON' } : { json }
}

function problemOfStatus(status: number): PlatformProblemName | null {
  if (status >= 500) return 'trouble'
  return status === 429 ? 'account-throttled' : null
}

/** Returns null for a body that is too large, whatever the headers say. */
async function readBody(
  body: ReadableStream<Uint8Array> | null,
  count: (bytes: number) => void,
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maximumBytes) return null
    chunks.push(chunk)
    count(chunk.byteLength)
  }
  return Buffer.concat(chunks)
}
