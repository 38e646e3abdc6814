import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { chooseEncoding, compressCached } from '@photofeed/core/node'
import type { Context, MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { getMimeType } from 'hono/utils/mime'
import { LRUCache } from 'lru-cache'
import { requestedPart } from './requested-part.ts'

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

/** Responds to a GET or HEAD with a file: compressed, in part, or with a 304, as the request says. */
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
  const { status, range } = requestedPart(request, { bytes: size, etag })
  const isCompressible = body !== null && COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)
  const all = { ...headers, ...(isCompressible && { Vary: 'Accept-Encoding' }), ETag: etag }
  if (status === 304 || status === 412) return new Response(null, { status, headers: all })
  if (status === 416) {
    const known = { 'Content-Range': `bytes */${size}`, 'Cache-Control': 'no-store' }
    return new Response(null, { status, headers: { ...headers, ...known } })
  }
  const encoding =
    isCompressible && !range ? chooseEncoding(context.req.header('Accept-Encoding'), size) : null
  const content = body && encoding ? await compressCached(body, encoding) : body
  const { start, end } = range ?? { start: 0, end: (content?.length ?? size) - 1 }
  const described = {
    ...all,
    'Content-Type': type,
    'Accept-Ranges': 'bytes',
    'Content-Length': String(end - start + 1),
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  }
  if (method === 'HEAD') return new Response(null, { status, headers: described })
  const sent = content
    ? new Uint8Array(content.subarray(start, end + 1))
    : (Readable.toWeb(createReadStream(path, range)) as ReadableStream)
  return new Response(sent, { status, headers: described })
}

/**
 * The pages of a folder share the origin of the dashboard. `sandbox` without `allow-same-origin` gives them an origin of
 * their own: their scripts can neither read the dashboard nor send requests with its cookies.
 */
const policy =
  'sandbox allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox'

const folderHeaders = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'public, no-cache',
  // Browsers load modules and fonts with CORS, and the origin of these pages is `null`.
  'Access-Control-Allow-Origin': '*',
}

/** Serves a folder of static pages: neither what a dot hides nor what a link leads to outside. Ignores all other paths. */
export function staticFolder(folder: string): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req
    const file = method === 'GET' || method === 'HEAD' ? await findFile(folder, path) : null
    if (file === null) return next()
    return sendFile(context, file, getMimeType(file) ?? 'application/octet-stream', folderHeaders)
  }
}

/** Returns the path of a file without links; null if there is none to serve. */
async function findFile(folder: string, path: string): Promise<string | null> {
  const segments = segmentsOf(path)
  if (!segments) return null
  try {
    const root = await realpath(folder)
    // `join` would drop the slash behind a name, which only a folder has.
    let file = await realpath([root, ...segments.slice(1)].join(sep))
    let found = await stat(file)
    if (found.isDirectory()) {
      file = await realpath(join(file, 'index.html'))
      found = await stat(file)
    }
    return found.isFile() && isServed(relative(root, file).split(sep)) ? file : null
  } catch {
    return null
  }
}

/** Returns the decoded segments of a path; null if one is hidden, or is not a name. */
function segmentsOf(path: string): string[] | null {
  try {
    const segments = path.split('/').map(decodeURIComponent)
    const isName = (segment: string) => !/[/\\\0]/.test(segment)
    return isServed(segments) && segments.every(isName) ? segments : null
  } catch {
    return null
  }
}

/** A segment with a dot in front is hidden, or leads outside. */
function isServed(segments: readonly string[]): boolean {
  return !segments.some((segment) => segment.startsWith('.'))
}
