import { FeedTimeoutError } from '../errors/errors.ts'
import { PhotofeedError } from '../errors/photofeed-error.ts'
import type { AbortSignalLike, AttemptEndEvent, RequestOptions } from './options.ts'
import { abortReason, type Pace } from './pace.ts'

const firstDelay = 500
const longestDelay = 10_000

/** An exception of a hook or `fetch` of the caller. It is rethrown unchanged and not retried. */
export class CallerException {
  readonly thrown: unknown

  constructor(thrown: unknown) {
    this.thrown = thrown
  }
}

type AttemptEnd = Pick<AttemptEndEvent, 'attempt' | 'error' | 'duration' | 'retryIn'>

/** Repeats an attempt while its error is retryable and time is left. Does not abort the last one if its error `isKept`. */
export async function retry<Result>(
  attempt: (signal: AbortSignal, number: number) => Promise<Result>,
  { maxRetries = 2, timeout = 10_000, totalTimeout = 30_000, signal }: RequestOptions,
  pace: Pace,
  onEnd: (end: AttemptEnd) => void,
  isKept: (error: unknown) => boolean = () => false,
): Promise<Result> {
  const end = pace.elapsed() + totalTimeout
  for (let number = 1; ; number++) {
    const began = pace.elapsed()
    const remaining = end - began
    const timeoutError = () =>
      remaining < timeout
        ? new FeedTimeoutError(totalTimeout, 'totalTimeout')
        : new FeedTimeoutError(timeout, 'timeout')
    const controller = new AbortController()
    let error: unknown = null
    let retryIn: number | null = null
    try {
      return await runWithin(Math.min(timeout, remaining), timeoutError, pace, signal, () =>
        attempt(controller.signal, number),
      )
    } catch (thrown) {
      error = signal?.aborted
        ? abortReason(signal)
        : thrown instanceof CallerException
          ? thrown.thrown
          : thrown
      const delay =
        error === thrown && number <= maxRetries ? delayAfter(error, number, pace) : Infinity
      if (pace.elapsed() + delay < end) retryIn = delay
      // A successful attempt is not aborted: that costs a fifth of a millisecond even when its fetch is over.
      if (retryIn !== null || !isKept(thrown)) controller.abort()
      if (retryIn === null) throw error
    } finally {
      onEnd({ attempt: number, error, duration: pace.elapsed() - began, retryIn })
    }
    await runWithin(retryIn, null, pace, signal)
  }
}

/** Milliseconds before the next attempt; Infinity if it would not help. */
function delayAfter(error: unknown, number: number, { random }: Pace): number {
  if (!(error instanceof PhotofeedError) || !error.retryable) return Infinity
  if (error.retryAfter !== null) return error.retryAfter
  // Doubles each time. The random half spreads the retries of many clients.
  return Math.min(firstDelay * 2 ** (number - 1), longestDelay) * (0.5 + random() / 2)
}

/**
 * Runs an action, which may ignore signals, until the time is over or the caller aborts. Then it throws the timeout
 * error, or resolves if there is none.
 */
function runWithin<Result>(
  milliseconds: number,
  timeoutError: (() => unknown) | null,
  pace: Pace,
  // React Native's signals have neither `reason` nor `throwIfAborted`, and `AbortSignal.any` is missing in browsers
  // that are still in use.
  signal: AbortSignalLike | undefined,
  action?: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortReason(signal))
    const stopListening = signal && onAbort(signal, () => finish(() => reject(abortReason(signal))))
    const cancel = pace.after(milliseconds, () =>
      finish(() => (timeoutError ? reject(timeoutError()) : resolve(undefined as Result))),
    )
    const finish = (settle: () => void) => {
      cancel()
      stopListening?.()
      settle()
    }
    action?.().then(
      (value) => finish(() => resolve(value)),
      (error) => finish(() => reject(error)),
    )
  })
}

/** What a signal calls. */
class Listening {
  readonly callbacks = new Set<() => void>()
  readonly listener = () => {
    for (const each of [...this.callbacks]) each()
  }
}

const listenings = new WeakMap<AbortSignalLike, Listening>()

/**
 * Calls back when the signal aborts; returns a function that ends this. Each signal has one listener, because Node 22
 * warns of a leak from eleven on.
 */
function onAbort(signal: AbortSignalLike, callback: () => void): () => void {
  const listening = listenings.get(signal) ?? new Listening()
  const { callbacks, listener } = listening
  if (callbacks.size === 0) {
    listenings.set(signal, listening)
    signal.addEventListener('abort', listener)
  }
  callbacks.add(callback)
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return
    signal.removeEventListener('abort', listener)
    listenings.delete(signal)
  }
}
