import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { isPostgres } from '../db/database.ts'
import { copySqlite, flush } from '../db/sqlite-backup.ts'
import type { MediaStore } from '../media/media-store.ts'
import { backUpMedia, type MediaBackup, unfinished } from './media-backup.ts'

export interface BackupParts {
  /** The file of the database, or the address of a PostgreSQL one, which is refused. */
  at: string
  media: MediaStore
  /** Null leaves it out. */
  secret: string | null
}

/**
 * Makes a folder that a server can be started with, or brings one up to date. Until the last step the folder keeps
 * the backup that it held before.
 */
export async function backUp(
  { at, media, secret }: BackupParts,
  folder: string,
): Promise<MediaBackup> {
  refuseUnfit(at, folder)
  const database = join(folder, 'photofeed.sqlite')
  const draft = `${database}${unfinished}`
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`The folder ${folder} cannot be made (${error.code}). Choose another.`)
  })
  // What an interrupted backup left.
  await rm(draft, { force: true })
  // The database goes first: every file that it names is there already, and is copied after it.
  await copySqlite(at, draft)
  try {
    const copied = await backUpMedia(media, join(folder, 'media'))
    if (secret !== null) await writeFile(join(folder, 'secret'), secret, { mode: 0o600 })
    await rename(draft, database)
    await flush(folder)
    return copied
  } catch (error) {
    await rm(draft, { force: true })
    throw explained(error, folder)
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'its disk is full; make room',
  EACCES: 'this user may not write there',
  EROFS: 'its disk is mounted for reading only',
  EEXIST: 'a file is in the way of the backup',
  ENOTDIR: 'a file is in the way of the backup',
}

/** The system's error as a sentence; the folder still holds the backup before. */
function explained(error: unknown, folder: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const reason = reasons[code]
  if (error instanceof UserError || !reason) return error
  return new UserError(`The backup in ${folder} is not brought up to date: ${reason}.`, {
    cause: error,
  })
}

function refuseUnfit(at: string, folder: string): void {
  if (isPostgres(at)) {
    throw new UserError(
      'Nothing was copied: a PostgreSQL database is backed up by its own tool, `pg_dump --format=custom`. Media in a bucket are backed up where the bucket is.',
    )
  }
  if (!existsSync(at)) {
    throw new UserError(`There is no database at ${at}. Name the data folder with --data.`)
  }
  const target = join(folder, 'photofeed.sqlite')
  // The write-ahead log exists while a server is at work, and would be mixed with the new file.
  if (resolve(at) === resolve(target) || existsSync(`${target}-wal`)) {
    throw new UserError(`${folder} is the data folder of a server. Choose another.`)
  }
}
