/** Work that recurs for an account. There is one of each kind for an account. */
export interface Job {
  id: number
  kind: string
  accountId: number
  /** When it is due, in milliseconds since the epoch. */
  runAt: number
  /** Runs that were begun since the last one that succeeded. */
  attempts: number
  /** The sentence of the last run that failed; null after one that succeeded. */
  lastError: string | null
}

/** A job that this process works on, until the lease ends. */
export interface ClaimedJob extends Job {
  leaseUntil: number
}

/** What is due and who works on it. Every process that shares the database shares the jobs. */
export interface JobQueue {
  /** Makes the job due at that time; one that is there already is put forward, never off. */
  schedule(kind: string, accountId: number, runAt: number): Promise<void>
  /** Takes jobs that are due and that nobody works on, those first that wait longest. */
  claim(limit: number, leaseMs: number): Promise<ClaimedJob[]>
  /** Goes on holding a job that takes long; null when it was taken over. */
  renew(job: ClaimedJob, leaseMs: number): Promise<ClaimedJob | null>
  /** Ends a run that succeeded; false when the job was taken over, or cancelled. */
  complete(job: ClaimedJob, nextRunAt: number): Promise<boolean>
  /** Ends a run that failed; false as above. */
  fail(job: ClaimedJob, error: string, retryAt: number): Promise<boolean>
  /** Drops all jobs of an account. */
  cancel(accountId: number): Promise<void>
  /** All jobs, the next one first. */
  list(): Promise<Job[]>
}
