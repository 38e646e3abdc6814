import type { StoredFile, StoredPost, StoredProfile } from '@photofeed/core'
import { sql, type Transaction } from 'kysely'
import { isOneOf } from '../engine/engine.ts'
import type { Db, Tables } from '../engine/schema.ts'
import { batches, type ImportedPost } from '../engine/stored-documents.ts'
import { enqueue } from './work.ts'

/** How long a file stays that nothing shows: far longer than a run needs from an upload to its post. */
const unshownMs = 86_400_000

export type MediaFiles = ReturnType<typeof createMediaFiles>

/** A file has a row before its upload, so only what the table lists is ever deleted. */
export function createMediaFiles({ db, clock }: { db: Db; clock(): number }) {
  return {
    /** Adds a file that is about to be uploaded, and that nothing shows yet. Returns false if the account was deleted. */
    async add(accountId: number, { id, extension, bytes }: StoredFile): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into media_file (id, account_id, extension, bytes, changed_at, shown)
        select ${id}, id, ${extension}, ${bytes}, ${clock()}, 0 from account
        where id = ${accountId}`.execute(db)
      return numAffectedRows === 1n
    },

    hasShown: () => hasShownFile(db),

    /** Returns the extension of a file; null if it is not in the table. */
    async find(id: string): Promise<StoredFile['extension'] | null> {
      const files = db.selectFrom('media_file').select('extension').where('id', '=', id)
      return (await files.executeTakeFirst())?.extension ?? null
    },

    /** Forgets a file that is not in the store, so that the next complete listing downloads it again. */
    async forget(id: string): Promise<void> {
      await db.deleteFrom('media_file').where('id', '=', id).execute()
    },
  }
}

export function readFiles(db: Db): Promise<StoredFile[]> {
  return db.selectFrom('media_file').select(['id', 'extension', 'bytes']).orderBy('id').execute()
}

/** Returns the file that is shown since the latest time; undefined if nothing is shown. */
export function newestShownFile(db: Db): Promise<Pick<StoredFile, 'id' | 'extension'> | undefined> {
  return (
    db
      .selectFrom('media_file')
      .select(['id', 'extension'])
      // The condition of the index media_file_by_time.
      .where('shown', '=', sql.lit(1))
      .orderBy('changed_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

export async function hasShownFile(db: Db): Promise<boolean> {
  const files = db.selectFrom('media_file').select('id').where('shown', '=', 1).limit(1)
  return (await files.executeTakeFirst()) !== undefined
}

/** A file that would be shown was deleted, because its upload was more than a day ago. */
export class FileDeleted extends Error {
  override readonly name = 'FileDeleted'
}

/** Records which files the transaction shows from now on, and which no longer. Throws FileDeleted. */
export async function showFiles(
  transaction: Transaction<Tables>,
  changes: ReadonlyArray<{
    before: ImportedPost | StoredProfile | null
    after: ImportedPost | StoredProfile | null
  }>,
  now: number,
): Promise<void> {
  const shown = new Set<string>()
  const unshown = new Set<string>()
  for (const { before, after } of changes) {
    const known = new Set(fileIdsOf(before))
    const current = new Set(fileIdsOf(after))
    for (const id of current) if (!known.has(id)) shown.add(id)
    for (const id of known) if (!current.has(id)) unshown.add(id)
  }
  for (const id of shown) unshown.delete(id)
  for (const [ids, isShown] of [
    [[...shown], 1],
    [[...unshown], 0],
  ] as const) {
    for (const batch of batches(ids)) {
      const { numUpdatedRows } = await transaction
        .updateTable('media_file')
        .set({ shown: isShown, changed_at: now })
        .where(isOneOf(transaction, 'id', batch))
        .executeTakeFirst()
      if (isShown && Number(numUpdatedRows) < batch.length) {
        throw new FileDeleted(
          'A file was deleted before its post was stored. The next run stores it again.',
        )
      }
    }
  }
}

/** Removes the account's files that nothing has shown for a day, and enqueues their deletion from the store. */
export async function removeUnshown(
  transaction: Transaction<Tables>,
  accountId: number,
  now: number,
): Promise<void> {
  const removed = await transaction
    .deleteFrom('media_file')
    .where('account_id', '=', accountId)
    .where('shown', '=', 0)
    .where('changed_at', '<=', now - unshownMs)
    .returning(['id', 'extension'])
    .execute()
  if (removed.length === 0) return
  await enqueue(transaction, 'delete_files', accountId, { files: removed, mediaId: null })
}

/** How long an upload may take. */
const uploadMs = 3_600_000

/** Removes all files of an account, and enqueues their deletion from the store and from caches in front of it. */
export async function removeAll(
  transaction: Transaction<Tables>,
  accountId: number,
  mediaId: string,
): Promise<void> {
  const removed = await transaction
    .deleteFrom('media_file')
    .where('account_id', '=', accountId)
    .returning(['id', 'extension', 'shown'])
    .execute()
  const files = removed.map(({ shown: _, ...file }) => file)
  await enqueue(transaction, 'delete_files', accountId, { files, mediaId })
  // The upload of a file that is not shown yet may end after that.
  const late = { files: files.filter((_, index) => removed[index]?.shown === 0), mediaId: null }
  if (late.files.length === 0) return
  await enqueue(transaction, 'delete_files', accountId, late, { inMs: uploadMs })
}

function fileIdsOf(shown: ImportedPost | StoredPost | StoredProfile | null): string[] {
  if (!shown) return []
  const media =
    'media' in shown
      ? [shown, ...shown.children].flatMap((item) => [item.media, item.thumbnail])
      : [shown.picture]
  return media.flatMap((item) => item?.file?.id ?? [])
}
