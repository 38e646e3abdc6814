import { QueueFull, type WorkQueue } from '../request.ts'
import { createTurns } from './turns.ts'

interface Job {
  account: string
  lane: Lane
  start(): void
  reject(error: unknown): void
}

interface Lane {
  /** Jobs by account, in the order of their turns. */
  waiting: Map<string, Job[]>
  running: number
  limit: number
}

/** A queue that also runs work for which no client waits. */
interface FairQueue extends WorkQueue {
  /** Runs work when no client waits, and one of the places is left to clients. Rejects with the reason of a signal that aborts first. */
  runInBackground<T>(account: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Returns how many jobs wait. */
  waiting(): { clients: number; background: number }
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
export function createFairQueue(limits: { running: number; waiting: number }): FairQueue {
  const clients: Lane = { waiting: new Map(), running: 0, limit: limits.running }
  const background: Lane = { waiting: new Map(), running: 0, limit: limits.running - 1 }
  const shared = new Map<string, SharedJob>()

  function startNext() {
    if (clients.running + background.running === limits.running) return
    const lane = [clients, background].find(
      ({ waiting, running, limit }) => waiting.size > 0 && running < limit,
    )
    const [turn] = lane?.waiting ?? []
    if (!lane || !turn) return
    const [account, [job, ...others]] = turn
    lane.waiting.delete(account)
    if (others.length > 0) lane.waiting.set(account, others)
    lane.running += 1
    job?.start()
  }

  /** Rejects a job unless it runs. */
  function remove(job: Job | undefined, error: unknown) {
    if (!job) return
    const { account, lane } = job
    const jobs = lane.waiting.get(account)
    if (!jobs?.includes(job)) return
    const others = jobs.filter((each) => each !== job)
    if (others.length === 0) lane.waiting.delete(account)
    else lane.waiting.set(account, others)
    job.reject(error)
  }

  function makeRoom() {
    if (countOf(clients) <= limits.waiting) return
    const [longest] = [...clients.waiting.values()].sort((a, b) => b.length - a.length)
    remove(longest?.at(-1), new QueueFull('Too many jobs are waiting.'))
  }

  async function runInTurn<T>(
    lane: Lane,
    account: string,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted()
    let leave = () => {}
    await new Promise<void>((start, reject) => {
      const job = { account, lane, start, reject }
      lane.waiting.set(account, [...(lane.waiting.get(account) ?? []), job])
      leave = () => remove(job, signal?.reason)
      signal?.addEventListener('abort', leave)
      startNext()
      makeRoom()
    }).finally(() => signal?.removeEventListener('abort', leave))
    try {
      return await work()
    } finally {
      lane.running -= 1
      startNext()
    }
  }

  function share<T>(account: string, key: string, work: () => Promise<T>): SharedJob {
    const unwanted = new AbortController()
    const result = runInTurn(clients, account, work, unwanted.signal)
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
    runInBackground: (account, work, signal) => runInTurn(background, account, work, signal),
    waiting: () => ({ clients: countOf(clients), background: countOf(background) }),
    nextTurn: createTurns(),
  }
}

function countOf({ waiting }: Lane): number {
  return [...waiting.values()].reduce((sum, jobs) => sum + jobs.length, 0)
}
