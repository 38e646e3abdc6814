import { QueueFull, type WorkQueue } from '../request.ts'
import { createTurns } from './turns.ts'

interface Job {
  account: string
  start(): void
  reject(error: unknown): void
}

/** A job and everyone who waits for its result. */
interface SharedJob {
  result: Promise<unknown>
  clients: number
  /** Aborted when all clients have left. */
  unwanted: AbortController
}

/**
 * Creates a queue in which accounts take turns, so that nobody waits for all jobs of another account. When it is full, the
 * account with the most jobs loses its newest.
 */
export function createFairQueue(limits: { running: number; waiting: number }): WorkQueue {
  /** Those with waiting jobs, in the order of their turns. */
  const accounts = new Map<string, Job[]>()
  const shared = new Map<string, SharedJob>()
  let running = 0

  function startNext() {
    const [turn] = accounts
    if (running === limits.running || !turn) return
    const [account, [job, ...others]] = turn
    accounts.delete(account)
    if (others.length > 0) accounts.set(account, others)
    running += 1
    job?.start()
  }

  /** Rejects a job unless it runs. */
  function remove(job: Job | undefined, error: unknown) {
    if (!job) return
    const jobs = accounts.get(job.account)
    if (!jobs?.includes(job)) return
    const others = jobs.filter((each) => each !== job)
    if (others.length === 0) accounts.delete(job.account)
    else accounts.set(job.account, others)
    job.reject(error)
  }

  function makeRoom() {
    const all = [...accounts.values()].sort((a, b) => b.length - a.length)
    const count = all.reduce((sum, jobs) => sum + jobs.length, 0)
    if (count > limits.waiting) remove(all[0]?.at(-1), new QueueFull('Too many jobs are waiting.'))
  }

  async function runInTurn<T>(
    account: string,
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    await new Promise<void>((start, reject) => {
      const job = { account, start, reject }
      accounts.set(account, [...(accounts.get(account) ?? []), job])
      signal.addEventListener('abort', () => remove(job, signal.reason))
      startNext()
      makeRoom()
    })
    try {
      return await work()
    } finally {
      running -= 1
      startNext()
    }
  }

  function share<T>(account: string, key: string, work: () => Promise<T>): SharedJob {
    const unwanted = new AbortController()
    const result = runInTurn(account, work, unwanted.signal)
    const job = { result, clients: 0, unwanted }
    shared.set(key, job)
    const forget = () => {
      // After all clients have left, new ones share a job of their own.
      if (shared.get(key) === job) shared.delete(key)
    }
    unwanted.signal.addEventListener('abort', forget)
    result.then(forget, forget)
    return job
  }

  return {
    run<T>(account: string, key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const job = shared.get(key) ?? share(account, key, work)
      job.clients += 1
      return new Promise<T>((resolve, reject) => {
        const leave = () => {
          job.clients -= 1
          if (job.clients === 0) job.unwanted.abort(signal?.reason)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave)
        const stay = () => signal?.removeEventListener('abort', leave)
        ;(job.result as Promise<T>).finally(stay).then(resolve, reject)
      })
    },
    nextTurn: createTurns(),
  }
}
