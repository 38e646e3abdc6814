import type { IncomingMessage, ServerResponse } from 'node:http'
import { contentTypes, type MediaPath, parseMediaPath } from '@photofeed/core'
import send from 'send'
import type { MediaStore } from './folder-store.ts'
import type { Resizer } from './resizer.ts'

/** Answers one request for the path that follows the media prefix, such as `/320/0123….webp`. */
export type MediaHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
) => Promise<void>

// What is served came from elsewhere: whatever a browser makes of it, it runs nothing.
const safety = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
}

/** Serves stored media and its resized pictures; rejects only when the disk or a stored file is broken. */
export function createMediaHandler(store: MediaStore, resizer: Resizer): MediaHandler {
  return async (req, res, path) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return refuse(res, 405, { Allow: 'GET, HEAD' })
    }
    const wanted = parseMediaPath(path)
    const file = wanted && (await locate(wanted))
    if (!file) return refuse(res, 404)
    // The client may have left while its picture was being resized; then nothing would ever close.
    if (res.destroyed) return
    for (const [name, value] of Object.entries(successHeaders(wanted))) res.setHeader(name, value)
    await stream(req, res, file)
  }

  async function locate(wanted: MediaPath): Promise<string | null> {
    return wanted.kind === 'original'
      ? store.path(wanted.id, wanted.extension)
      : resizer.find(wanted)
  }

  function stream(req: IncomingMessage, res: ServerResponse, file: string): Promise<void> {
    return new Promise((resolve) => {
      res.once('close', resolve)
      send(req, file, { root: store.folder, index: false, cacheControl: false })
        .on('error', (error: SendError) => refuse(res, error.status, error.headers))
        .pipe(res)
    })
  }
}

interface SendError {
  status: number
  headers?: Record<string, string>
}

function successHeaders(wanted: MediaPath): Record<string, string> {
  return {
    ...safety,
    'Content-Type': contentTypes[wanted.kind === 'original' ? wanted.extension : wanted.format],
    'Cache-Control': 'public, max-age=31536000, immutable',
    // An original is its content; a resized picture may be encoded anew by a later version.
    ETag:
      wanted.kind === 'original'
        ? `"${wanted.id}"`
        : `W/"${wanted.width}-${wanted.id}-${wanted.format}"`,
  }
}

const sentences: Record<number, string> = {
  404: 'Not found',
  405: 'Only GET and HEAD are answered here',
  412: 'Precondition failed',
  416: 'Range not satisfiable',
}

function refuse(res: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  res.removeHeader('ETag')
  res.writeHead(status, {
    ...safety,
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  res.end(`${sentences[status] ?? 'Something went wrong'}\n`)
}
