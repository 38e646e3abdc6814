import type { ClaimedJob, JobQueue } from './job.ts'

/** Does one kind of work for an account; when it is due next. Has to stop soon when the signal aborts. */
export type JobHandler = (job: ClaimedJob, signal: AbortSignal) => Promise<{ nextRunAt: number }>

export interface JobRunnerParts {
  queue: JobQueue
  handlers: Readonly<Record<string, JobHandler>>
  clock(): number
  /** From 0 up to 1. */
  random(): number
  /** Ends early, without an error, when the signal aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  onError(error: unknown): void
}

/** The work of this process. Other processes on the same database do their share. */
export interface JobRunner {
  /** Works until `stop`. */
  start(): void
  /** Takes no more jobs, tells those at work to stop, and waits for them. */
  stop(): Promise<void>
}

/** A failed job that says when to come again, as a throttled platform does. */
export class RetryAt extends Error {
  override name = 'RetryAt'
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const atOnce = 4
const pollMs = 1000
const leaseMs = 60_000
const firstRetryMs = 30_000
const longestRetryMs = 3_600_000

export function createJobRunner(parts: JobRunnerParts): JobRunner {
  const { queue, handlers, clock, sleep, onError } = parts
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let loop: Promise<void> = Promise.resolve()

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const taken = await claim()
      for (const job of taken) {
        const run = runJob(job).finally(() => running.delete(run))
        running.add(run)
      }
      if (taken.length === 0) await sleep(pollMs, stopping.signal)
      else if (running.size >= atOnce) await Promise.race(running)
    }
  }

  /** A database that is gone for a while stops nothing: the jobs are there when it is back. */
  async function claim(): Promise<ClaimedJob[]> {
    try {
      return await queue.claim(atOnce - running.size, leaseMs)
    } catch (error) {
      onError(error)
      return []
    }
  }

  async function runJob(claimed: ClaimedJob): Promise<void> {
    const ending = new AbortController()
    const signal = AbortSignal.any([ending.signal, stopping.signal])
    const held = hold(claimed, ending)
    try {
      const { nextRunAt } = await handlerOf(claimed)(claimed, signal)
      await queue.complete(await held.release(), nextRunAt)
    } catch (error) {
      const job = await held.release()
      if (!(error instanceof RetryAt || stopping.signal.aborted)) onError(error)
      await queue.fail(job, sentence(error), retryAt(job, error)).catch(onError)
    }
  }

  function handlerOf({ kind }: ClaimedJob): JobHandler {
    const handler = handlers[kind]
    if (!handler) throw new Error(`No work is known by the name ${kind}.`)
    return handler
  }

  /** Renews the lease while the work goes on, and aborts the work when another process has taken it over. */
  function hold(claimed: ClaimedJob, ending: AbortController) {
    const released = new AbortController()
    let job = claimed
    const renewing = (async () => {
      for (;;) {
        await sleep(leaseMs / 3, released.signal)
        if (released.signal.aborted) return
        const renewed = await queue.renew(job, leaseMs).catch(onError)
        if (renewed) job = renewed
        else if (renewed === null) return ending.abort()
      }
    })()
    return {
      async release(): Promise<ClaimedJob> {
        released.abort()
        await renewing
        return job
      },
    }
  }

  /** Work that was stopped is due at once. What fails again and again is tried less and less often. */
  function retryAt({ attempts }: ClaimedJob, error: unknown): number {
    if (error instanceof RetryAt) return error.at
    if (stopping.signal.aborted) return clock()
    const delay = Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs)
    return clock() + Math.round(delay * (0.5 + parts.random() / 2))
  }

  return {
    start() {
      loop = work()
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
