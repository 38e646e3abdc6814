import { accountRows } from '../connections/account-overview.ts'
import type { Db } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'

/** One connected account as its owner sees it. */
export type AccountCard = Awaited<ReturnType<typeof readCards>>[number]

/** Returns the owner's accounts, in the order of their connection. */
export async function readCards(db: Db, ownerId: string) {
  const rows = await accountRows(db)
    .where('connection.owner_id', '=', ownerId)
    .orderBy('connection.connected_at')
    .orderBy('account.id')
    .execute()
  return rows.map(({ profile, state, nextRefreshAt, ...row }) => ({
    ...row,
    state: state ?? ('disconnected' as const),
    nextFetchAt: nextRefreshAt,
    profile: fromProfileDocument(profile),
  }))
}
