// The measure: node:http that writes the same bytes with the same headers and does nothing else, on a port for each page.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedResponse } from './load.ts'

const pages: RecordedResponse[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const servers = pages.map(({ headers, body }) => {
  const bytes = Buffer.from(body, 'base64')
  return createServer((_, response) => {
    response.writeHead(200, headers).end(bytes)
  })
})
const urls = await Promise.all(
  servers.map(
    (server) =>
      new Promise<string>((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
        })
      }),
  ),
)
process.stdout.write(`${JSON.stringify({ url: urls[0], urls })}\n`)
process.once('SIGTERM', () => process.exit())
