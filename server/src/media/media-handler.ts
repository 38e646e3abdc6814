import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { contentTypes, type MediaPath, parseMediaPath, QueueFull } from '@photofeed/core'
import type { HttpServerParts } from '@photofeed/core/node'
import { conditionStatus, requestedRange } from '../http/requested-part.ts'
import { MediaStoreProblem, type OpenFile } from './file-store.ts'
import { mediaIdOf, type ResizedPath } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'
import type { Resizer } from './resizer.ts'

interface MediaHandlerParts {
  store: MediaStore
  resizer: Resizer
  /** Whether the plan of an account, by its media id, includes resized pictures. */
  hasSizes(mediaId: string): Promise<boolean>
  onError(error: unknown): void
  /** How many bodies are sent at a time. Each uses up to 0.25 MB while its client does not read. Default: 1,000. */
  maximumBodies?: number
  /** How long a client waits for a picture to be resized, in milliseconds. Default: 30 seconds, half of what its connection may be idle. */
  longestWaitMs?: number
}

// What is served came from elsewhere: browsers must not run anything in it.
const safety = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
}

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
  resizer,
  hasSizes,
  onError,
  maximumBodies = 1000,
  longestWaitMs = 30_000,
}: MediaHandlerParts): HttpServerParts['media'] {
  let bodies = 0

  async function openResized(
    path: ResizedPath,
    range: string | undefined,
    client: AbortController,
  ): Promise<OpenFile | null> {
    // Media are served also while the database is down.
    const isIncluded = await hasSizes(mediaIdOf(path.id)).catch((error: unknown) => {
      onError(error)
      return true
    })
    if (!isIncluded) return null
    const timer = setTimeout(() => client.abort(waitedTooLong), longestWaitMs)
    return resizer.open(path, range, client.signal).finally(() => clearTimeout(timer))
  }

  return async (req, res, path) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return reject(res, 405, { Allow: 'GET, HEAD' })
    }
    const wanted = parseMediaPath(path)
    const client = new AbortController()
    res.once('close', () => client.abort(clientLeft))
    try {
      if (!wanted) return reject(res, 404)
      const range = requestedRange(req, etagOf(wanted))
      const file = await (wanted.kind === 'resized'
        ? openResized(wanted, range, client)
        : store.open(wanted, range))
      if (!file) return reject(res, 404)
      // Counted from here: what waits to be resized has no body yet.
      if (bodies >= maximumBodies) {
        file.body?.destroy()
        return reject(res, 503, { 'Retry-After': '30' })
      }
      bodies += 1
      try {
        await respond(req, res, wanted, file)
      } finally {
        bodies -= 1
      }
    } catch (error) {
      if (error === clientLeft) return
      if (error instanceof MediaStoreProblem) onError(error)
      else if (!(error instanceof QueueFull || error === waitedTooLong)) throw error
      reject(res, 503, { 'Retry-After': '30' })
    }
  }
}

async function respond(
  req: IncomingMessage,
  res: ServerResponse,
  wanted: MediaPath,
  { bytes, range, body }: OpenFile,
): Promise<void> {
  const etag = etagOf(wanted)
  const status = conditionStatus(req, etag)
  // The client may have left, and then nothing below would end the body.
  if (status !== null || req.method === 'HEAD' || res.destroyed) body?.destroy()
  if (res.destroyed) return
  if (status === 412) return reject(res, status)
  // A purge of everything of the account names it. Caches know it under either name.
  const account = mediaIdOf(wanted.id)
  const headers = {
    ...safety,
    ...{ 'Surrogate-Key': account, 'Cache-Tag': account },
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
    'Accept-Ranges': 'bytes',
  }
  if (status === 304) return void res.writeHead(status, headers).end()
  if (!body) return reject(res, 416, { 'Content-Range': `bytes */${bytes ?? '*'}` })
  res.writeHead(range ? 206 : 200, {
    ...headers,
    'Content-Type': contentTypes[wanted.kind === 'original' ? wanted.extension : wanted.format],
    'Content-Length': range ? range.end - range.start + 1 : (bytes ?? 0),
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` }),
  })
  if (req.method === 'HEAD') res.end()
  else await send(body, res)
}

/** Ends with the connection or the response, whichever comes first; rejects if the body is cut. */
function send(body: Readable, res: ServerResponse): Promise<void> {
  return new Promise((resolve, fail) => {
    body.once('error', fail)
    res.once('close', () => {
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
