import type { StoredPost, StoredProfile } from '@photofeed/core'
import type { Kysely, Transaction } from 'kysely'
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
  return new Set(
    media.flatMap((item) => (item?.file ? `${item.file.id}.${item.file.extension}` : [])),
  )
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
      .values(batch.map((file) => ({ file, account_id: accountId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** The files that the account is noted to use. */
export async function notedMedia(db: Kysely<Tables>, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('media_use')
    .select('file')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => row.file)
}

/** Whether another account uses the file too. */
export async function isUsedElsewhere(
  db: Kysely<Tables>,
  accountId: number,
  file: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('media_use')
    .select('account_id')
    .where('file', '=', file)
    .where('account_id', '!=', accountId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Forgets that the account uses a file. */
export async function forgetMediaUse(
  db: Kysely<Tables>,
  accountId: number,
  file: string,
): Promise<void> {
  await db
    .deleteFrom('media_use')
    .where('file', '=', file)
    .where('account_id', '=', accountId)
    .execute()
}
