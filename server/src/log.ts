import { AsyncLocalStorage } from 'node:async_hooks'
import pino, { type DestinationStream, type Logger } from 'pino'

/** The request that is being responded to. Every line that is logged for it has its id, method and route. */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>()

/** Strings only: what outlives a request, such as a connection to the database, would keep the request in memory. */
export interface CurrentRequest {
  /** The `X-Request-Id` of the proxy, or a new one. */
  requestId: string
  /** A known method, or `other`. */
  method: string
  /** A path of the API, `unknown` for any other path below `/api`, `media`, or `site`. */
  route: string
}

export type LogLevel = 'error' | 'warn' | 'info'

interface LogOptions {
  /** The least severe lines that are written; `info` by default. */
  level?: LogLevel
  /** The role of this process, in each line. */
  role?: string
}

/** Creates the log, by default on standard error. It contains no requests: their URLs contain API keys. */
export function createLog(
  { level = 'info', role = 'all' }: LogOptions = {},
  destination: DestinationStream = pino.destination(2),
): Logger {
  const mixin = () => ({ ...currentRequest.getStore() })
  const base = { role, pid: process.pid }
  return pino({ level, base, mixin }, destination)
}

export type { Logger }

/** What the log says about the job of an error. */
export interface FailedJob {
  kind: string
  accountId: number | null
  attempt: number
  /** Null if the run before succeeded. */
  failingSince: string | null
  /** When it runs again; null if another process decides that. */
  nextRun: string | null
}

const windowMs = 60_000
const mostLines = 60

/** Returns a function that logs at most 60 errors a minute, and then how many were left out: an outage must not fill the disk. */
export function createErrorLog(
  log: Pick<Logger, 'error'>,
  now: () => number = () => performance.now(),
): (error: unknown, job?: FailedJob) => void {
  let startedAt = Number.NEGATIVE_INFINITY
  let logged = 0
  let leftOut = 0

  return (error, job) => {
    if (now() - startedAt >= windowMs) {
      if (leftOut > 0) log.error({ leftOut }, 'More errors occurred, which are not in the log.')
      startedAt = now()
      logged = 0
      leftOut = 0
    }
    logged += 1
    if (logged > mostLines) leftOut += 1
    else log.error({ ...job, err: error }, error instanceof Error ? error.message : String(error))
  }
}
