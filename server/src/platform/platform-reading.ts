import type { z } from 'zod'
import { PlatformError } from './platform-problems.ts'

/** Parses a response with a schema. The error contains none of its values. */
export function readResponse<T>(schema: z.ZodType<T>, json: unknown, operation: string): T {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const saying = redacted(shapeProblem(result.error), [])
  throw new PlatformError('unreadable', { operation, saying })
}

/** Returns where a schema, whose messages complete "expected …", found the first problem. */
export function shapeProblem(error: z.ZodError): string {
  const [issue] = error.issues
  const place = placeOf(issue?.path ?? [])
  return `${place}${place && ': '}expected ${issue?.message ?? 'other data'}`
}

function placeOf(path: PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

const maximumLength = 200

/** Words of the platform's, fit for a log: one short line without tokens, secrets or what follows a URL's `?`. */
export function redacted(text: string, secrets: readonly string[]): string {
  const known = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret !== '')
    .reduce((safe, secret) => safe.replaceAll(secret, '…'), text)
  return known
    .replace(/\?[^\s"'<>]*/g, (query) => (query.includes('=') ? '?…' : query))
    .replace(/[\w%~+/=.-]{20,}/g, (run) => (looksRandom(run) ? '…' : run))
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, maximumLength)
}

/** Names of permissions are long as well, but they are words. */
function looksRandom(run: string): boolean {
  return /\d|[a-z][A-Z]/.test(run)
}

/** Returns the chunks of a body, which is canceled if the caller stops early. */
export function chunksOf(body: Pick<ReadableStream<Uint8Array>, 'cancel'> | null) {
  // The DOM's types lack the iterator.
  return (body ?? []) as unknown as AsyncIterable<Uint8Array>
}

/**
 * Reads a body. Returns null if it is larger than `maximumBytes`, whatever the headers say. It is then canceled, unless
 * `toEnd` is set: that would close the connection while the client is sending, and it would not read the response.
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  maximumBytes: number,
  { toEnd = false } = {},
): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunksOf(body)) {
    bytes += chunk.byteLength
    if (bytes <= maximumBytes) chunks.push(chunk)
    else if (!toEnd) return null
  }
  return bytes <= maximumBytes ? Buffer.concat(chunks) : null
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
