import type { ServerResponse } from 'node:http'

// What is served came from elsewhere: whatever a browser makes of it, it runs nothing.
export const safety = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
}

const sentences: Record<number, string> = {
  404: 'Not found',
  405: 'Only GET and HEAD are answered here',
  412: 'Precondition failed',
  416: 'Range not satisfiable',
  503: 'The media cannot be had at the moment, try again in a while',
}

/** Answers with a sentence that nobody keeps; what has begun already is broken off. */
export function refuse(
  res: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  res.writeHead(status, {
    ...safety,
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  res.end(`${sentences[status] ?? 'Something went wrong'}\n`)
}
