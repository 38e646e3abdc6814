import { UserError } from '@photofeed/core/node'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'
import { atName, relativeTime, textTable } from './text.ts'

/** Work that recurs, with the name of its account. Times are milliseconds since the epoch. */
export interface JobOverview {
  kind: string
  accountId: number
  username: string
  runAt: number
  isRunning: boolean
  /** Whether it failed too often, and is not tried again until it is replayed. */
  isDead: boolean
  attempts: number
  lastError: string | null
}

/** All jobs, the next one first. */
export async function readJobs(db: Kysely<Tables>, now: number): Promise<JobOverview[]> {
  const rows = await db
    .selectFrom('job')
    .innerJoin('account', 'account.id', 'job.account_id')
    .select(['job.kind', 'job.account_id', 'job.run_at', 'job.lease_until', 'job.attempts'])
    .select('job.queue')
    .select(['job.last_error', 'account.profile'])
    .orderBy('job.run_at')
    .orderBy('job.id')
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    accountId: row.account_id,
    username: fromProfileDocument(row.profile).username,
    runAt: row.run_at,
    isRunning: row.lease_until > now,
    isDead: row.queue === 'dead',
    attempts: row.attempts,
    lastError: row.last_error,
  }))
}

export function jobTable(jobs: readonly JobOverview[], now: number): string {
  if (jobs.length === 0) return 'No jobs: no account is connected.\n'
  return textTable(
    ['KIND', 'ACCOUNT', 'DUE', 'ATTEMPTS', 'LAST ERROR'],
    jobs.map((job) => [
      job.kind,
      atName(job),
      dueText(job, now),
      String(job.attempts),
      job.lastError ?? '-',
    ]),
  )
}

function dueText({ isRunning, isDead, runAt }: JobOverview, now: number): string {
  if (isDead) return 'dead'
  return isRunning ? 'runs now' : relativeTime(runAt, now)
}

/**
 * The job of a kind that an account has.
 *
 * @throws {UserError} when it has none, since work that nobody knows would fail for ever.
 */
export function jobOf(
  jobs: readonly JobOverview[],
  account: { accountId: number; username: string },
  kind: string,
): JobOverview {
  const its = jobs.filter((job) => job.accountId === account.accountId)
  const found = its.find((job) => job.kind === kind)
  if (found) return found
  throw new UserError(
    its.length === 0
      ? `${atName(account)} has no jobs: it is not connected.`
      : `${atName(account)} has no job ${kind}. It has ${its
          .map((job) => job.kind)
          .sort()
          .join(', ')}.`,
  )
}
