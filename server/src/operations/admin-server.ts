import { getRequestListener } from '@hono/node-server'
import { listen, UserError } from '@photofeed/core/node'
import { Hono } from 'hono'
import { rejectForeignHosts } from '../http/security-headers.ts'
import type { Readiness } from './readiness.ts'

interface AdminServerParts {
  host: string
  port: number
  metrics: { contentType: string; scrape(): Promise<string> }
  readiness: Pick<Readiness, 'report'>
  onError(error: unknown): void
}

/** Serves health and metrics on a port that the public does not reach. */
export async function startAdminServer(parts: AdminServerParts) {
  const { host, port, metrics, readiness, onError } = parts
  const app = new Hono()
  app.use(
    async (context, next) => {
      context.header('Cache-Control', 'no-store')
      context.header('X-Content-Type-Options', 'nosniff')
      return next()
    },
    rejectForeignHosts(host, 'this port'),
  )
  app.get('/healthz', (context) => context.text('ok\n'))
  app.get('/readyz', async (context) => {
    const report = await readiness.report()
    const status = report.status === 'unready' ? 503 : 200
    return context.body(`${JSON.stringify(report)}\n`, status, {
      'Content-Type': 'application/json',
    })
  })
  app.get('/metrics', async (context) =>
    context.body(await metrics.scrape(), 200, { 'Content-Type': metrics.contentType }),
  )
  app.notFound((context) => context.text('Not found. Use /healthz, /readyz or /metrics.\n', 404))
  app.onError((error, context) => {
    onError(error)
    return context.text('Something went wrong; the log has more.\n', 500)
  })

  const { server, url, close } = await listen(host, port).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error
    throw new UserError(error.message.replace(/--(port|host)/g, '--admin-$1'))
  })
  server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  return { url, close }
}
