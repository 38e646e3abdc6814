import type { AttemptEndEvent, FeedOptions, Logger, LogLevel } from './options.ts'

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off']

/** Writes a line if the level asks for it. */
type Log = (level: keyof Logger, message: () => string) => void

export function createLog({ logger, logLevel = 'warn' }: FeedOptions): Log {
  return (level, message) => {
    if (logger && levels.indexOf(level) >= levels.indexOf(logLevel)) logger[level](message())
  }
}

export function logEnd(
  log: Log,
  { method, url, attempt, status, error, duration, retryIn }: AttemptEndEvent,
): void {
  const level = error === null ? 'info' : retryIn === null ? 'error' : 'warn'
  log(level, () => {
    const line = `${method} ${url}, attempt ${attempt}, ${Math.round(duration)} ms: `
    if (error === null) return `${line}${status}`
    const next = retryIn === null ? '' : `; next attempt in ${Math.round(retryIn)} ms`
    return `${line}${(error as Error)?.message ?? error}${next}`
  })
}
