import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen, splitTarget, UserError } from '@photofeed/core/node'
import { isLoopback } from '../mail/plain-text.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

export interface AdminServerParts {
  host: string
  port: number
  metrics: Pick<Metrics, 'scrape' | 'contentType'>
  readiness: Pick<Readiness, 'report'>
  onError(error: unknown): void
}

export interface AdminServer {
  url: string
  close(): Promise<void>
}

interface AdminResponse {
  status: number
  type: string
  body: string
}

/** Serves health and metrics on a port that the public does not reach. */
export async function startAdminServer(parts: AdminServerParts): Promise<AdminServer> {
  const { host, port, metrics, readiness, onError } = parts
  const pages: Record<string, () => Promise<AdminResponse>> = {
    '/healthz': async () => text(200, 'ok'),
    async '/readyz'() {
      const report = await readiness.report()
      const status = report.status === 'unready' ? 503 : 200
      return { status, type: 'application/json', body: `${JSON.stringify(report)}\n` }
    },
    '/metrics': async () => ({
      status: 200,
      type: metrics.contentType,
      body: await metrics.scrape(),
    }),
  }

  async function respond({ method, url = '', headers }: IncomingMessage): Promise<AdminResponse> {
    // Prevents DNS rebinding: a page in a browser on this machine could read this port under its own host name.
    if (isLoopback(host) && !isLoopback(hostName(headers.host))) {
      return text(421, 'Request this port as localhost.')
    }
    const page = pages[splitTarget(url).path]
    if (!page) return text(404, 'Not found. Use /healthz, /readyz or /metrics.')
    if (method !== 'GET' && method !== 'HEAD') return text(405, 'Use GET.')
    return page()
  }

  const listening = await listen(host, port).catch((error: unknown) => {
    throw error instanceof UserError ? new UserError(adminOptions(error.message)) : error
  })
  listening.server.on('request', (request, response) => {
    respond(request)
      .catch((error: unknown) => {
        onError(error)
        return text(500, 'Something went wrong; the log has more.')
      })
      .then((given) => write(response, given))
  })
  return { url: listening.url, close: listening.close }
}

function write(response: ServerResponse, { status, type, body }: AdminResponse): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  })
  response.end(body)
}

function text(status: number, line: string): AdminResponse {
  return { status, type: 'text/plain; charset=utf-8', body: `${line}\n` }
}

function hostName(host = ''): string {
  return host.replace(/:\d+$/, '')
}

/** Names the options of this port in an error of `listen`. */
function adminOptions(sentence: string): string {
  return sentence.replace(/--(port|host)/g, '--admin-$1')
}
