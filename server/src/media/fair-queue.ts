/** Jobs are waiting in such numbers that a new one would wait too long. */
export class QueueFull extends Error {}

interface WaitingJob {
  start(): void
  reject(error: unknown): void
}

/**
 * Creates a queue in which accounts take turns, so that nobody waits for all jobs of another account. When it is full, the
 * account with the most jobs loses its newest.
 */
export function createFairQueue(limits: { running: number; waiting: number }) {
  /** Those with waiting jobs, in the order of their turns. */
  const accounts = new Map<string, WaitingJob[]>()
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
  function remove(account: string, job: WaitingJob | undefined, error: unknown) {
    const jobs = accounts.get(account)
    if (!job || !jobs?.includes(job)) return
    const others = jobs.filter((each) => each !== job)
    if (others.length === 0) accounts.delete(account)
    else accounts.set(account, others)
    job.reject(error)
  }

  function makeRoom() {
    const all = [...accounts].sort(([, a], [, b]) => b.length - a.length)
    const count = all.reduce((sum, [, jobs]) => sum + jobs.length, 0)
    const [account, jobs] = all[0] ?? ['', []]
    if (count > limits.waiting)
      remove(account, jobs.at(-1), new QueueFull('Too many jobs are waiting.'))
  }

  return {
    /**
     * Runs a job of an account when it is its turn. Rejects with QueueFull, with the error of the job, or with the reason of
     * a signal that aborts while it waits.
     */
    async run<T>(account: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      await new Promise<void>((start, reject) => {
        const job = { start, reject }
        accounts.set(account, [...(accounts.get(account) ?? []), job])
        signal?.addEventListener('abort', () => remove(account, job, signal.reason))
        startNext()
        makeRoom()
      })
      try {
        return await work()
      } finally {
        running -= 1
        startNext()
      }
    },
  }
}
