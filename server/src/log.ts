import pino, { type DestinationStream, type Logger } from 'pino'

/**
 * The log, on standard error. It is given errors and counts, never requests: their URLs hold API keys.
 */
export function createLog(destination: DestinationStream = pino.destination(2)): Logger {
  return pino({ base: null }, destination)
}

export type { Logger }
