import { AsyncLocalStorage } from 'node:async_hooks'
import pino, { type DestinationStream, type Logger } from 'pino'

/** The id of the request that is being responded to, which every line that is logged for it contains. */
export const requestIds = new AsyncLocalStorage<string>()

/** The log, on standard error. It contains errors and counts, never requests: their URLs contain API keys. */
export function createLog(destination: DestinationStream = pino.destination(2)): Logger {
  const mixin = () => {
    const requestId = requestIds.getStore()
    return requestId === undefined ? {} : { requestId }
  }
  return pino({ base: null, mixin }, destination)
}

export type { Logger }
