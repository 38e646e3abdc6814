import type { StoredFile, StoredPost, StoredProfile } from '@photofeed/core'
import { UserError } from '@photofeed/core/node'
import type { Db } from '../stores/schema.ts'
import {
  fromPostDocument,
  fromProfileDocument,
  type ImportedPost,
} from '../stores/stored-documents.ts'
import { mayBeShown } from './media-keys.ts'

const batchSize = 500

function filesOf(shown: ImportedPost | StoredPost | StoredProfile | null): StoredFile[] {
  if (!shown) return []
  const media =
    'media' in shown
      ? [shown, ...shown.children].flatMap((item) => [item.media, item.thumbnail])
      : [shown.picture]
  return media.flatMap((item) => item?.file ?? [])
}

/** A post or a profile would show a file that may be deleted already. */
export class FileTooOld extends UserError {
  override readonly name = 'FileTooOld'
}

/**
 * Throws unless every file that is shown now, and was not before, was stored recently. Called in the transaction that writes.
 * It makes the sweep safe: a file that is not shown and older than the grace period is never shown later.
 */
export function assertMayBeShown(
  before: StoredPost | StoredProfile | null,
  after: ImportedPost | StoredProfile,
  now: number,
): void {
  const known = new Set(filesOf(before).map(({ id }) => id))
  if (filesOf(after).every((file) => known.has(file.id) || mayBeShown(file, now))) return
  throw new FileTooOld(
    'This took so long that a file stored at its start may be deleted already. Run it again.',
  )
}

/** Returns the ids of all files that an account shows; null if there is no such account. */
export async function shownFiles(db: Db, mediaId: string): Promise<Set<string> | null> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'profile'])
    .where('media_id', '=', mediaId)
    .executeTakeFirst()
  if (!account) return null
  const shown = new Set<string>()
  for (const { id } of filesOf(fromProfileDocument(account.profile))) shown.add(id)
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await db
      .selectFrom('post')
      .select(['position', 'doc'])
      .where('account_id', '=', account.id)
      .where('position', '>', after)
      .orderBy('position')
      .limit(batchSize)
      .execute()
    for (const row of rows) for (const { id } of filesOf(fromPostDocument(row))) shown.add(id)
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return shown
    after = last.position
  }
}
