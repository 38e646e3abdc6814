import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { contentTypes, type MediaPath, parseMediaPath, QueueFull } from '@photofeed/core'
import { type HttpServerParts, watchRate } from '@photofeed/core/node'
import { crossOrigin, isPreflight, preflight } from '../http/cross-origin.ts'
import { conditionStatus, requestedRange } from '../http/requested-part.ts'
import { MediaStoreProblem, type OpenFile } from './file-store.ts'
import { mediaIdOf } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'
import { openResized } from './resizer.ts'

interface MediaHandlerParts {
  store: MediaStore
  /** Whether the plan of an account, by its media id, includes resized pictures; null without such an account. */
  hasSizes(mediaId: string): Promise<boolean | null>
  onError(error: unknown): void
  /** How much memory bodies may use while their clients do not read, in bytes. Default: 256 MB. */
  maximumBytes?: number
  /** How long a client may take for each 256 kB of a body, in milliseconds. Default: a minute. */
  slowestPartMs?: number
  /** How long a client waits for a picture to be resized, in milliseconds. Default: 30 seconds, half of what its connection may be idle. */
  longestWaitMs?: number
}

// What is served came from elsewhere: browsers must not run anything in it.
const safety = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  ...crossOrigin,
}

/** What a body may have in memory: a part in its stream, and one in the connection. The least is for the stream itself. */
const memoryOfBody = { least: 64 * 1024, most: 512 * 1024 }

/** The least that a client has to take in its time, in bytes: 4 kB a second by default. */
const slowestPart = 256 * 1024

const waitedTooLong = new Error('Resizing the picture took too long.')
const clientLeft = new Error('The client closed the connection.')

const sentences: Record<number, string> = {
  404: 'Not found',
  405: 'Use GET or HEAD',
  412: 'Precondition failed',
  416: 'Range not satisfiable',
  503: 'The media are not available at the moment. Try again later',
}

/** Serves stored media and resized pictures; rejects only if a stored file is broken. */
export function createMediaHandler({
  store,
  hasSizes,
  onError,
  maximumBytes = 256 * 1024 * 1024,
  slowestPartMs = 60_000,
  longestWaitMs = 30_000,
}: MediaHandlerParts): HttpServerParts['media'] {
  let used = 0

  function openFile(
    path: MediaPath,
    range: string | undefined,
    client: AbortController,
  ): Promise<OpenFile | null> {
    if (path.kind === 'original') return store.open(path, range)
    const timer = setTimeout(() => client.abort(waitedTooLong), longestWaitMs)
    return openResized(store, path, range, client.signal).finally(() => clearTimeout(timer))
  }

  /** Whether the account has such files. Media are served also while the database is down. */
  async function isIncluded(path: MediaPath): Promise<boolean> {
    const sizes = await hasSizes(mediaIdOf(path.id)).catch((error: unknown) => {
      onError(error)
      return true
    })
    return path.kind === 'original' ? sizes !== null : sizes === true
  }

  async function sendFile(res: ServerResponse, wanted: MediaPath, file: OpenFile): Promise<void> {
    const { bytes, range, body } = file
    // The client may have left, and then nothing below would end the body.
    if (res.destroyed) return void body?.destroy()
    if (!body) return reject(res, 416, { 'Content-Range': `bytes */${bytes ?? '*'}` })
    const length = range ? range.end - range.start + 1 : (bytes ?? 0)
    const memory = Math.min(Math.max(length, memoryOfBody.least), memoryOfBody.most)
    if (used + memory > maximumBytes) {
      body.destroy()
      return reject(res, 503, { 'Retry-After': '30' })
    }
    used += memory
    try {
      res.writeHead(range ? 206 : 200, {
        ...headersOf(wanted),
        'Content-Length': length,
        ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` }),
      })
      await send(body, res, length > slowestPart ? slowestPartMs : null)
    } finally {
      used -= memory
    }
  }

  async function sendHead(res: ServerResponse, wanted: MediaPath): Promise<void> {
    const bytes = await store.size(wanted)
    // A picture that was not resized yet has no length.
    if (bytes === null && (wanted.kind === 'original' || !(await store.findPicture(wanted.id))))
      return reject(res, 404)
    const length = bytes !== null && { 'Content-Length': bytes }
    res.writeHead(200, { ...headersOf(wanted), ...length }).end()
  }

  return async (req, res, path) => {
    if (isPreflight(req)) return void res.writeHead(204, preflight).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return reject(res, 405, { Allow: 'GET, HEAD' })
    }
    const wanted = parseMediaPath(path)
    if (!wanted) return reject(res, 404)
    const client = new AbortController()
    res.once('close', () => client.abort(clientLeft))
    try {
      const etag = etagOf(wanted)
      const status = conditionStatus(req, etag)
      if (status === 412) return reject(res, status)
      // The URL says what the file is, so only a deleted account has to be looked up.
      if ((status === 304 || wanted.kind === 'resized') && !(await isIncluded(wanted)))
        return reject(res, 404)
      if (status === 304) return void res.writeHead(status, headersOf(wanted)).end()
      if (req.method === 'HEAD') return await sendHead(res, wanted)
      const file = await openFile(wanted, requestedRange(req, etag), client)
      if (!file) return reject(res, 404)
      await sendFile(res, wanted, file)
    } catch (error) {
      if (error === clientLeft) return
      if (error instanceof MediaStoreProblem) onError(error)
      else if (!(error instanceof QueueFull || error === waitedTooLong)) throw error
      reject(res, 503, { 'Retry-After': '30' })
    }
  }
}

function headersOf(wanted: MediaPath) {
  // A purge of everything of the account names it. Caches know it under either name.
  const account = mediaIdOf(wanted.id)
  return {
    ...safety,
    ...{ 'Surrogate-Key': account, 'Cache-Tag': account },
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etagOf(wanted),
    'Accept-Ranges': 'bytes',
    'Content-Type': contentTypes[wanted.kind === 'original' ? wanted.extension : wanted.format],
  }
}

/**
 * Ends with the connection or the response, whichever comes first; rejects if the body is cut. A client that takes less than a
 * part of the body in its time loses the connection: it would keep memory that others need. The server ends a client that takes
 * a body of one part too slowly, like any response.
 */
function send(body: Readable, res: ServerResponse, partMs: number | null): Promise<void> {
  return new Promise((resolve, fail) => {
    const rate = partMs === null ? null : watchRate(slowestPart, partMs, () => res.destroy())
    if (rate) body.on('data', (chunk: Uint8Array) => rate.count(chunk.byteLength))
    body.once('error', fail)
    res.once('close', () => {
      rate?.end()
      body.destroy()
      resolve()
    })
    body.pipe(res)
  })
}

/** An original is its content; a later version may encode a resized picture differently. */
function etagOf(wanted: MediaPath): string {
  return wanted.kind === 'original'
    ? `"${wanted.id}"`
    : `W/"${wanted.width}-${wanted.id}-${wanted.format}"`
}

/** Responds with an error that is not cached; closes the connection of a response that has begun. */
function reject(res: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  if (res.headersSent) return void res.destroy()
  res.writeHead(status, {
    ...safety,
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  res.end(`${sentences[status] ?? 'Something went wrong'}\n`)
}
