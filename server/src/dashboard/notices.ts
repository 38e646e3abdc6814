import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'

export interface Notice {
  kind: 'done' | 'problem'
  /** Plain text; it may quote names that strangers chose. */
  text: string
}

/** What the next page tells the owner, once. Kept here, so that nobody can put words on the page through an address. */
export interface Notices {
  leave(sessionId: string, notice: Notice): Promise<void>
  take(sessionId: string): Promise<Notice | null>
}

export function createNotices(db: Kysely<Tables>): Notices {
  return {
    async leave(sessionId, notice) {
      await db
        .insertInto('owner_notice')
        .values({ session_id: sessionId, ...notice })
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ ...notice }))
        .execute()
    },
    async take(sessionId) {
      const row = await db
        .deleteFrom('owner_notice')
        .where('session_id', '=', sessionId)
        .returning(['kind', 'text'])
        .executeTakeFirst()
      return row ?? null
    },
  }
}
