import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { document } from '@photofeed/openapi/document'
import { Hono } from 'hono'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>photofeed REST API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/scalar.js"></script>
<script src="/docs/rest-api.js"></script>
</body>
</html>
`

/** The reference must work offline, so everything that would leave this host is off. */
const script = `Scalar.createApiReference('#reference', {
  url: '/docs/openapi.json',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
})
`

const security =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The API reference, rendered in the browser from openapi.yaml. */
export function docs(baseUrl: string, assets: URL): Hono {
  const app = new Hono()
  const described = JSON.stringify({ ...document, servers: [{ url: baseUrl }] })

  app.use('*', async (context, next) => {
    await next()
    context.header('Content-Security-Policy', security)
    context.header('X-Content-Type-Options', 'nosniff')
  })
  app.get('/rest-api', (context) => context.html(page))
  app.get('/rest-api.js', (context) => context.body(script, 200, { 'Content-Type': javascript }))
  app.get('/openapi.json', (context) =>
    context.body(described, 200, { 'Content-Type': 'application/json' }),
  )
  app.get('/assets/scalar.js', (context) => {
    const file = createReadStream(new URL('scalar.js', assets))
    return context.body(Readable.toWeb(file) as ReadableStream, 200, {
      'Content-Type': javascript,
      'Cache-Control': 'public, max-age=3600',
    })
  })
  return app
}

const javascript = 'text/javascript; charset=utf-8'
