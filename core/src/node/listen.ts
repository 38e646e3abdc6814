import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UserError } from '../user-error.ts'

// An import statement reads every export of node:http, and the getter of WebSocket loads undici: a fifth of a start.
const { createServer } = process.getBuiltinModule('node:http')

export interface Listening {
  server: Server
  /** The address it listens on, as a URL without a trailing slash. */
  url: string
  /** Stops accepting connections, waits up to five seconds for responses in flight, and closes. */
  close(): Promise<void>
}

const seconds = 1000
const closeMilliseconds = 5 * seconds

/**
 * Starts a server that accepts connections; the caller adds handlers with `serve` in the same turn.
 *
 * @throws {UserError} when the address cannot be listened on.
 */
export async function listen(host: string, port: number): Promise<Listening> {
  const server = createServer({
    // Core responds to an over-long URL itself; beyond this limit Node rejects the request while it arrives.
    maxHeaderSize: 32 * 1024,
    headersTimeout: 10 * seconds,
    requestTimeout: 30 * seconds,
    connectionsCheckingInterval: 2 * seconds,
    // Node would reject with an empty response; `serve` rejects in the service's own format.
    requireHostHeader: false,
    // Longer than proxies keep theirs: one that reuses a connection while it closes responds with 502.
    keepAliveTimeout: 72 * seconds,
  })
  server.timeout = 60 * seconds
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(listenProblem(error, host, port))
  })
  return { server, url: addressOf(server), close: () => close(server) }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const timer = setTimeout(() => server.closeAllConnections(), closeMilliseconds)
  await closed
  clearTimeout(timer)
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** What a person can do about an address that cannot be listened on. */
export function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use. Choose another with --port, or 0 for a free one.`,
    EACCES: `Port ${port} needs more rights than this process has. Choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Choose another with --host.`,
    ENOTFOUND: `The host name ${host} is unknown. Choose another with --host.`,
    EAI_AGAIN: `The host name ${host} cannot be looked up now. Choose another with --host.`,
  }
  return reasons[error.code ?? ''] ?? `Listening on ${host}:${port} failed: ${error.message}`
}

export interface RunningService {
  close(): Promise<void>
}

/** Reports where the service is, then serves until a signal stops the process. */
export async function runService(
  service: RunningService,
  announce: { json: unknown; text: string } & { asJson: boolean },
): Promise<void> {
  const signal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  if (announce.asJson) process.stdout.write(`${JSON.stringify(announce.json)}\n`)
  else process.stderr.write(`${announce.text}\n`)
  await signal
  await service.close()
}
