// Stands between a client and the service, and keeps what passes.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ContractError } from '../http/contract-error.ts'
import type { Recorded } from './recorded.ts'

export interface ProxyOptions {
  /** The deployment, without a slash at the end. */
  target: string
  /** 0 for any that is free. */
  port: number
  fetch: typeof fetch
  /** Called with each response of the API after it was sent on. */
  onResponse(recorded: Recorded): void
}

/** A started proxy. */
export interface Proxy {
  /** For the client in place of the deployment's. */
  url: string
  close(): Promise<void>
}

const largestBody = 16 * 2 ** 20
const longestMs = 30_000

/** Headers of one connection, or of the bytes that fetch has decoded. */
const ofConnection = [
  ...['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'te'],
  ...['trailer', 'host', 'content-length', 'content-encoding', 'expect'],
]

/** Listens on this machine alone. @throws {ContractError} if the port is taken. */
export async function startProxy({
  target,
  port,
  fetch,
  onResponse,
}: ProxyOptions): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming)
    const method = incoming.method ?? 'GET'
    const url = `${target}${incoming.url}`
    if (body === null) return void outgoing.writeHead(413).end()
    const request = {
      method,
      headers: withoutConnection(incoming.headers),
      redirect: 'manual',
      signal: AbortSignal.timeout(longestMs),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    } as const
    const response = await fetch(url, request).catch(() => null)
    if (response === null) {
      outgoing.writeHead(502, { 'Content-Type': 'text/plain' })
      return void outgoing.end(
        'The deployment did not respond to the proxy of photofeed-contract.\n',
      )
    }
    const bytes = new Uint8Array(await response.arrayBuffer())
    const headers = [...response.headers].filter(([name]) => !ofConnection.includes(name))
    outgoing.writeHead(response.status, Object.fromEntries(headers)).end(bytes)
    const { status, headers: all } = response
    const text = body.length > 0 ? body.toString() : null
    onResponse({ method, url, body: text, status, headers: all, bytes })
  }

  await listen(server, port)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code})`
      reject(new ContractError('usage', `The port ${port} ${problem}. Name another with --port.`))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

function withoutConnection(headers: IncomingMessage['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    ofConnection.includes(name)
      ? []
      : [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
}

/** Null if it is too large. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > largestBody) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
