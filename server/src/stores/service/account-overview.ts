import { count } from '@photofeed/core/node'
import { engineOf, isOneOf } from '../engine/engine.ts'
import type { Db } from '../engine/schema.ts'
import { parseProfile } from '../engine/stored-documents.ts'
import { findOwn } from './accounts.ts'
import { addFeed, parseSites } from './feeds.ts'
import type { StoreParts } from './store-parts.ts'
import { type JobKind, jobKinds, type PostsState } from './work-kinds.ts'
import { isFailing } from './work-overview.ts'

/** An account as operators see it. Times are milliseconds since the epoch. */
export type AccountOverview = Awaited<ReturnType<typeof readAccounts>>[number]

function accountRows(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('connection', 'connection.account_id', 'account.id')
    .leftJoin('owner', 'owner.id', 'connection.owner_id')
    .leftJoin('work as job', (join) =>
      join
        .onRef('job.account_id', '=', 'account.id')
        .on('job.kind', '=', 'posts' satisfies JobKind),
    )
    .select(['account.id as accountId', 'account.plan', 'connection.state'])
    .select(['account.last_fetch_at as lastFetchAt', 'connection.broken_reason as brokenReason'])
    .select(['job.run_at as nextRefreshAt', 'job.payload as jobState'])
    .select((eb) => {
      const ifFailing = eb.case().when(isFailing(engineOf(db).now(), 'job'))
      return [
        ifFailing.then(eb.ref('job.last_error')).end().as('lastError'),
        ifFailing.then(eb.ref('job.failing_since')).end().as('failingSince'),
      ]
    })
    .select('account.posts')
}

interface AccountFilter {
  id?: number
  username?: string
  limit?: number
}

/**
 * Returns accounts, oldest first. The status is what clients see; the state is null for an account of the demo, which
 * nobody connected. `nextRefreshAt` is null if the account is not connected. `lastError` is why the connection is broken, or the error
 * of the job that has failed for longest; `failingJob` is the kind of that job.
 */
export async function readAccounts(db: Db, filter: AccountFilter = {}) {
  const { id, username, limit } = filter
  const rows = await accountRows(db)
    .select(['account.platform_id as platformId', 'account.status', 'username'])
    .select(['owner.email as ownerEmail', 'token_expires_at as tokenExpiresAt'])
    .$if(id !== undefined, (query) => query.where('account.id', '=', id ?? 0))
    .$if(username !== undefined, (query) => query.where('username', '=', username ?? ''))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .orderBy('account.id')
    .execute()
  const failing = await failingJobs(
    db,
    rows.map((row) => row.accountId),
  )
  return rows.map(({ brokenReason, jobState, ...row }) => {
    const job = failing.get(row.accountId)
    return {
      ...row,
      leftOut: leftOutOf(jobState),
      lastError: brokenReason ?? job?.lastError ?? null,
      failingJob: job?.kind ?? null,
      failingSince: job?.failingSince ?? null,
    }
  })
}

/** Returns what the last listing could not be read of, counted by name; see PostsState. */
function leftOutOf(state: string | null): Readonly<Record<string, number>> {
  const found: PostsState | null = state === null ? null : JSON.parse(state)
  return found?.leftOut ?? {}
}

/** Returns what a listing left out, such as `caption of 2 posts, id of 1 comment, 3 files (too large)`; empty if nothing. */
export function describeLeftOut(
  { leftOut }: Pick<AccountOverview, 'leftOut'>,
  isWanted = (_isFile: boolean): boolean => true,
): string {
  const nouns: Record<string, string> = { children: 'album item', comments: 'comment' }
  const parts = Object.entries(leftOut).filter(([part]) => isWanted(part.startsWith('file.')))
  const described = parts.map(([part, number]) => {
    const [whole = '', field] = part.split('.')
    if (whole === 'file') return `${count(number, 'file')} (${field})`
    const noun = nouns[whole] ?? whole
    return `${field === undefined ? '' : `${field} of `}${count(number, noun)}`
  })
  return described.join(', ')
}

/** Returns the job that has failed for longest of each of the accounts that has one. */
async function failingJobs(db: Db, accountIds: readonly number[]) {
  const jobs = await db
    .selectFrom('work')
    .select([
      'account_id as accountId',
      'kind',
      'last_error as lastError',
      'failing_since as failingSince',
    ])
    .where('kind', 'in', jobKinds)
    .where('failing_since', 'is not', null)
    .where(isFailing(engineOf(db).now()))
    .where(isOneOf(db, 'account_id', accountIds))
    .orderBy('failing_since', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(jobs.map((job) => [job.accountId, job]))
}

/** One connected account as its owner sees it. */
export type AccountCard = Awaited<ReturnType<typeof readCards>>[number]

async function readCards(db: Db, ownerId: string) {
  const rows = await accountRows(db)
    .leftJoin('feed', 'feed.account_id', 'account.id')
    .select(['account.profile', 'feed.id as feedId', 'look', 'sites'])
    .where('connection.owner_id', '=', ownerId)
    .orderBy('connection.connected_at')
    .orderBy('account.id')
    .execute()
  for (const row of rows)
    if (row.feedId === null) Object.assign(row, await addFeed(db, row.accountId))
  return rows.map(({ profile, state, nextRefreshAt, jobState, ...row }) => ({
    ...row,
    feedId: row.feedId ?? '',
    look: row.look ?? '',
    sites: parseSites(row.sites ?? '[]'),
    leftOut: leftOutOf(jobState),
    state: state ?? ('disconnected' as const),
    nextFetchAt: nextRefreshAt,
    profile: parseProfile(profile),
  }))
}

export type Accounts = ReturnType<typeof createAccounts>

export const createAccounts = ({ db }: StoreParts) => ({
  list: readAccounts.bind(null, db),
  cards: readCards.bind(null, db),
  findOwn: findOwn.bind(null, db),
})
