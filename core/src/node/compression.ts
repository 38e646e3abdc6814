import { promisify } from 'node:util'
// Named imports of zstd fail to link in versions of Node that lack it.
import zlib from 'node:zlib'
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

const compressed = new WeakMap<Uint8Array, Partial<Record<Encoding, Promise<Buffer>>>>()

/** Compresses a cached body once for each encoding. The copies live as long as the body. */
export function compressCached(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  const copies = compressed.get(body) ?? {}
  compressed.set(body, copies)
  copies[encoding] ??= compress(body, encoding, { isSentAgain: true }).then((copy) => {
    countCopy(body, copy.length)
    return copy
  })
  return copies[encoding]
}

/** Returns the encoding to send for a body of so many bytes; null for none (RFC 9110, 12.5.3). */
export function chooseEncoding(acceptEncoding: string | undefined, bytes: number): Encoding | null {
  if (!acceptEncoding) return null
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
  if (bytes < smallestBytes && identity !== 0) return null
  return encodings
    .filter((name) => weightFor(name) > 0 && weightFor(name) >= (identity ?? 0))
    .reduce<Encoding | null>(
      (found, name) => (found && weightFor(found) >= weightFor(name) ? found : name),
      null,
    )
}

/** Returns the weight of an entry; null if it is malformed, so that the entry is ignored. */
function weightOf(parameters: readonly string[]): number | null {
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
  if (weight === undefined) return 1
  const [, value] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight) ?? []
  return value === undefined ? null : Number(value)
}
