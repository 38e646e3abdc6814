import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import pino, { type DestinationStream, type Logger } from 'pino'

const requestIds = new AsyncLocalStorage<string>()

// Shorter than an API key, so that no log contains one. Other characters could break a line of another log.
const validId = /^[\w.-]{8,63}$/

/**
 * Gives a request an id, which its response and every line that is logged for it contain: the `X-Request-Id` of the
 * proxy, or a new one. Runs before the other listeners of the `request` event.
 */
export function identifyRequest(request: IncomingMessage): void {
  const sent = request.headers['x-request-id']
  requestIds.enterWith(typeof sent === 'string' && validId.test(sent) ? sent : randomUUID())
}

/** The id of the request that is being responded to. */
export function requestId(): string | undefined {
  return requestIds.getStore()
}

/** The log, on standard error. It contains errors and counts, never requests: their URLs contain API keys. */
export function createLog(destination: DestinationStream = pino.destination(2)): Logger {
  const mixin = () => {
    const id = requestId()
    return id === undefined ? {} : { requestId: id }
  }
  return pino({ base: null, mixin }, destination)
}

export type { Logger }
