import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { chooseEncoding, compressCached } from '@photofeed/core/node'
import type { Context } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { LRUCache } from 'lru-cache'
import { conditionStatus } from './requested-part.ts'

/** Larger files are streamed as they are. */
const largestCached = 4 * 1024 * 1024

interface CachedFile {
  etag: string
  /** Null if the file is large. */
  body: Buffer | null
}

// Compressing the largest script of the explorer takes 50 ms, and its hash 5 ms: once, not for each visitor.
const cached = new LRUCache<string, CachedFile, { path: string; size: number }>({
  maxSize: 16 * 1024 * 1024,
  // Its compressed copies live as long as a body.
  sizeCalculation: ({ body }, key) => key.length + 2 * (body?.length ?? 0),
  async fetchMethod(key, _stale, { context: { path, size } }) {
    const body = size > largestCached ? null : await readFile(path)
    const hash = createHash('sha256').update(body ?? key)
    // Weak, since all encodings share it. Not the date: those of files in packages and images are often all the same.
    return { etag: `W/"${hash.digest('base64url').slice(0, 22)}"`, body }
  },
})

/** Responds to a GET or HEAD with a file: compressed, or with a 304, as the request says. */
export async function sendFile(
  context: Context,
  path: string,
  type: string,
  headers: Record<string, string>,
): Promise<Response> {
  const { size, mtimeMs } = await stat(path)
  // Identifies the content as long as nobody changes it in place without a new date.
  const key = `${path} ${size} ${mtimeMs}`
  const { etag, body } = await cached.forceFetch(key, { context: { path, size } })
  const { method } = context.req
  const request = { method, headers: context.req.header() }
  const status = conditionStatus(request, etag)
  const isCompressible = body !== null && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)
  const all = { ...headers, ...(isCompressible && { Vary: 'Accept-Encoding' }), ETag: etag }
  if (status !== null) return new Response(null, { status, headers: all })
  const encoding = isCompressible
    ? chooseEncoding(context.req.header('Accept-Encoding'), size)
    : null
  const content = body && encoding ? await compressCached(body, encoding) : body
  const described = {
    ...all,
    'Content-Type': type,
    'Content-Length': String(content?.length ?? size),
    ...(encoding && { 'Content-Encoding': encoding }),
  }
  if (method === 'HEAD') return new Response(null, { headers: described })
  const sent = content
    ? new Uint8Array(content)
    : (Readable.toWeb(createReadStream(path)) as ReadableStream)
  return new Response(sent, { headers: described })
}
