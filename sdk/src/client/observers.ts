import type {
  AttemptEndEvent,
  FeedOptions,
  Logger,
  LogLevel,
  RequestEvent,
  ResponseEvent,
} from './options.ts'
import type { Redact } from './redaction.ts'

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off']

/** Calls the hooks and the logger of a feed. They can neither delay nor fail a call. */
export function createObservers(options: FeedOptions, redact: Redact) {
  const { logger, logLevel = 'warn', onAttemptEnd } = options
  const log = (level: keyof Logger, line: () => string) => {
    if (logger && levels.indexOf(level) >= levels.indexOf(logLevel)) {
      observe(() => logger[level](redact(line())))
    }
  }
  return {
    onBegin: ({ method, url, attempt }: Omit<RequestEvent, 'headers'>) =>
      log('debug', () => `${method} ${url}, attempt ${attempt}`),
    onRequest: (event: RequestEvent) => observe(() => options.onRequest?.(event)),
    onResponse: (event: ResponseEvent) => observe(() => options.onResponse?.(event)),
    onEnd(getEvent: () => AttemptEndEvent) {
      if (!logger && !onAttemptEnd) return
      const event = getEvent()
      const { method, url, attempt, status, error, duration, retryIn } = event
      log(error === null ? 'info' : retryIn === null ? 'error' : 'warn', () => {
        const line = `${method} ${url}, attempt ${attempt}, ${Math.round(duration)} ms: `
        if (error === null) return `${line}${status}`
        const next = retryIn === null ? '' : `; next attempt in ${Math.round(retryIn)} ms`
        return `${line}${(error as Error)?.message ?? error}${next}`
      })
      observe(() => onAttemptEnd?.(event))
    },
  }
}

/** Calls an observer. What it throws is reported once, as an uncaught exception of the page or in the console. */
function observe(call: () => unknown): void {
  const report = (thrown: unknown) =>
    typeof reportError === 'function' ? reportError(thrown) : console.error(thrown)
  try {
    const result = call() as PromiseLike<unknown> | undefined
    if (typeof result?.then === 'function') result.then(undefined, report)
  } catch (thrown) {
    report(thrown)
  }
}
