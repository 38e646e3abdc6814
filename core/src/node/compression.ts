import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip'

/** Shorter bodies fit into one packet either way. */
const smallestBytes = 1024
/** Brotli's default of 11 takes twenty times as long, for a tenth of the size. */
const brotliQuality = 5

const compress: Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
  gzip: (body) => promisify(gzip)(body),
}

const compressed = new WeakMap<Uint8Array, Partial<Record<Encoding, Promise<Uint8Array>>>>()

/** Compresses the body of a cached page once for each encoding; the result lives as long as the page. */
export function compressedBody(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  let forms = compressed.get(body)
  if (!forms) {
    forms = {}
    compressed.set(body, forms)
  }
  forms[encoding] ??= compress[encoding](body)
  return forms[encoding]
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
