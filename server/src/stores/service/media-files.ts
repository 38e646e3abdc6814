import { setImmediate, setTimeout } from 'node:timers/promises'
import type { StoredFile, StoredPost, StoredProfile } from '@photofeed/core'
import { sql, type Transaction } from 'kysely'
import { isOneOf } from '../engine/engine.ts'
import type { Db, Tables } from '../engine/schema.ts'
import { batches, type ImportedPost } from '../engine/stored-documents.ts'
import type { StoreParts } from './store-parts.ts'
import { enqueue } from './work.ts'

/** How long a file stays that nothing shows: far longer than a run needs from an upload to its post. */
const unshownMs = 86_400_000

export type MediaFiles = ReturnType<typeof createMediaFiles>

/** Rows that are added within this time share a commit, which waits for the disk. */
const groupMs = 5

/** A file has a row from before its upload until it is deleted, so that no file is forgotten. */
export function createMediaFiles({ db, clock }: StoreParts) {
  let group: Array<StoredFile & { accountId: number }> = []
  let inserting: Promise<Set<string>> | null = null

  async function insertGroup() {
    await setTimeout(groupMs)
    const values = group.map(
      ({ id, accountId, extension, bytes }) =>
        sql`(${id}, cast(${accountId} as bigint), ${extension}, cast(${bytes} as bigint))`,
    )
    group = []
    inserting = null
    const { rows } = await sql<{ id: string }>`
      with added (id, account_id, extension, bytes) as (values ${sql.join(values)})
      insert into media_file (id, account_id, extension, bytes, changed_at, shown)
      select added.id, account.id, added.extension, added.bytes, cast(${clock()} as bigint), 0
      from added inner join account on account.id = added.account_id
      returning id`.execute(db)
    return new Set(rows.map(({ id }) => id))
  }

  return {
    /** Adds a file that is about to be uploaded, and that nothing shows yet. Returns false if the account was deleted. */
    async add(accountId: number, file: StoredFile): Promise<boolean> {
      group.push({ ...file, accountId })
      inserting ??= insertGroup()
      return (await inserting).has(file.id)
    },

    hasShown: () => hasShownFile(db),

    /** Returns the extension of a file; null if it is not in the table. */
    async find(id: string): Promise<StoredFile['extension'] | null> {
      const files = db.selectFrom('media_file').select('extension').where('id', '=', id)
      return (await files.executeTakeFirst())?.extension ?? null
    },
  }
}

export function readFiles(db: Db) {
  const files = db.selectFrom('media_file').select(['id', 'extension', 'bytes', 'shown'])
  return files.orderBy('id').execute()
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

/** How many files a message deletes at most. A transaction serves requests in between. */
const filesOfMessage = 500

/** Removes the account's files that nothing has shown for a day, and enqueues their deletion from the store. */
export async function removeUnshown(
  transaction: Transaction<Tables>,
  accountId: number,
  now: number,
): Promise<void> {
  // A clock that was ahead would keep them for as long.
  await transaction
    .updateTable('media_file')
    .set({ changed_at: now })
    .where('account_id', '=', accountId)
    .where('shown', '=', 0)
    .where('changed_at', '>', now)
    .execute()
  const unshown = transaction
    .selectFrom('media_file')
    .select('id')
    .where('account_id', '=', accountId)
    .where('shown', '=', 0)
    .where('changed_at', '<=', now - unshownMs)
    .limit(filesOfMessage)
  for (;;) {
    const removed = await transaction
      .deleteFrom('media_file')
      .where('id', 'in', unshown)
      .returning('id')
      .execute()
    if (removed.length === 0) return
    const files = removed.map(({ id }) => id)
    await enqueue(transaction, 'delete_files', accountId, { files })
    await setImmediate()
  }
}

function fileIdsOf(shown: ImportedPost | StoredPost | StoredProfile | null): string[] {
  if (!shown) return []
  const media =
    'media' in shown
      ? [shown, ...shown.children].flatMap((item) => [item.media, item.thumbnail])
      : [shown.picture]
  return media.flatMap((item) => item?.file?.id ?? [])
}
