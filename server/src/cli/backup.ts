import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Argument, createCommand } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { type CopiedFiles, copyFiles } from '../media/copy-files.ts'
import type { FileStore } from '../media/file-store.ts'
import { createFolderFiles, flushFolder } from '../media/folder-files.ts'
import { openMediaFiles } from '../media/open-media-files.ts'
import { placeOfDatabase, storedSecret } from '../start/data-facts.ts'
import { option, withOptions } from '../start/setting.ts'
import { flag } from '../start/setting-values.ts'
import { dataOptions, jsonOption, mediaOptions } from '../start/settings.ts'
import { copySqlite } from '../stores/engine/open-sqlite.ts'
import { isPostgres } from '../stores/engine/postgres-address.ts'
import { createSecretBox } from '../stores/engine/secret-box.ts'
import { readUnmigrated } from '../stores/unmigrated.ts'
import { printResult } from './output.ts'

export const backupCommand = withOptions(
  createCommand('backup').addArgument(new Argument('<folder>', 'is created if it is missing')),
  {
    withSecret: option('--with-secret', 'copy the secret too', flag),
    ...dataOptions,
    ...mediaOptions,
    ...jsonOption,
  },
)
  .description(
    'copy the database and the media into a folder while servers are running; to restore, start with that folder as --data. ' +
      'Into a folder with an earlier backup only new media are copied, and none are deleted.',
  )
  .action(async (name, config, command) => {
    const folder = resolve(name)
    const known = await storedSecret(config)
    if (config.withSecret && known === null) {
      throw new UserError('There is no secret to copy. Set PHOTOFEED_SECRET or --data.')
    }
    const secret = config.withSecret ? known : null
    const problem = await findSecretProblem(placeOfDatabase(config), known)
    if (problem !== null) {
      if (config.withSecret) throw new UserError(problem)
      command.configureOutput().writeErr?.(`Warning: ${problem}\n`)
    }
    const files = await openMediaFiles(config, join(config.data, 'media'))
    const { copied, alreadyThere } = await backUp(placeOfDatabase(config), files, secret, folder)
    const lines = [
      `The database is copied, and ${copied} media files; ${alreadyThere} were there already.`,
      secretSentence(folder, secret),
      `To restore, start with --data ${folder}\n`,
    ]
    const report = { folder, copied, alreadyThere, withSecret: secret !== null }
    printResult(command, report, lines.join('\n'))
  })

function secretSentence(folder: string, secret: string | null): string {
  if (secret !== null) {
    return 'The secret is in it: anyone who has this folder can read every key and token.'
  }
  return existsSync(join(folder, 'secret'))
    ? 'The secret of an earlier backup is still in it: anyone who has this folder can read every key and token.'
    : 'The secret is not in it: keep it elsewhere, since without it no key can be shown and no account refreshed.'
}

/** Returns why the known secret does not open the keys and tokens of a database; null if it does. */
async function findSecretProblem(at: string, known: string | null): Promise<string | null> {
  const opens = isPostgres(at)
    ? null
    : await readUnmigrated(at, async (stored) => {
        if ((await stored.pendingSteps()).length > 0 || !(await stored.hasSealedValues()))
          return true
        if (known === null) return false
        const matches = stored.assertSecretMatches(createSecretBox(known))
        return matches.then(
          () => true,
          () => false,
        )
      })
  if (opens !== false) return null
  return known === null
    ? 'Keys and tokens in the database are encrypted, but the secret is not known here: PHOTOFEED_SECRET is not set, and the data folder has no file secret. Find it now: nobody can open the backup without it.'
    : 'The secret is not the one that keys and tokens in the database are encrypted with. Find that one now: nobody can open the backup without it.'
}

/**
 * Creates or updates a folder that a server can be started with. Until the new database is in its place, the folder
 * contains the previous backup.
 */
async function backUp(
  at: string,
  files: FileStore,
  secret: string | null,
  folder: string,
): Promise<CopiedFiles> {
  const database = placeOfDatabase({ data: folder })
  assertFit(at, folder, database)
  const media = createFolderFiles(join(folder, 'media'))
  await assertSameOrigin(folder, at)
  const draft = `${database}.tmp`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(join(folder, originFile), `${resolve(at)}\n`, { mode: 0o600 })
    // What an interrupted backup of this service left.
    await rm(draft, { force: true })
    // The database first: the media that it names exist by then, and are copied afterwards.
    await copySqlite(at, draft)
    const listed = (await readUnmigrated(draft, (stored) => stored.readFiles())) ?? []
    const copied = await copyFiles(listed, files, media)
    await rename(draft, database)
    if (secret !== null) await writeFile(join(folder, 'secret'), secret, { mode: 0o600 })
    await flushFolder(folder)
    return copied
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

function assertFit(at: string, folder: string, target: string): void {
  if (isPostgres(at)) {
    throw new UserError(
      'Nothing was copied: a PostgreSQL database is backed up by its own tool, `pg_dump --format=custom`. Media in a bucket are backed up where the bucket is.',
    )
  }
  if (!existsSync(at)) {
    throw new UserError(`There is no database at ${at}. Name the data folder with --data.`)
  }
  // The write-ahead log exists while a server is running, and would be applied to the new file.
  if (resolve(at) === resolve(target) || existsSync(`${target}-wal`)) {
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
