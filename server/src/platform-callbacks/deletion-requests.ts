import { randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import type { Kysely } from 'kysely'
import { type Html, page } from '../dashboard/layout.ts'
import { isStorable } from '../db/engine.ts'
import type { OutboxKind } from '../db/outbox.ts'
import type { Tables } from '../db/schema.ts'

/** The progress of a deletion. */
export type DeletionProgress =
  /** Nothing of this owner was stored. */
  | 'nothing stored'
  | 'running'
  | 'done'
  /** The owner allowed access again before everything was deleted. The data stay. */
  | 'connected again'

export type DeletionRequests = ReturnType<typeof createDeletionRequests>

const deletion: OutboxKind = 'delete_posts_and_media'

/** Creates the functions for deletions that the platform requested, under random codes. */
export function createDeletionRequests(
  db: Kysely<Tables>,
  random: () => Buffer = () => randomBytes(16),
) {
  return {
    /** Stores a request and returns its code. */
    async add(accountIds: readonly number[], now: number): Promise<string> {
      const code = random().toString('hex')
      await db
        .insertInto('deletion_request')
        .values({ code, account_ids: accountIds.join(), asked_at: now })
        .execute()
      return code
    },

    /** Returns null for an unknown code. */
    async progress(code: string): Promise<DeletionProgress | null> {
      if (!isStorable(code)) return null
      const row = await db
        .selectFrom('deletion_request')
        .select('account_ids')
        .where('code', '=', code)
        .executeTakeFirst()
      if (!row) return null
      if (row.account_ids === '') return 'nothing stored'
      const accountIds = row.account_ids.split(',').map(Number)
      const connected = await db
        .selectFrom('connection')
        .select('account_id')
        .where('account_id', 'in', accountIds)
        .where('state', '!=', 'disconnected')
        .executeTakeFirst()
      if (connected) return 'connected again'
      const accounts = db.selectFrom('account').select('id').where('id', 'in', accountIds)
      // The same message deletes the account first and its files later.
      const messages = db
        .selectFrom('outbox')
        .select('id')
        .where('account_id', 'in', accountIds)
        .where('kind', '=', deletion)
      const left = (await accounts.executeTakeFirst()) ?? (await messages.executeTakeFirst())
      return left ? 'running' : 'done'
    },
  }
}

const what = 'the profile, the posts, the pictures and videos, and the access that you granted'

/** For the owner, who may only know the service's name. */
const texts: Record<DeletionProgress, { title: string; text: string }> = {
  'nothing stored': {
    title: 'Nothing is stored about you',
    text: 'When you requested the deletion, nothing from your account on the photo platform was stored here.',
  },
  running: {
    title: 'The deletion is running',
    text: `Your feed is no longer served. We are deleting ${what}. This usually takes minutes. Reload this page later.`,
  },
  done: {
    title: 'The deletion is done',
    text: `We have deleted ${what}. Backups may contain them until they are replaced.`,
  },
  'connected again': {
    title: 'Your account is connected again',
    text: 'After you requested the deletion, your account on the photo platform was connected here again. What was fetched since then is stored. If you do not want that, remove the app on the photo platform and request the deletion again.',
  },
}

export function deletionPage(progress: DeletionProgress, code: string): Html {
  const { title, text } = texts[progress]
  return page({
    title,
    owner: null,
    body: html`<h1>${title}</h1>
<p>${text}</p>
<p>Confirmation code: <code>${code}</code></p>`,
  })
}

export function unknownDeletionPage(): Html {
  const title = 'Deletion not found'
  return page({
    title,
    owner: null,
    body: html`<h1>${title}</h1>
<p>No deletion has this confirmation code. Check the address: the code follows the last slash.</p>`,
  })
}
