import { type Held, LostJob } from './leases.ts'

/** Does one piece of work. Has to stop soon when the signal aborts. */
export type Handler<Work, Done> = (work: Work, signal: AbortSignal) => Promise<Done>

/** Where a runner takes work from. */
export interface WorkQueue<Work extends Held, Done> {
  /** Takes work that is due and that nobody has taken, that first which waits longest. */
  claim(limit: number, leaseMs: number): Promise<Work[]>
  /** Goes on holding work that takes long; false when it was taken over. */
  renew(work: Work, leaseMs: number): Promise<boolean>
  /** Ends a run that succeeded; false when the work was taken over, or dropped. */
  complete(work: Work, done: Done): Promise<boolean>
  /** Ends a run that failed; false as above. */
  fail(work: Work, error: string, retryAt: number): Promise<boolean>
}

export interface WorkRunnerParts<Work extends Held, Done> {
  queue: WorkQueue<Work, Done>
  /** By the kind of the work. */
  handlers: Readonly<Record<string, Handler<Work, Done>>>
  clock(): number
  /** From 0 up to 1. */
  random(): number
  /** Ends early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  onError(error: unknown): void
  /** The pause before more work is claimed when there was none. Default: one second. */
  pollMs?: number
}

/** The work of this process. Other processes on the same database do their share. */
export interface WorkRunner {
  /** Works until `stop`. */
  start(): void
  /** Takes no more work, tells what is at work to stop, and waits for it. */
  stop(): Promise<void>
}

/** A failed run that says when to come again, as a throttled platform does. */
export class RetryAt extends Error {
  override name = 'RetryAt'
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const atOnce = 4
const defaultPollMs = 1000
const longestPollMs = 30_000
const leaseMs = 60_000
const firstRetryMs = 30_000
const longestRetryMs = 3_600_000

export function createWorkRunner<Work extends Held, Done>(
  parts: WorkRunnerParts<Work, Done>,
): WorkRunner {
  const { queue, handlers, clock, sleep, onError, pollMs = defaultPollMs } = parts
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let loop: Promise<void> = Promise.resolve()

  async function loopUntilStopped(): Promise<void> {
    let pauseMs = pollMs
    while (!stopping.signal.aborted) {
      const claimed = await claim()
      // While the database is gone it is asked, and complained of, less and less often.
      pauseMs = claimed ? pollMs : Math.max(pollMs, Math.min(pauseMs * 2, longestPollMs))
      const taken = claimed ?? []
      for (const work of taken) {
        const run = runWork(work).finally(() => running.delete(run))
        running.add(run)
      }
      if (taken.length === 0) await sleep(pauseMs, stopping.signal)
      else if (running.size >= atOnce) await Promise.race(running)
    }
  }

  /** Null when the database is gone, which stops nothing: the work is there when it is back. */
  async function claim(): Promise<Work[] | null> {
    try {
      return await queue.claim(atOnce - running.size, leaseMs)
    } catch (error) {
      onError(error)
      return null
    }
  }

  async function runWork(work: Work): Promise<void> {
    const ending = new AbortController()
    const held = hold(work, ending)
    try {
      const done = await handlerOf(work)(work, AbortSignal.any([ending.signal, stopping.signal]))
      await held.release()
      await queue.complete(work, done)
    } catch (error) {
      await held.release()
      if (error instanceof LostJob || ending.signal.aborted) return
      if (!(error instanceof RetryAt || stopping.signal.aborted)) onError(error)
      await queue.fail(work, sentence(error), retryAt(work, error)).catch(onError)
    }
  }

  function handlerOf({ kind }: Work): Handler<Work, Done> {
    const handler = handlers[kind]
    if (!handler) throw new Error(`No work is known by the name ${kind}.`)
    return handler
  }

  /** Renews the lease while the work goes on, and aborts the work when another process has taken it over. */
  function hold(work: Work, ending: AbortController) {
    const released = new AbortController()
    const renewing = (async () => {
      for (;;) {
        await sleep(leaseMs / 3, released.signal)
        if (released.signal.aborted) return
        if ((await queue.renew(work, leaseMs).catch(onError)) === false) return ending.abort()
      }
    })()
    return {
      release() {
        released.abort()
        return renewing
      },
    }
  }

  /** Work that was stopped is due at once. What fails again and again is tried less and less often. */
  function retryAt({ attempts }: Work, error: unknown): number {
    if (error instanceof RetryAt) return error.at
    if (stopping.signal.aborted) return clock()
    const delay = Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs)
    return clock() + Math.round(delay * (0.5 + parts.random() / 2))
  }

  return {
    start() {
      loop = loopUntilStopped()
    },
    async stop() {
      stopping.abort()
      await loop
      await Promise.all(running)
    },
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
