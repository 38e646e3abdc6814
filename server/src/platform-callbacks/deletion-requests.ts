import { randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import type { Kysely } from 'kysely'
import { type Html, page } from '../dashboard/layout.ts'
import { isStorable } from '../db/engine.ts'
import type { OutboxKind } from '../db/outbox.ts'
import type { Tables } from '../db/schema.ts'

/** The progress of a deletion. */
export type DeletionProgress =
  /** There were no data of this owner. */
  | 'nothing kept'
  | 'under way'
  | 'done'
  /** The owner allowed access again before everything was deleted. The data are kept. */
  | 'connected again'

export type DeletionRequests = ReturnType<typeof createDeletionRequests>

const deletion: OutboxKind = 'delete_posts_and_media'

/** Creates the functions for deletions that the platform requested, under random codes. */
export function createDeletionRequests(
  db: Kysely<Tables>,
  random: () => Buffer = () => randomBytes(16),
) {
  async function left(accountIds: readonly number[]): Promise<boolean> {
    const account = await db
      .selectFrom('account')
      .select('id')
      .where('id', 'in', accountIds)
      .executeTakeFirst()
    if (account) return true
    // The same message deletes the account first and its files later.
    const message = await db
      .selectFrom('outbox')
      .select('id')
      .where('account_id', 'in', accountIds)
      .where('kind', '=', deletion)
      .executeTakeFirst()
    return message !== undefined
  }

  async function connectedAgain(accountIds: readonly number[]): Promise<boolean> {
    const row = await db
      .selectFrom('connection')
      .select('account_id')
      .where('account_id', 'in', accountIds)
      .where('state', '!=', 'disconnected')
      .executeTakeFirst()
    return row !== undefined
  }

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
      if (row.account_ids === '') return 'nothing kept'
      const accountIds = row.account_ids.split(',').map(Number)
      if (await connectedAgain(accountIds)) return 'connected again'
      return (await left(accountIds)) ? 'under way' : 'done'
    },
  }
}

const what =
  'the profile, the posts, the pictures and videos, and the access that was given for them'

/** For the owner, who may know nothing of this service but its name. */
const words: Record<DeletionProgress, { title: string; text: string }> = {
  'nothing kept': {
    title: 'Nothing is kept about you',
    text: 'When you asked for the deletion, nothing was kept here that came from your account on the photo platform.',
  },
  'under way': {
    title: 'The deletion is under way',
    text: `Your feed is no longer served. Being deleted are ${what}. This takes minutes as a rule. Look at this page again later.`,
  },
  done: {
    title: 'The deletion is done',
    text: `Deleted are ${what}. Backups of whoever runs this service may hold them until they are replaced.`,
  },
  'connected again': {
    title: 'Your account is connected again',
    text: 'After you asked for the deletion, your account on the photo platform was connected here once more. What is fetched for it since is kept. Remove the app on the photo platform and ask for the deletion again if you do not want that.',
  },
}

export function deletionPage(progress: DeletionProgress, code: string): Html {
  const { title, text } = words[progress]
  return page({
    title,
    owner: null,
    body: html`<h1>${title}</h1>
<p>${text}</p>
<p>Confirmation code: <code>${code}</code></p>`,
  })
}

export function unknownDeletionPage(): Html {
  const title = 'No such deletion'
  return page({
    title,
    owner: null,
    body: html`<h1>${title}</h1>
<p>No deletion has this confirmation code. Check the address: the code is all that stands behind the last slash.</p>`,
  })
}
