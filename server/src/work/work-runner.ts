import type { RunResult } from '../log.ts'
import type { ClaimLimit, WorkQueue } from '../stores/service/work.ts'
import {
  type ClaimedWork,
  frequentAttempts,
  isJob,
  type Lane,
  LostJob,
  type WorkKind,
} from '../stores/service/work-kinds.ts'

/** Ends a run: one transaction stores its results, and completes the work. Returns false if the lease was lost. */
export type End = () => Promise<boolean>

/** Runs claimed work, and returns how the run ends. Must stop soon after the signal aborts. */
export type Handler<Work = ClaimedWork> = (work: Work, signal: AbortSignal) => Promise<End>

export interface WorkRunnerParts<Kind extends WorkKind = WorkKind> {
  queue: Pick<WorkQueue, 'renew' | 'fail'> & {
    claim(limit: ClaimLimit, leaseMs: number): Promise<ClaimedWork[]>
  }
  handlers: { readonly [Each in Kind]: Handler<ClaimedWork<Each>> }
  clock(): number
  /** From 0 up to 1. */
  random(): number
  /** Ends early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Called with each error; for a failed run with its work too, and in how many milliseconds that runs again. */
  onError(error: unknown, work?: ClaimedWork, nextRunInMs?: number | null): void
  onEnd?(kind: string, result: RunResult, milliseconds: number): void
  /** How many run at the same time; 4 by default. */
  concurrency?: number | undefined
  /** When work makes sense again, in milliseconds since the epoch, or null: nothing is claimed until then. */
  pausedUntil?(): number | null
}

/** Whether the receiver got a message, or it needed none. */
export type Delivery = 'delivered' | 'skipped'

/** A run that knows when to retry. A pause, such as one that the platform requests, is no failure until it has lasted for a day. */
export class RetryAt extends Error {
  override name = 'RetryAt'
  readonly at: number
  readonly isPause: boolean

  constructor(message: string, at: number, { isPause = true } = {}) {
    super(message)
    this.at = at
    this.isPause = isPause
  }
}

/** The pause after a claim that found nothing. */
const pollMs = 1000
const longestPollMs = 30_000
/** Each claim is a transaction: work that ends in so short a time is replaced with one claim. */
const collectMs = 10
const leaseMs = 60_000
const firstRetryMs = 30_000
const longestRetryMs = 3_600_000
const dayMs = 86_400_000

/** Runs the work that this process claims. Processes that share a database share its work. */
export function createWorkRunner<Kind extends WorkKind>(parts: WorkRunnerParts<Kind>) {
  const { queue, clock, sleep, onError } = parts
  // TypeScript does not see that a kind and its handler belong together.
  const handlers = parts.handlers as Partial<Record<WorkKind, Handler>>
  const { concurrency = 4 } = parts
  const stopping = new AbortController()
  const running = new Map<Promise<unknown>, Lane>()
  // Urgent jobs come first, but first imports take long.
  const mostUrgent = concurrency - Math.min(2, Math.floor(concurrency / 2))
  let loop: Promise<void> = Promise.resolve()

  async function loopUntilStopped(): Promise<void> {
    let pauseMs = pollMs
    while (!stopping.signal.aborted) {
      if ((parts.pausedUntil?.() ?? 0) > clock()) {
        await sleep(pollMs, stopping.signal)
        continue
      }
      const urgent = [...running.values()].filter((lane) => lane === 'urgent').length
      const free = { all: concurrency - running.size, urgent: Math.max(0, mostUrgent - urgent) }
      // The work is still there when an unreachable database is back.
      const claimed = await queue
        .claim(free, leaseMs)
        .catch((error: unknown) => void onError(error))
      // While the database is unreachable, the pause doubles, so that errors are logged less often.
      pauseMs = claimed ? pollMs : Math.max(pollMs, Math.min(pauseMs * 2, longestPollMs))
      for (const work of claimed ?? []) {
        const startedAt = clock()
        const run = runToEnd(work)
          .then((result) => parts.onEnd?.(work.kind, result, Math.max(0, clock() - startedAt)))
          .finally(() => running.delete(run))
        running.set(run, work.lane)
      }
      while (running.size >= concurrency) await Promise.race(running.keys())
      await sleep(claimed?.length ? collectMs : pauseMs, stopping.signal)
    }
  }

  async function runToEnd(work: ClaimedWork): Promise<RunResult> {
    const ending = new AbortController()
    const released = new AbortController()
    const renewing = renewLease(work, released.signal, ending)
    const release = () => {
      released.abort()
      return renewing
    }
    try {
      const handler = handlers[work.kind]
      if (!handler) throw new Error(`There is no handler for work of the kind ${work.kind}.`)
      const end = await handler(work, AbortSignal.any([ending.signal, stopping.signal]))
      await release()
      return (await end()) ? 'succeeded' : 'lost'
    } catch (error) {
      await release()
      if (error instanceof LostJob || ending.signal.aborted) return 'lost'
      const isStopped = stopping.signal.aborted
      const sentence = error instanceof Error ? error.message : String(error)
      const nextRunInMs = retryInMs(work, error)
      const isPaused = error instanceof RetryAt && error.isPause
      const isFailing = await queue
        .fail(work, isStopped ? null : sentence, nextRunInMs, isPaused)
        .catch((reason: unknown) => onError(reason, work))
      if (isStopped) return 'stopped'
      const isHeld = typeof isFailing === 'boolean'
      if (!isPaused || isFailing) onError(error, work, isHeld ? nextRunInMs : null)
      return isPaused ? 'paused' : 'failed'
    }
  }

  /** Renews the lease until it is released. Aborts the run if the lease was lost. */
  async function renewLease(
    work: ClaimedWork,
    released: AbortSignal,
    ending: AbortController,
  ): Promise<void> {
    const renew = () => queue.renew(work, leaseMs).catch((error: unknown) => onError(error, work))
    for (;;) {
      await sleep(leaseMs / 3, released)
      if (released.aborted) return
      if ((await renew()) === false) return ending.abort()
    }
  }

  /** Aborted work is due immediately. A job that has failed for a day runs once a day, unless another service is down. */
  function retryInMs({ kind, attempts }: ClaimedWork, error: unknown): number {
    if (error instanceof RetryAt) {
      const waitMs = Math.max(error.at - clock(), 0)
      // Up to a tenth later: work that was throttled together must not come back together.
      return waitMs + Math.round((waitMs / 10) * parts.random())
    }
    if (stopping.signal.aborted) return 0
    const isTemporary = (error as { isTemporary?: unknown } | null)?.isTemporary === true
    if (isJob(kind) && !isTemporary && attempts >= frequentAttempts) return dayMs
    const delayMs = Math.min(firstRetryMs * 2 ** attempts, longestRetryMs)
    return Math.round(delayMs * (0.5 + parts.random() / 2))
  }

  return {
    start() {
      loop = loopUntilStopped()
    },
    /** Claims nothing more, aborts the running work, and waits for it. */
    async stop() {
      stopping.abort()
      await loop
      await Promise.all(running.keys())
    },
  }
}
