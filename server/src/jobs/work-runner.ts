import { type ClaimedWork, LostJob } from '../db/leases.ts'

/** Runs one claimed row. Must stop soon after the signal aborts. */
export type Handler<Work, Done> = (work: Work, signal: AbortSignal) => Promise<Done>

/** The queue that a runner claims from. */
export interface WorkQueue<Work extends ClaimedWork, Done> {
  /** Claims work that is due and that no process holds, oldest due first. */
  claim(limit: number, leaseMs: number): Promise<Work[]>
  /** Extends the lease. Returns false if it was lost. */
  renew(work: ClaimedWork, leaseMs: number): Promise<boolean>
  /** Ends a run that succeeded. Returns false if the lease was lost. */
  complete(work: Work, done: Done): Promise<boolean>
  /** Ends a run that failed. Returns false if the lease was lost. A failure that is temporary is never the last one. */
  fail(work: ClaimedWork, error: string, retryAt: number, isTemporary: boolean): Promise<boolean>
}

export interface WorkRunnerParts<Work extends ClaimedWork, Done> {
  queue: WorkQueue<Work, Done>
  /** By the kind of the work. */
  handlers: Readonly<Record<string, Handler<Work, Done>>>
  clock(): number
  /** From 0 up to 1. */
  random(): number
  /** Ends early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  onError(error: unknown): void
  /** How many run at the same time; 4 by default. */
  concurrency?: number | undefined
  /** The pause after a claim that found nothing, in milliseconds; 1,000 by default. */
  pollMs?: number
  /** When work makes sense again, in milliseconds since the epoch, or null: nothing is claimed until then. */
  pausedUntil?(): number | null
}

/** Runs the work that this process claims. Processes that share a database share its work. */
export interface WorkRunner {
  /** Claims and runs work until `stop`. */
  start(): void
  /** Claims nothing more, aborts the running work, and waits for it. */
  stop(): Promise<void>
}

/** A failed run that knows when to retry, such as one that the platform throttled. */
export class RetryAt extends Error {
  override name = 'RetryAt'
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const defaultConcurrency = 4
const defaultPollMs = 1000
const longestPollMs = 30_000
const leaseMs = 60_000
const firstRetryMs = 30_000
const longestRetryMs = 3_600_000

export function createWorkRunner<Work extends ClaimedWork, Done>(
  parts: WorkRunnerParts<Work, Done>,
): WorkRunner {
  const { queue, handlers, clock, sleep, onError } = parts
  const { concurrency = defaultConcurrency, pollMs = defaultPollMs } = parts
  // Each claim is a transaction, so that one for each free slot would cost more than the work.
  const fewestClaimed = Math.ceil(concurrency / 10)
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let runEnded = () => {}
  let loop: Promise<void> = Promise.resolve()

  async function loopUntilStopped(): Promise<void> {
    let pauseMs = pollMs
    while (!stopping.signal.aborted) {
      if ((parts.pausedUntil?.() ?? 0) > clock()) {
        await sleep(pollMs, stopping.signal)
        continue
      }
      const claimed = await claim()
      // While the database is unreachable, the pause doubles, so that errors are logged less often.
      pauseMs = claimed ? pollMs : Math.max(pollMs, Math.min(pauseMs * 2, longestPollMs))
      const taken = claimed ?? []
      for (const work of taken) {
        const run = runWork(work).finally(() => {
          running.delete(run)
          runEnded()
        })
        running.add(run)
      }
      if (taken.length === 0) await sleep(pauseMs, stopping.signal)
      else await freeSlots()
    }
  }

  /** Waits until a tenth of the slots is free; after a poll, until one is. */
  async function freeSlots(): Promise<void> {
    const polled = new AbortController()
    let wanted = fewestClaimed
    let polling: Promise<void> | undefined
    while (concurrency - running.size < wanted) {
      polling ??= sleep(pollMs, AbortSignal.any([polled.signal, stopping.signal])).then(() => {
        wanted = 1
      })
      const ended = new Promise<void>((resolve) => {
        runEnded = resolve
      })
      await (wanted === 1 ? ended : Promise.race([polling, ended]))
    }
    polled.abort()
    await polling
  }

  /** Returns null if the database is unreachable; the work is still there when it is back. */
  async function claim(): Promise<Work[] | null> {
    try {
      return await queue.claim(concurrency - running.size, leaseMs)
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
      await queue
        .fail(work, sentence(error), retryAt(work, error), isTemporary(error))
        .catch(onError)
    }
  }

  function handlerOf({ kind }: Work): Handler<Work, Done> {
    const handler = handlers[kind]
    if (!handler) throw new Error(`There is no handler for work of the kind ${kind}.`)
    return handler
  }

  /** Renews the lease during a run, and aborts the run if the lease was lost. */
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

  /** Whether the failure says nothing about the work: it was stopped, or another service is throttling or down. */
  function isTemporary(error: unknown): boolean {
    if (error instanceof RetryAt || stopping.signal.aborted) return true
    return (error as { isTemporary?: unknown } | null)?.isTemporary === true
  }

  /** Aborted work is due immediately. Failed work is retried with exponential backoff and jitter. */
  function retryAt({ attempts }: Work, error: unknown): number {
    // Work that was throttled together must not come back together.
    if (error instanceof RetryAt) return error.at + Math.round(jitter(error.at - clock()))
    if (stopping.signal.aborted) return clock()
    const delay = Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs)
    return clock() + Math.round(delay * (0.5 + parts.random() / 2))
  }

  /** Up to a tenth of the delay. */
  function jitter(delay: number): number {
    return (Math.max(delay, 0) / 10) * parts.random()
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
