import type { StoredPost, StoredProfile } from '@photofeed/core'
import type { Db } from '../engine/schema.ts'
import { fromPostDocument, fromProfileDocument } from '../engine/stored-documents.ts'
import { storedSessions } from './sessions.ts'

export type OwnerData = ReturnType<typeof createOwnerData>

/** Creates the functions that read everything that is stored about an owner. */
export function createOwnerData(db: Db) {
  return {
    owner: (ownerId: string) =>
      db
        .selectFrom('owner')
        .select(['email', 'plan', 'created_at as signedUpAt'])
        .where('id', '=', ownerId)
        .executeTakeFirstOrThrow(),

    sessions: (ownerId: string) => storedSessions(db, ownerId),

    async accounts(ownerId: string) {
      const rows = await db
        .selectFrom('connection')
        .innerJoin('account', 'account.id', 'connection.account_id')
        .select(['account.id', 'platform_id as platformId', 'plan', 'status', 'profile'])
        .select(['last_fetch_at as lastFetchAt', 'connected_at as connectedAt'])
        .select(['permissions', 'platform_owner_id as platformOwnerId'])
        .where('owner_id', '=', ownerId)
        .orderBy('account.id')
        .execute()
      return rows.map(({ profile, permissions, ...account }) => ({
        ...account,
        permissions: permissions.split(',').filter(Boolean),
        profile: fromProfileDocument(profile) as StoredProfile,
      }))
    },

    /** Yields the posts of an account from the newest to the oldest, some at a time. */
    async *posts(accountId: number): AsyncGenerator<StoredPost[]> {
      for (let before = Number.MAX_SAFE_INTEGER; ; ) {
        const rows = await db
          .selectFrom('post')
          .select(['position', 'doc', 'comments'])
          .where('account_id', '=', accountId)
          .where('position', '<', before)
          .orderBy('position', 'desc')
          .limit(10)
          .execute()
        const last = rows.at(-1)
        if (!last) return
        before = last.position
        yield rows.map(fromPostDocument)
      }
    },
  }
}
