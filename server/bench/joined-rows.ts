// The reference for pages that are not cached: reads rows by a prepared statement and joins their text, without a key,
// a query string or a validator.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

const [, , file = ''] = process.argv
const database = new DatabaseSync(file, { readOnly: true })
const page = database.prepare(
  'select doc from post where account_id = 1 order by published_at desc, position desc limit ?',
)
const server = createServer((request, response) => {
  const rows = page.all(Number(request.url?.slice(1)))
  const body = `{"posts":[${rows.map(({ doc }) => doc).join(',')}]}`
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.once('SIGTERM', () => process.exit())
