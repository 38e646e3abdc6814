import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip'

/** Shorter bodies fit into one packet either way. */
const smallestBytes = 1024
/** Brotli's default of 11 takes twenty times as long, for a tenth of the size. */
const brotliQuality = 5

const compress: Record<Encoding, (body: Uint8Array) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
  gzip: (body) => promisify(gzip)(body),
}

const texts = new WeakMap<Uint8Array, string>()
const compressed = new WeakMap<Uint8Array, Partial<Record<Encoding, Promise<string>>>>()

/** Returns the string of a cached body, which lives as long as the body. */
export function latin1Of(body: Uint8Array): string {
  const text = texts.get(body) ?? latin1(body)
  texts.set(body, text)
  return text
}

/** Compresses a cached body once for each encoding, into such a string that lives as long as the body. */
export function compressedBody(body: Uint8Array, encoding: Encoding): Promise<string> {
  const forms = compressed.get(body) ?? {}
  compressed.set(body, forms)
  forms[encoding] ??= compress[encoding](body).then(latin1)
  return forms[encoding]
}

/**
 * Returns bytes as the characters of a Latin-1 string. node:http writes a string together with the headers; bytes beside
 * them take a third longer.
 */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

// Browsers of one version send the same header.
const chosen = new LRUCache<string, Encoding | 'identity'>({ max: 100 })
const longestCached = 200

/** Returns the encoding to send, Brotli before gzip; null for none (RFC 9110, 12.5.3). */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  body: Uint8Array,
): Encoding | null {
  if (!acceptEncoding || body.byteLength < smallestBytes) return null
  const encoding = chosen.get(acceptEncoding) ?? readAcceptEncoding(acceptEncoding) ?? 'identity'
  if (acceptEncoding.length <= longestCached) chosen.set(acceptEncoding, encoding)
  return encoding === 'identity' ? null : encoding
}

function readAcceptEncoding(acceptEncoding: string): Encoding | null {
  const accepted = new Map(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
        const isRejected = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
        return [name, !isRejected] as const
      }),
  )
  return (['br', 'gzip'] as const).find((name) => accepted.get(name) ?? accepted.get('*')) ?? null
}
