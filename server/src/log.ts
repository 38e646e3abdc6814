import pino, { type Logger } from 'pino'

/**
 * The log, on standard error. It is given errors and counts, never requests: their URLs hold API keys.
 */
export function createLog(): Logger {
  return pino({ base: null }, pino.destination(2))
}

export type { Logger }
