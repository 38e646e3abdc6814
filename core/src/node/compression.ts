import { promisify } from 'node:util'
// Named imports of zstd fail to link in versions of Node that lack it.
import zlib from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { countCopy } from './page-cache.ts'

export type Encoding = 'br' | 'zstd' | 'gzip'

/** Shorter bodies fit into one packet either way. */
export const smallestBytes = 1024
/** A larger body is compressed in another thread: here it would delay others by over half a millisecond. */
const largestSyncBytes = 128 * 1024

const { constants } = zlib

interface Codec {
  /** In turn: for bodies that are sent once, and for those that are sent again. */
  levels: [once: number, again: number]
  options(level: number): zlib.ZlibOptions & zlib.BrotliOptions & zlib.ZstdOptions
  sync(body: Uint8Array, options: object): Buffer
  async(body: Uint8Array, options: object): Promise<Buffer>
}

// The first levels take a tenth of a millisecond for a page of 100 posts, and their results are at most a fifth larger.
const codecs: Record<Encoding, Codec | null> = {
  br: {
    levels: [1, 5],
    options: (level) => ({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: level,
        // By default each call clears memory for a window of 4 MB, which takes longer than all else.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
    sync: zlib.brotliCompressSync,
    async: promisify(zlib.brotliCompress),
  },
  zstd:
    'zstdCompress' in zlib
      ? {
          levels: [3, 6],
          options: (level) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } }),
          sync: zlib.zstdCompressSync,
          async: promisify(zlib.zstdCompress),
        }
      : null,
  gzip: {
    levels: [1, 6],
    options: (level) => ({ level }),
    sync: zlib.gzipSync,
    async: promisify(zlib.gzip),
  },
}

/** The encodings of this version of Node. Of those that a client wants equally, the first is sent: Brotli takes the least time here. */
const encodings = (Object.keys(codecs) as Encoding[]).filter((name) => codecs[name])

/** Compresses a body, a little longer if it will be sent again. Large bodies are compressed in another thread. */
export async function compress(
  body: Uint8Array,
  encoding: Encoding,
  { isSentAgain }: { isSentAgain: boolean },
): Promise<Buffer> {
  const codec = codecs[encoding]
  if (!codec) throw new Error(`This version of Node does not have ${encoding}.`)
  const options = codec.options(codec.levels[isSentAgain ? 1 : 0])
  return body.byteLength > largestSyncBytes ? codec.async(body, options) : codec.sync(body, options)
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
  forms[encoding] ??= compress(body, encoding, { isSentAgain: true }).then((bytes) => {
    countCopy(body, bytes.length)
    return latin1(bytes)
  })
  return forms[encoding]
}

/**
 * Returns bytes as the characters of a Latin-1 string. node:http writes a string together with the headers; bytes beside
 * them take a third longer.
 */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** What an Accept-Encoding chooses. */
interface Choice {
  encoding: Encoding | null
  /** Whether the client rejects a body without an encoding, however short. */
  isRequired: boolean
}

// Browsers of one version send the same header.
const chosen = new LRUCache<string, Choice>({ max: 100 })
const longestCached = 200

/** Returns the encoding to send for a body of so many bytes; null for none (RFC 9110, 12.5.3). */
export function chooseEncoding(acceptEncoding: string | undefined, bytes: number): Encoding | null {
  if (!acceptEncoding) return null
  const choice = chosen.get(acceptEncoding) ?? readAcceptEncoding(acceptEncoding)
  if (acceptEncoding.length <= longestCached) chosen.set(acceptEncoding, choice)
  return bytes >= smallestBytes || choice.isRequired ? choice.encoding : null
}

function readAcceptEncoding(acceptEncoding: string): Choice {
  const weights = new Map<string, number>()
  for (const entry of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = weightOf(parameters)
    if (weight !== null) weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  const rest = weights.get('*')
  const weightFor = (name: Encoding) => weights.get(name) ?? rest ?? 0
  // Without a weight of its own, a body without an encoding is acceptable, and less welcome than those in the list.
  const identity = weights.get('identity') ?? (rest === 0 ? 0 : null)
  const best = encodings
    .filter((name) => weightFor(name) > 0 && weightFor(name) >= (identity ?? 0))
    .reduce<Encoding | null>(
      (found, name) => (found && weightFor(found) >= weightFor(name) ? found : name),
      null,
    )
  return { encoding: best, isRequired: identity === 0 }
}

/** Returns the weight of an entry; null if it is malformed, so that the entry is ignored. */
function weightOf(parameters: readonly string[]): number | null {
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
  if (weight === undefined) return 1
  const [, value] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight) ?? []
  return value === undefined ? null : Number(value)
}
