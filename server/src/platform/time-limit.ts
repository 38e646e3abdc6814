import { PlatformError } from './platform-error.ts'

/** Rejects as soon as the signal aborts. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<unknown>

/** Of one request, from asking to the last byte of the answer. */
export const timeLimit = 20_000

/** Does what talks to the platform in bounded time; rejects with PlatformError, or the signal's reason. */
export async function withinTime<T>(
  { asked, signal }: { asked: string; signal?: AbortSignal | undefined },
  sleep: Sleep,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const overdue = new AbortController()
  const done = new AbortController()
  sleep(timeLimit, done.signal).then(
    () => overdue.abort(),
    () => {},
  )
  try {
    return await work(AbortSignal.any([overdue.signal, ...(signal ? [signal] : [])]))
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof PlatformError) throw error
    if (overdue.signal.aborted) throw new PlatformError('timed-out', { asked })
    throw new PlatformError('unreachable', { asked, saying: networkCode(error) })
  } finally {
    done.abort()
  }
}

/** The system's name for a network failure; the messages below fetch may hold the URL. */
function networkCode(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code) ? code : ''
}
