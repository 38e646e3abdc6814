import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Mutant } from '../test/mutants/mutant.ts'

/** A real HTTP server before the mock, with one defect at a time or with none. */
export interface MutantServer {
  url: string
  serve(mutant: Mutant | null): void
  close(): void
}

/** Belong to a connection, or say how a body was packed that fetch has unpacked. */
const ofConnection = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]

export async function startMutantServer(upstream: string): Promise<MutantServer> {
  let serving: Mutant | null = null
  const server = createServer(async (incoming, outgoing) => {
    try {
      const request = await requestOf(incoming, upstream)
      const respond = (changed: Request) => fetch(changed, { redirect: 'manual' })
      await send(await (serving?.answer(request, respond) ?? respond(request)), outgoing)
    } catch (error) {
      outgoing.destroy(error as Error)
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(mutant) {
      serving = mutant
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function requestOf(incoming: IncomingMessage, upstream: string): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  // fetch adds `Accept: */*` where a request has none.
  const kept = Object.entries(headers).filter(
    ([name, value]) => name !== 'host' && value !== '*/*' && !ofConnection.includes(name),
  )
  const body = await buffer(incoming)
  return new Request(upstream + url, {
    method,
    headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  })
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const headers = [...response.headers].filter(([name]) => !ofConnection.includes(name))
  outgoing.writeHead(response.status, Object.fromEntries(headers))
  outgoing.end(new Uint8Array(await response.arrayBuffer()))
}
