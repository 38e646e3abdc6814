import type { StoredProfile } from '@photofeed/core'
import type { PlanName } from '@photofeed/openapi'
import type { Kysely } from 'kysely'
import type { ConnectionState } from '../accounts/lifecycle.ts'
import type { Tables } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'
import type { JobKind } from '../jobs/job-queue.ts'

/** One connected account as its owner sees it. Times are milliseconds since the epoch. */
export interface AccountCard {
  accountId: number
  plan: PlanName
  profile: StoredProfile
  state: ConnectionState
  /** Why the platform refuses the token; null while it does not. */
  brokenReason: string | null
  lastFetchAt: number | null
  nextFetchAt: number | null
  /** The sentence of the last refresh, when that failed. */
  lastError: string | null
}

export interface AccountCards {
  /** The owner's plan and accounts, in the order of their connection. */
  ofOwner(ownerId: string): Promise<{ plan: PlanName; cards: AccountCard[] }>
}

const posts: JobKind = 'posts'

/** In one query, however many accounts there are. */
export function createAccountCards(db: Kysely<Tables>): AccountCards {
  return {
    async ofOwner(ownerId) {
      const rows = await db
        .selectFrom('owner')
        .leftJoin('connection', 'connection.owner_id', 'owner.id')
        .leftJoin('account', 'account.id', 'connection.account_id')
        .leftJoin('job', (join) =>
          join.onRef('job.account_id', '=', 'account.id').on('job.kind', '=', posts),
        )
        .select(['owner.plan as owner_plan', 'connection.state', 'connection.broken_reason'])
        .select(['account.id', 'account.plan', 'account.profile', 'account.last_fetch_at'])
        .select(['job.run_at', 'job.last_error'])
        .where('owner.id', '=', ownerId)
        .orderBy('connection.connected_at')
        .orderBy('account.id')
        .execute()
      return {
        plan: rows[0]?.owner_plan ?? 'free',
        cards: rows.flatMap((row) => toCard(row) ?? []),
      }
    },
  }
}

interface CardRow {
  id: number | null
  plan: PlanName | null
  profile: string | null
  state: ConnectionState | null
  broken_reason: string | null
  last_fetch_at: number | null
  run_at: number | null
  last_error: string | null
}

/** Null for the row of an owner who has connected nothing. */
function toCard({ id, plan, profile, state, ...rest }: CardRow): AccountCard | null {
  if (id === null || plan === null || profile === null || state === null) return null
  return {
    ...{ accountId: id, plan, state, profile: fromProfileDocument(profile) },
    brokenReason: rest.broken_reason,
    lastFetchAt: rest.last_fetch_at,
    nextFetchAt: rest.run_at,
    lastError: rest.last_error,
  }
}
