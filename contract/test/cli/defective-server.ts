import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Mutant } from '../mutants/mutant.ts'

/** A port with the deployment behind it, and the defect between; it is open until the test ends. */
export async function defective(deployment: string, mutant: Mutant | undefined): Promise<string> {
  if (!mutant) throw new Error('There is no such mutant.')
  const server = createServer(async (message, response) => {
    const changed = await mutant.handle(await requestOf(message, deployment), (request) =>
      fetch(request),
    )
    const headers = [...changed.headers].filter(([name]) => !ofTheConnection.includes(name))
    response.writeHead(changed.status, Object.fromEntries(headers))
    response.end(Buffer.from(await changed.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ofTheConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host']

async function requestOf(message: IncomingMessage, deployment: string): Promise<Request> {
  const { method = 'GET', url = '/' } = message
  const headers = Object.entries(message.headersDistinct)
    .filter(([name]) => !ofTheConnection.includes(name))
    .flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
  const body = await text(message)
  return new Request(deployment + url, { method, headers, ...(body ? { body } : {}) })
}
