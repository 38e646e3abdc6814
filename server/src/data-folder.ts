import { randomBytes } from 'node:crypto'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import type { Database } from './db/database.ts'
import { isPostgres, openDatabase } from './db/database.ts'
import type { MediaStore } from './media/media-store.ts'
import { type MediaSettings, openMediaStore } from './media/open-media-store.ts'
import { assertNotEmptied, assertReplicable, storedSecret } from './operations/data-checks.ts'

/** Where data are that are not in the folder, by their names in config.ts. */
interface DataSettings extends MediaSettings {
  database?: string | undefined
  freeAccounts?: number | undefined
  previousSecret?: string | undefined
  databaseReplica?: string | undefined
}

/** The stored data of a server: in one folder, unless the settings name other places. */
export interface DataFolder extends AsyncDisposable {
  database: Database
  media: MediaStore
  /** Encrypts keys and tokens. */
  secret: string
  /** The file of the database; null on PostgreSQL. */
  file: string | null
  /**
   * Opens the database again for background jobs, so that requests never wait for their connections. Returns the same
   * one on SQLite, where a query blocks the process in any case.
   */
  openForWork(): Promise<Database>
}

/**
 * Opens a data folder, and creates it if it is missing. Only the user of this process can read it. Tables of an older
 * version are changed with `migrate` only. `onReplicaError` is called when the replica fails, once until it works again.
 */
export async function openDataFolder(
  folder: string,
  secret: string | undefined,
  settings: DataSettings = {},
  { migrate = false, onReplicaError: onError = (_: unknown) => {} } = {},
): Promise<DataFolder> {
  const { database: at = join(folder, 'photofeed.sqlite'), databaseReplica: replica } = settings
  if (replica !== undefined) assertReplicable(at, replica)
  const known = await storedSecret({ data: folder, database: at, secret })
  await assertNotEmptied(at, folder)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `The data folder ${folder} cannot be made (${error.code}). Choose another with --data.`,
    )
  })
  const media = await openMediaStore(settings, join(folder, 'media'))
  const currentSecret = known ?? (await newSecret(at, folder))
  const openOne = (readsReplica: boolean) =>
    openDatabase({
      at,
      secret: currentSecret,
      migrate,
      previousSecret: settings.previousSecret,
      freeAccounts: settings.freeAccounts,
      ...(readsReplica && replica !== undefined && { replica: { url: replica, onError } }),
    })
  const database = await openOne(true)
  const opened = [database]
  await restrict(folder, 0o700)
  await restrict(join(folder, 'secret'), 0o600)
  if (!isPostgres(at)) {
    for (const file of [at, `${at}-wal`, `${at}-shm`]) await restrict(file, 0o600)
  }
  return {
    database,
    media,
    secret: currentSecret,
    file: isPostgres(at) ? null : at,
    async openForWork() {
      if (!isPostgres(at)) return database
      const another = await openOne(false)
      opened.push(another)
      return another
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((each) => each.close()))
    },
  }
}

/** Creates the secret of a new data folder, which another process may do at the same time. */
async function newSecret(at: string, folder: string): Promise<string> {
  if (isPostgres(at)) {
    // Servers that share a database open each other's keys.
    throw new UserError(
      'A PostgreSQL database needs a secret that all its servers know: set PHOTOFEED_SECRET to the same long, random text on each.',
    )
  }
  const file = join(folder, 'secret')
  const secret = randomBytes(32).toString('hex')
  try {
    await writeFile(file, secret, { flag: 'wx', mode: 0o600 })
    return secret
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return (await storedSecret({ data: folder })) ?? secret
    throw new UserError(
      `The file ${file} cannot be written (${code}). Check the folder's permissions.`,
    )
  }
}

/** Takes permissions away from other users. Skips what is missing, shared like /tmp, or owned by another user. */
async function restrict(path: string, mode: number): Promise<void> {
  const found = await stat(path).catch(() => null)
  const isShared = ((found?.mode ?? 0) & 0o1000) !== 0
  if (!found || isShared || (found.mode & 0o777 & ~mode) === 0) return
  await chmod(path, found.mode & mode).catch(({ code }: NodeJS.ErrnoException) => {
    if (!['EPERM', 'EROFS', 'ENOTSUP', 'ENOENT'].includes(code ?? '')) {
      throw new UserError(`The permissions of ${path} cannot be changed (${code}). Check its disk.`)
    }
  })
}
