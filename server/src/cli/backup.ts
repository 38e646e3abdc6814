import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { Argument, createCommand } from '@commander-js/extra-typings'
import type { StoredFile } from '@photofeed/core'
import { count, UserError } from '@photofeed/core/node'
import { checkSecret } from '../doctor/doctor.ts'
import { copyFiles } from '../media/copy-files.ts'
import type { FileStore } from '../media/file-store.ts'
import { createFolderFiles, flushFolder } from '../media/folder-files.ts'
import { mediaFolder, mediaKey, originalPath } from '../media/media-keys.ts'
import { openMediaFiles } from '../media/open-media-files.ts'
import { withOptions } from '../settings/setting.ts'
import { dataOptions, jsonOption, mediaOptions } from '../settings/settings.ts'
import { placeOfDatabase } from '../start/data-facts.ts'
import { copySqlite } from '../stores/engine/open-sqlite.ts'
import { isPostgres } from '../stores/engine/postgres-address.ts'
import { readFiles } from '../stores/service/media-files.ts'
import { readStored } from '../stores/stored-data.ts'
import { failedCheck, printResult, printWarning } from './output.ts'

export const backupCommand = withOptions(
  createCommand('backup').addArgument(new Argument('<folder>', 'is created if it is missing')),
  { ...dataOptions, ...mediaOptions, ...jsonOption },
)
  .description(
    'copy the database and the media into a folder while servers are running; to restore, start with that folder as --data. ' +
      'Into a folder with an earlier backup only new media are copied, and those that neither snapshot names are deleted. The secret is not copied.',
  )
  .action(async (name, config, command) => {
    const folder = resolve(name)
    const at = placeOfDatabase(config)
    assertFit(at, folder)
    const secret = await readStored(at, (db) => checkSecret(config, (query) => query(db)))
    const warn = (text: string) => printWarning(command, text)
    if (secret && secret.level !== 'ok') warn(secret.sentence)
    const files = await openMediaFiles(config, join(config.data, 'media'))
    const { copied, alreadyThere, missing, deleted } = await backUp(at, files, folder)
    if (missing > 0)
      warn(
        `the backup lacks ${count(missing, 'media file')} that posts show: ${files.place} has lost or damaged them. Check --media.`,
      )
    if (deleted === null)
      warn(
        'the database no longer names most media of this backup, so none were deleted. If that is right, back up into a new folder.',
      )
    printResult(
      command,
      { folder, copied, alreadyThere, missing, deleted },
      `The database is copied, and ${count(copied, 'media file')}; there already: ${alreadyThere}; deleted with their posts: ${deleted ?? 0}.
The secret is not in it: keep it elsewhere, since without it no key can be shown and no account refreshed.
To restore, start with --data ${folder}
`,
    )
    if (missing > 0) throw failedCheck()
  })

/** Creates or updates a folder to start a server with. Until the new database is complete, it contains the previous backup. */
async function backUp(at: string, files: FileStore, folder: string) {
  const database = placeOfDatabase({ data: folder })
  const media = createFolderFiles(join(folder, 'media'))
  await assertSameOrigin(folder, at)
  const draft = `${database}.tmp`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(join(folder, originFile), `${resolve(at)}\n`, { mode: 0o600 })
    if (existsSync(database)) await assertUnused(database)
    // What a command, a crash or an interrupted backup left. The first would be applied to the new file.
    for (const name of ['-wal', '-shm', '.tmp']) await rm(database + name, { force: true })
    // The database first: the media that it names exist by then, and are copied afterwards.
    await copySqlite(at, draft)
    const listed = (await readStored(draft, readFiles)) ?? []
    const { missing, damaged, ...copied } = await copyFiles(listed, files, media)
    // What was deleted meanwhile, or is still being uploaded, is not missing.
    const now = (await readStored(at, readFiles)) ?? []
    const shown = keysOf(now.filter((file) => file.shown))
    const lacked = [...missing, ...damaged].filter((key) => shown.has(key))
    // Null if it is unknown what the snapshot before names; then nothing is deleted.
    const before = await keepSnapshot(database).catch(() => null)
    await rename(draft, database)
    await flushFolder(folder)
    const named = before && [...listed, ...before]
    const deleted = named ? await deleteUnnamed(join(folder, 'media'), named) : 0
    return { ...copied, deleted, missing: lacked.length }
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof UserError || code === undefined) throw error
    throw new UserError(
      `The backup in ${folder} is not complete (${code}). Check its disk and its permissions, and repeat it.`,
      { cause: error },
    )
  }
}

const keysOf = (files: readonly StoredFile[]) =>
  new Set(files.map((file) => mediaKey(originalPath(file))))

/** Rejects a backup that a server uses. One that is damaged, or of another version, is replaced. */
async function assertUnused(database: string): Promise<void> {
  const { openAlone, OpenElsewhere } = await import('../stores/copy-to-postgres.ts')
  const opened = await openAlone(database).catch((error: unknown) => {
    if (error instanceof OpenElsewhere) throw error
  })
  await opened?.[Symbol.asyncDispose]()
}

/** Keeps the snapshot before as a second name, and returns the files that it names. */
async function keepSnapshot(database: string): Promise<StoredFile[]> {
  if (!existsSync(database)) return []
  await rm(`${database}.before`, { force: true })
  await link(database, `${database}.before`)
  return (await readStored(database, readFiles)) ?? []
}

/** Deletes media that no snapshot names. Returns null, and deletes nothing, if they are most of all: the database may be wrong. */
async function deleteUnnamed(media: string, named: readonly StoredFile[]): Promise<number | null> {
  const keys = keysOf(named)
  const entries = await readdir(join(media, mediaFolder), {
    ...{ recursive: true, withFileTypes: true },
  }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const unnamed = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !keys.has(relative(media, path).replaceAll(sep, '/')))
  if (unnamed.length > files.length / 2) return null
  for (const path of unnamed) await rm(path)
  return unnamed.length
}

function assertFit(at: string, folder: string): void {
  if (isPostgres(at)) {
    throw new UserError(
      'Nothing was copied: a PostgreSQL database is backed up by its own tool, `pg_dump --format=custom`. Media in a bucket are backed up where the bucket is.',
    )
  }
  if (!existsSync(at)) {
    throw new UserError(`There is no database at ${at}. Name the data folder with --data.`)
  }
  if (resolve(at) === resolve(placeOfDatabase({ data: folder }))) {
    throw new UserError(`${folder} is the data folder of a server. Choose another.`)
  }
}

/** The file of a backup that names the database it is a copy of. */
const originFile = 'photofeed-backup'

/** Rejects a folder that contains anything but a backup of the same database. */
async function assertSameOrigin(folder: string, at: string): Promise<void> {
  const origin = await readFile(join(folder, originFile), 'utf8').catch(() => null)
  if (origin?.trim() === resolve(at)) return
  const names: string[] = await readdir(folder).catch(() => [])
  if (origin === null && names.length === 0) return
  throw new UserError(
    origin === null
      ? `${folder} contains other files. Choose an empty folder, or one with an earlier backup.`
      : `${folder} contains a backup of ${origin.trim()}. Choose another folder.`,
  )
}
