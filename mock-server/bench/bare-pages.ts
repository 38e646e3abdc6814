// The measure: node:http that writes the bytes of each page with the same headers and does nothing else.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const pages = new Map(
  Object.entries(
    JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<
      string,
      { headers: Record<string, string>; body: string }
    >,
  ).map(([target, { headers, body }]) => [target, { headers, bytes: Buffer.from(body) }]),
)
const server = createServer(({ url = '' }, response) => {
  const page = pages.get(url.slice(0, url.indexOf('&filter')))
  if (page) response.writeHead(200, page.headers).end(page.bytes)
  else response.writeHead(404).end()
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.once('SIGTERM', () => server.close(() => process.exit()))
