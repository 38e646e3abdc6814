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

/**
 * Creates the log, by default on standard error. It contains events, errors and counts, never requests: their URLs contain
 * API keys.
 */
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

const windowMs = 1000
const mostKinds = 100

/**
 * Returns a function that logs errors of requests and jobs in a bounded number of lines, so that an outage does not fill the
 * disk: the first error of a kind immediately, with its stack, and then once a second how many of this kind followed, until
 * none does. Beyond 100 kinds, one line a second has the number of all others.
 */
export function createErrorLog(
  log: Pick<Logger, 'error'>,
  schedule: (work: () => void, ms: number) => void = (work, ms) =>
    void setTimeout(work, ms).unref(),
): (error: unknown, job?: FailedJob) => void {
  const kinds = new Map<
    string,
    { job: Pick<FailedJob, 'kind'> | null; message: string; repeated: number }
  >()
  let others = 0
  let isCounting = false
  // The lines at the end of a second are not about the request that began it.
  const outsideOfRequest = AsyncLocalStorage.snapshot()

  function endSecond(): void {
    for (const [kind, known] of kinds) {
      const { job, message, repeated } = known
      if (repeated === 0) kinds.delete(kind)
      else log.error({ ...job, repeated }, message)
      known.repeated = 0
    }
    if (others > 0) log.error({ repeated: others }, 'Errors of other kinds occurred.')
    others = 0
    isCounting = kinds.size > 0
    if (isCounting) schedule(endSecond, windowMs)
  }

  return (error, job) => {
    if (!isCounting) outsideOfRequest(() => schedule(endSecond, windowMs))
    isCounting = true
    const message = error instanceof Error ? error.message : String(error)
    const kind = kindOf(error, message, job)
    const known = kinds.get(kind)
    if (known) known.repeated += 1
    else if (kinds.size === mostKinds) others += 1
    else {
      kinds.set(kind, { job: job ? { kind: job.kind } : null, message, repeated: 0 })
      log.error({ ...job, err: error }, message)
    }
  }
}

/** Errors of a kind differ only in numbers, such as ids and ports. */
function kindOf(error: unknown, message: string, job?: FailedJob): string {
  const { name = '', code = '' } = Object(error) as { name?: string; code?: string }
  return JSON.stringify([job?.kind, name, code, message.replaceAll(/\d+/g, '0')])
}
