import { readHead } from './headers.ts'
import type {
  AttemptEndEvent,
  FeedOptions,
  FetchResponse,
  Logger,
  LogLevel,
  RequestEvent,
} from './options.ts'
import type { Redact } from './redaction.ts'

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'off']

/** Returns what calls the hooks and the logger of a feed, which can neither delay nor fail a call; undefined without any. */
export function createObservers(options: FeedOptions, redact: Redact) {
  const { logger, logLevel = 'warn' } = options
  if (!logger && !options.onRequest && !options.onResponse && !options.onAttemptEnd) return
  const log = (level: keyof Logger, line: () => string) => {
    if (logger && levels.indexOf(level) >= levels.indexOf(logLevel))
      observe(() => logger[level](redact(line())))
  }
  return {
    onRequest(event: RequestEvent) {
      log('debug', () => `${event.method} ${event.url}, attempt ${event.attempt}`)
      observe(() => options.onRequest?.(event))
    },
    onResponse(request: Omit<RequestEvent, 'headers'>, response: FetchResponse) {
      if (!options.onResponse) return
      const event = { ...request, ...readHead(response, redact) }
      observe(() => options.onResponse?.(event))
    },
    onEnd(event: AttemptEndEvent) {
      const { method, url, attempt, status, error, duration, retryIn } = event
      log(error === null ? 'info' : retryIn === null ? 'error' : 'warn', () => {
        const line = `${method} ${url}, attempt ${attempt}, ${Math.round(duration)} ms: `
        if (error === null) return `${line}${status}`
        const next = retryIn === null ? '' : `; next attempt in ${Math.round(retryIn)} ms`
        return `${line}${(error as Error)?.message ?? error}${next}`
      })
      observe(() => options.onAttemptEnd?.(event))
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
