import { once } from 'node:events'
import type { Server, ServerOptions } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { UserError } from '../user-error.ts'
import { timeouts } from './timeouts.ts'

// An import statement reads every export of node:http, and the getter of WebSocket loads undici: a fifth of a start.
const { createServer } = process.getBuiltinModule('node:http')

export interface Listening {
  server: Server
  /** The address it listens on, as a URL without a trailing slash. */
  url: string
  /** Stops accepting connections. Those that are open, also idle, stay open. */
  stopAccepting(): void
  /** Stops accepting connections, waits up to five seconds for responses in flight, and closes. */
  close(): Promise<void>
}

const closeMilliseconds = 5000
const closeIdleMilliseconds = 20
/** Connections that wait to be accepted. Those beyond it are tried again a second later. The system may allow fewer. */
const backlog = 4096

/**
 * Starts a server that accepts connections; the caller adds handlers with `serve` in the same turn. With a certificate and its
 * key, as PEM, connections are HTTPS.
 *
 * @throws {UserError} when the address cannot be listened on, or the certificate is invalid.
 */
export async function listen(
  host: string,
  port: number,
  certificate?: { cert: string; key: string },
): Promise<Listening> {
  const options = {
    // Core responds to an over-long URL itself; beyond this limit Node rejects the request while it arrives.
    maxHeaderSize: 32 * 1024,
    ...timeouts.server,
    // Node would reject with an empty response; `serve` rejects in the service's own format.
    requireHostHeader: false,
  }
  const server = certificate ? createSecure({ ...options, ...certificate }) : createServer(options)
  server.timeout = timeouts.server.idle
  server.listen(port, host, backlog)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(listenProblem(error, host, port))
  })
  const url = `${certificate ? 'https' : 'http'}://${addressOf(server)}`
  const closed = new Promise<void>((resolve) => server.once('close', resolve))
  return {
    server,
    url,
    // `close` of node:http also cuts connections whose first request is about to arrive.
    stopAccepting: () => void NetServer.prototype.close.call(server),
    close: () => close(server, closed),
  }
}

function createSecure(options: ServerOptions & { cert: string; key: string }): Server {
  try {
    return process.getBuiltinModule('node:https').createServer(options)
  } catch (error) {
    throw new UserError(
      `The certificate and its key are invalid: ${(error as Error).message}. Pass both as PEM.`,
    )
  }
}

async function close(server: Server, closed: Promise<void>): Promise<void> {
  server.close()
  // A connection whose last response ends now would stay open for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), closeIdleMilliseconds)
  const timer = setTimeout(() => server.closeAllConnections(), closeMilliseconds)
  await closed
  clearInterval(idle)
  clearTimeout(timer)
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `${family === 'IPv6' ? `[${address}]` : address}:${port}`
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

/**
 * Waits for a signal to stop, also one that `nohup` ignores: Node resets ignored signals, and without a listener SIGHUP would
 * end the process in the middle of its responses.
 */
async function stopSignal(): Promise<void> {
  await Promise.race(['SIGTERM', 'SIGINT', 'SIGHUP'].map((name) => once(process, name)))
}

export interface RunningService {
  close(): Promise<void>
}

/** Reports where the service is, then serves until a signal stops the process. */
export async function runService(
  service: RunningService,
  announce: { json: unknown; text: string } & { asJson: boolean },
): Promise<void> {
  const signal = stopSignal()
  if (announce.asJson) process.stdout.write(`${JSON.stringify(announce.json)}\n`)
  else process.stderr.write(`${announce.text}\n`)
  await signal
  await service.close()
}
