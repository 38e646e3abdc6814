import type { Kysely } from 'kysely'
import { filesOf, forgetMediaUse, isWanted, notedMedia } from '../db/media-use-rows.ts'
import { fromPostDocument } from '../db/post-document.ts'
import { fromProfileDocument } from '../db/profile-document.ts'
import type { Tables } from '../db/schema.ts'
import { parseFileName } from './media-keys.ts'
import type { MediaStore } from './media-store.ts'

interface Parts {
  db: Kysely<Tables>
  media: MediaStore
}

/**
 * Deletes the files that an account showed once, or was about to show, and does not show, unless another account shows
 * them. A file that a run finds in the store in the very moment of its deletion is missing until the first refresh of the next day.
 */
export async function deleteUnusedMedia(
  { db, media }: Parts,
  accountId: number,
  signal: AbortSignal,
): Promise<void> {
  const shown = await shownFiles(db, accountId)
  for (const file of await notedMedia(db, accountId)) {
    if (shown.has(file)) continue
    signal.throwIfAborted()
    const name = parseFileName(file)
    if (name && !(await isWanted(db, accountId, file))) await media.delete(name)
    // Last, so that a try that was broken off is made again.
    await forgetMediaUse(db, accountId, file)
  }
}

async function shownFiles(db: Kysely<Tables>, accountId: number): Promise<Set<string>> {
  const account = await db
    .selectFrom('account')
    .select('profile')
    .where('id', '=', accountId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('post')
    .select(['position', 'doc'])
    .where('account_id', '=', accountId)
    .execute()
  return filesOf(rows.map(fromPostDocument), account ? fromProfileDocument(account.profile) : null)
}
