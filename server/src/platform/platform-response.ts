import { z } from 'zod'
import { type ErrorSigns, type PlatformProblemName, problemOf } from './platform-problems.ts'

/** The result of a response: its JSON, or the problem that it reports. */
export type Judgment =
  | { json: unknown; problem?: never }
  | { problem: PlatformProblemName; signs?: ErrorSigns; message?: string }

interface PlatformResponse {
  status: number
  contentType: string
  text: string
}

const wholeNumber = z.int().nullable().catch(null)
const words = z.string().catch('')

const graphError = z.object({
  error: z.object({
    message: words,
    code: wholeNumber,
    error_subcode: wholeNumber,
    is_transient: z.boolean().catch(false),
  }),
})

/** The token host's own form. Its `code` is the HTTP status again. */
const tokenError = z.object({ error_type: z.string(), error_message: words })

/** `otherwise` is the problem of an error whose code and status are unknown. */
export function judge(answer: PlatformResponse, otherwise: PlatformProblemName): Judgment {
  const { status, contentType, text } = answer
  const json = parseJson(text)
  const byStatus = problemOfStatus(status)

  const graph = graphError.safeParse(json)
  if (graph.success) {
    const { code, error_subcode: subcode, is_transient: isTransient, message } = graph.data.error
    const signs = { code, subcode, isTransient }
    return { problem: problemOf(signs)?.problem ?? byStatus ?? otherwise, signs, message }
  }
  const token = tokenError.safeParse(json)
  if (token.success) return { problem: byStatus ?? otherwise, message: token.data.error_message }

  if (byStatus !== null) return { problem: byStatus }
  if (/^text\/html\b/i.test(contentType)) return { problem: 'web-page' }
  if (status < 200 || status > 299) return { problem: otherwise }
  return json === undefined ? { problem: 'unreadable', message: 'not JSON' } : { json }
}

function problemOfStatus(status: number): PlatformProblemName | null {
  if (status >= 500) return 'server-error'
  return status === 429 ? 'too-many-requests' : null
}

/** Returns the chunks of a body, which is canceled if the caller stops early. */
export function chunksOf(body: Pick<ReadableStream<Uint8Array>, 'cancel'> | null) {
  // The DOM's types lack the iterator.
  return (body ?? []) as unknown as AsyncIterable<Uint8Array>
}

/** Reads a body. Returns null, and cancels it, if it is larger than `maximumBytes`, whatever the headers say. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  maximumBytes: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunksOf(body)) {
    bytes += chunk.byteLength
    if (bytes > maximumBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** JSON in which a whole number that JavaScript would round stays the text that it was; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, exactly)
  } catch {
    return undefined
  }
}

// The third argument is not in TypeScript's types yet.
const exactly = ((_key: string, value: unknown, { source = '' }: { source?: string }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
    ? source
    : value) as (key: string, value: unknown) => unknown
