import type { Held } from './leases.ts'
import type { WorkQueue } from './work-runner.ts'

/** Fetching posts, fetching the profile, renewing the platform's token. */
export type JobKind = 'posts' | 'profile' | 'token'

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

export interface ClaimedJob extends Job, Held {}

/** What is due and who works on it. Every process that shares the database shares the jobs. */
export interface JobQueue extends WorkQueue<ClaimedJob, { nextRunAt: number }> {
  /** Makes the job due at that time; one that is there already is put forward, never off. */
  schedule(kind: string, accountId: number, runAt: number): Promise<void>
  /** Drops all jobs of an account. */
  cancel(accountId: number): Promise<void>
  /** All jobs, the next one first. */
  list(): Promise<Job[]>
}
