import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { chooseEncoding, compress, type Encoding } from '@photofeed/core/node'
import type { Context } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { LRUCache } from 'lru-cache'
import { requestedPart } from './requested-part.ts'

/** A file for anyone, with its media type. */
export interface StaticFile {
  path: string
  type: string
}

/** Larger files are sent as they are. */
const largestEncoded = 4 * 1024 * 1024

/** Identifies the content of a file as long as nobody changes it in place without a new date. */
type Version = StaticFile & { key: string; bytes: number }

// Compressing the largest script of the explorer takes 50 ms, and its hash 5 ms: once, not for each visitor.
const encoded = new LRUCache<string, Buffer, { file: Version; encoding: Encoding }>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (bytes, key) => bytes.length + key.length,
  fetchMethod: async (_key, _stale, { context: { file, encoding } }) =>
    compress(await readFile(file.path), encoding, { isSentAgain: true }),
})

const etags = new LRUCache<string, string, Version>({
  max: 1000,
  // Weak, since all encodings share it. Not the date: those of files in packages and images are often all the same.
  fetchMethod: async (_key, _stale, { context: { path, bytes, key } }) => {
    const hash = createHash('sha256')
    hash.update(bytes > largestEncoded ? key : await readFile(path))
    return `W/"${hash.digest('base64url').slice(0, 22)}"`
  },
})

/** Responds to a GET or HEAD with a file: compressed, in part, or with a 304, as the request says. */
export async function sendFile(
  context: Context,
  { path, type }: StaticFile,
  headers: Record<string, string>,
): Promise<Response> {
  const { size, mtimeMs } = await stat(path)
  const file: Version = { path, type, bytes: size, key: `${path} ${size} ${mtimeMs}` }
  const etag = (await etags.fetch(file.key, { context: file })) ?? ''
  const { method } = context.req
  const request = { method, headers: context.req.header() }
  const { status, range } = requestedPart(request, { bytes: size, etag })
  const isEncoded = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) && size <= largestEncoded
  const all = {
    ...headers,
    ...(isEncoded && { Vary: 'Accept-Encoding' }),
    ETag: etag,
  }
  if (status === 304 || status === 412) return new Response(null, { status, headers: all })
  if (status === 416) {
    const known = { 'Content-Range': `bytes */${size}`, 'Cache-Control': 'no-store' }
    return new Response(null, { status, headers: { ...headers, ...known } })
  }
  const described = { ...all, 'Content-Type': type, 'Accept-Ranges': 'bytes' }
  const encoding =
    isEncoded && !range ? chooseEncoding(context.req.header('Accept-Encoding'), size) : null
  const content = encoding && (await encodedFile(file, encoding))
  if (content) {
    const length = { 'Content-Encoding': encoding, 'Content-Length': String(content.length) }
    const body = method === 'HEAD' ? null : new Uint8Array(content)
    return new Response(body, { headers: { ...described, ...length } })
  }
  // A HEAD reads nothing, so its file stays closed.
  const body = method === 'HEAD' ? null : Readable.toWeb(createReadStream(path, range))
  return new Response(body as ReadableStream | null, {
    status,
    headers: {
      ...described,
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
      'Content-Length': String(range ? range.end - range.start + 1 : size),
    },
  })
}

function encodedFile(file: Version, encoding: Encoding): Promise<Buffer | undefined> {
  return encoded.fetch(`${file.key} ${encoding}`, { context: { file, encoding } })
}
