import type { StoredFile, StoredPost, StoredProfile } from '@photofeed/core'
import type { Kysely, Transaction } from 'kysely'
import type { Job } from '../jobs/job.ts'
import type { ImportedPost } from './ports.ts'
import { batches } from './post-rows.ts'
import type { Tables } from './schema.ts'

/** The files that posts and a profile show, by their names in the media store. */
export function filesOf(
  posts: Iterable<ImportedPost | StoredPost>,
  profile: StoredProfile | null,
): Set<string> {
  const media = [profile?.picture]
  for (const post of posts) {
    for (const item of [post, ...post.children]) media.push(item.media, item.thumbnail)
  }
  return new Set(media.flatMap((item) => (item?.file ? nameOf(item.file) : [])))
}

function nameOf({ id, extension }: StoredFile): string {
  return `${id}.${extension}`
}

/** Notes a file that a job is about to store, so that no file is ever kept that is not noted. */
export async function noteMediaOnItsWay(
  transaction: Transaction<Tables>,
  { id, accountId }: Pick<Job, 'id' | 'accountId'>,
  file: StoredFile,
): Promise<void> {
  await transaction
    .insertInto('media_use')
    .values({ file: nameOf(file), account_id: accountId, job_id: id })
    .onConflict((conflict) => conflict.columns(['file', 'account_id']).doUpdateSet({ job_id: id }))
    .execute()
}

/** Ends what is noted as on its way by a job: also by runs before, which died. True when there was any. */
export async function endMediaOnItsWay(
  transaction: Transaction<Tables>,
  { id }: Pick<Job, 'id'>,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('media_use')
    .set({ job_id: null })
    .where('job_id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that the account shows these files. What it shows no more is for unused-media.ts to find. */
export async function noteMediaUse(
  transaction: Transaction<Tables>,
  accountId: number,
  files: ReadonlySet<string>,
): Promise<void> {
  for (const batch of batches([...files])) {
    await transaction
      .insertInto('media_use')
      .values(batch.map((file) => ({ file, account_id: accountId, job_id: null })))
      .onConflict((conflict) =>
        conflict.columns(['file', 'account_id']).doUpdateSet({ job_id: null }),
      )
      .execute()
  }
}

/** The files that the account is noted to use, without those on their way. */
export async function notedMedia(db: Kysely<Tables>, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('media_use')
    .select('file')
    .where('account_id', '=', accountId)
    .where('job_id', 'is', null)
    .execute()
  return rows.map((row) => row.file)
}

/** Whether the file is another account's too, or on its way by now. */
export async function isWanted(
  db: Kysely<Tables>,
  accountId: number,
  file: string,
): Promise<boolean> {
  const note = await db
    .selectFrom('media_use')
    .select('account_id')
    .where('file', '=', file)
    .where(({ eb, or }) => or([eb('account_id', '!=', accountId), eb('job_id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return note !== undefined
}

/** Forgets that the account uses a file, unless it is on its way again. */
export async function forgetMediaUse(
  db: Kysely<Tables>,
  accountId: number,
  file: string,
): Promise<void> {
  await db
    .deleteFrom('media_use')
    .where('file', '=', file)
    .where('account_id', '=', accountId)
    .where('job_id', 'is', null)
    .execute()
}
