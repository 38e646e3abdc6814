/** A job that waits or runs. */
export interface QueuedJob<T> {
  /** Rejects with QueueFull, or with the error of the job. */
  result: Promise<T>
  /** Removes a job that waits, so that its result never settles. Returns whether it was waiting. */
  cancel(): boolean
}

/** Jobs are waiting in such numbers that a new one would wait too long. */
export class QueueFull extends Error {}

interface WaitingJob {
  start(): void
  fail(error: QueueFull): void
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
    if (running === limits.running) return
    const [turn] = accounts
    if (!turn) return
    const [account, jobs] = turn
    const job = jobs.shift()
    accounts.delete(account)
    if (jobs.length > 0) accounts.set(account, jobs)
    running += 1
    job?.start()
  }

  function remove(account: string, job: WaitingJob): boolean {
    const jobs = accounts.get(account) ?? []
    const index = jobs.indexOf(job)
    if (index < 0) return false
    jobs.splice(index, 1)
    if (jobs.length === 0) accounts.delete(account)
    return true
  }

  function makeRoom() {
    const count = [...accounts.values()].reduce((sum, jobs) => sum + jobs.length, 0)
    if (count <= limits.waiting) return
    const [[account, jobs]] = [...accounts].sort(([, a], [, b]) => b.length - a.length) as [
      [string, WaitingJob[]],
    ]
    const job = jobs.at(-1)
    if (job && remove(account, job)) job.fail(new QueueFull('Too many jobs are waiting.'))
  }

  return {
    /** Adds a job of an account. */
    add<T>(account: string, work: () => Promise<T>): QueuedJob<T> {
      let cancel = () => false
      const result = new Promise<T>((resolve, reject) => {
        const job: WaitingJob = {
          fail: reject,
          start() {
            work()
              .then(resolve, reject)
              .finally(() => {
                running -= 1
                startNext()
              })
          },
        }
        accounts.set(account, [...(accounts.get(account) ?? []), job])
        cancel = () => remove(account, job)
      })
      startNext()
      makeRoom()
      return { result, cancel }
    },
  }
}
