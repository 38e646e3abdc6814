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
  /** Stops accepting, lets answers in flight finish for a moment, and ends. */
  close(): Promise<void>
}

const seconds = 1000
const closeMilliseconds = 5 * seconds

/**
 * A server that accepts connections; `serve` gives it its answers in the same turn.
 *
 * @throws {UserError} when the address cannot be listened on.
 */
export async function listen(host: string, port: number): Promise<Listening> {
  const server = createServer({
    // Core answers an over-long URL itself; beyond this the request is refused while it still arrives.
    maxHeaderSize: 32 * 1024,
    headersTimeout: 10 * seconds,
    requestTimeout: 30 * seconds,
    connectionsCheckingInterval: 2 * seconds,
    // Node would refuse with an empty answer; `serve` refuses in the service's own format.
    requireHostHeader: false,
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
  const impatience = setTimeout(() => server.closeAllConnections(), closeMilliseconds)
  await closed
  clearTimeout(impatience)
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
