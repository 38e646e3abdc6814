import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { isPostgres } from '../database.ts'
import { type CopiedMedia, copyOriginals } from '../media/copy-originals.ts'
import type { FileStore } from '../media/file-store.ts'
import { findOwner, readStoreIdentity } from '../media/media-owner.ts'
import type { Db } from '../stores/schema.ts'
import { assertSecretMatches } from '../stores/sealed-values.ts'
import { createSecretBox } from '../stores/secret-box.ts'
import { copiedTables, digestOf, rowsOf } from './copied-tables.ts'
import { openSource } from './copy-source.ts'
import {
  type BegunCopy,
  beginCopy,
  finishCopy,
  nameOf,
  notEmpty,
  openTarget,
  readTarget,
  storeRows,
} from './copy-target.ts'

interface CopyPlaces {
  /** The database that is copied: a file of SQLite or the address of a PostgreSQL database. */
  from: string
  /** An empty database, or a copy that an earlier run began. */
  to: string
  /** Where the media are, and where they are copied to; null if they stay where they are. */
  media: { from: FileStore; to: FileStore } | null
  /** The secret of the source, as far as it is known. */
  secret: string | null
  /** Called with a line when something is done. */
  onProgress(line: string): void
}

interface CopiedService {
  /** The number of rows by table. */
  rows: Record<string, number>
  media: CopiedMedia | null
}

/**
 * Copies a database, and its media unless they stay where they are. No other process may use the source meanwhile, and
 * nothing in it changes. A run that was interrupted is continued by the next one. Each table of the copy is compared with
 * that of the source, by the number of its rows and their hashes.
 */
export async function copyService(places: CopyPlaces): Promise<CopiedService> {
  const { from, to, media, secret, onProgress } = places
  // SQLite could not even read it, because the source is locked.
  if (!isPostgres(from) && resolve(from) === to) throw await notEmpty(to)
  await using source = await openSource(from)
  if (secret !== null) await assertSecretMatches(source.db, createSecretBox(secret))
  const original = await readStoreIdentity(source.db)
  const id = original?.storeId ?? ''
  const begun = await readTarget(to, id)
  const storeId = begun?.storeId ?? randomUUID()
  if (media) await assertOwnPlace(media.to, begun)
  await using target = await openTarget(to)
  const copiedFrom = original?.hasPlace ? original.storeId : null
  try {
    if (!begun) await beginCopy(target.db, to, { source: id, storeId, copiedFrom })
    const rows = await copyRows(source.db, target.db, begun, { to, onProgress })
    const files = media && (await copyMedia(media, storeId, onProgress))
    if (begun?.progress === null) return { rows, media: files }
    await source.assertAlone()
    await finishCopy(source.db, target.db, { copiedFrom, hasPlace: media !== null })
    return { rows, media: files }
  } catch (error) {
    // A database, a disk or the network failed; an error without a code is a defect of ours.
    if (error instanceof UserError || !(error instanceof Error && 'code' in error)) throw error
    throw new UserError(
      `The copy stopped: ${error.message}. Run the command again when the cause is removed: it continues.`,
      { cause: error },
    )
  }
}

/** @throws {UserError} unless the place is empty, or that of the unfinished copy. */
async function assertOwnPlace(files: FileStore, begun: BegunCopy | null): Promise<void> {
  const identity = begun && { storeId: begun.storeId, hasPlace: false, copiedFrom: null }
  const owner = await findOwner(files, identity)
  if (owner === 'nobody' || owner === 'this database') return
  throw new UserError(
    `${files.place} is not empty. Name an empty folder or bucket, or an unused prefix of a bucket, with --media.`,
  )
}

async function copyRows(
  source: Db,
  target: Db,
  begun: BegunCopy | null,
  { to, onProgress }: Pick<CopyPlaces, 'to' | 'onProgress'>,
): Promise<Record<string, number>> {
  const progress = { ...begun?.progress }
  const isComplete = begun?.progress === null
  const counts: Record<string, number> = {}
  for (const table of copiedTables) {
    if (!isComplete) {
      for await (const { rows, lastKey } of rowsOf(source, table, progress[table])) {
        progress[table] = lastKey
        await storeRows(target, table, rows, progress)
      }
    }
    const [expected, found] = [await digestOf(source, table), await digestOf(target, table)]
    if (found.rows !== expected.rows || found.sum !== expected.sum) {
      throw new UserError(
        isComplete
          ? `The target ${await nameOf(to)} is a complete copy of this source, and servers have changed it since. Nothing was copied.`
          : `The table ${table} differs: the source has ${expected.rows} rows and the copy ${found.rows}. The source changed after an earlier run of this command. Delete the unfinished copy ${await nameOf(to)}, and run the command again.`,
      )
    }
    counts[table] = found.rows
    onProgress(`${table}: ${found.rows} rows`)
  }
  return counts
}

async function copyMedia(
  { from, to }: NonNullable<CopyPlaces['media']>,
  storeId: string,
  onProgress: CopyPlaces['onProgress'],
): Promise<CopiedMedia> {
  await to.writeOwner(storeId, { replace: false })
  return copyOriginals(from, to, ({ copied, alreadyThere }) =>
    onProgress(`media: ${copied + alreadyThere} files`),
  )
}
