import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import type { Database } from './database.ts'
import { isPostgres, openDatabase, readUnmigrated } from './database.ts'
import type { FileStore } from './media/file-store.ts'
import { mediaFolder } from './media/media-keys.ts'
import { createMediaStore, type MediaStore } from './media/media-store.ts'
import { type MediaSettings, openMediaFiles } from './media/open-media-files.ts'
import type { ObserveBucket } from './media/s3-files.ts'
import { hasTables } from './stores/migrations.ts'
import { assertNotMoved } from './stores/moved-database.ts'
import type { Db } from './stores/schema.ts'
import { hasSealedValues } from './stores/sealed-values.ts'

interface DataPlace {
  data: string
  database?: string | undefined
}

export function placeOfDatabase({ data, database }: DataPlace): string {
  return database ?? join(data, 'photofeed.sqlite')
}

/** Where data are that are not in the folder, by their names in config.ts. */
interface DataSettings extends MediaSettings {
  database?: string | undefined
  freeAccounts?: number | undefined
  previousSecret?: string | undefined
  /** How many connections to PostgreSQL each opened database has at most; 10 by default. */
  databaseConnections?: number | undefined
}

export const noSharedSecret =
  'A PostgreSQL database needs a secret that all its servers know: set PHOTOFEED_SECRET to the same long, random text on each.'

/** The stored data of a server: in one folder, unless the settings name other places. */
export interface DataFolder extends AsyncDisposable {
  database: Database
  media: MediaStore
  files: FileStore
  secret: string
  /** Opens PostgreSQL again for background jobs, so that requests never wait for their connections. */
  openForWork(): Promise<Database>
}

/**
 * Opens a data folder, and creates it if it is missing. Only the user of this process can read it. Tables of an older
 * version are changed with `migrate` only.
 */
export async function openDataFolder(
  folder: string,
  secret: string | undefined,
  settings: DataSettings = {},
  {
    migrate = false,
    purgesEdge = true,
    observeBucket = undefined as ObserveBucket | undefined,
  } = {},
): Promise<DataFolder> {
  const place = { data: folder, database: settings.database }
  const at = placeOfDatabase(place)
  const { databaseConnections: connections } = settings
  const isEmptyPostgres = isPostgres(at) && !(await readUnmigrated(at, hasTables))
  // Before the secret: one that is made up here would not open the keys of the other data.
  if (isEmptyPostgres && migrate) await assertNoOtherData(at, folder)
  const known = await storedSecret({ ...place, secret })
  if (known === null && isPostgres(at)) {
    // Servers that share a database open each other's keys.
    throw new UserError(noSharedSecret)
  }
  await assertNotMissing(at, folder)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `The data folder ${folder} cannot be made (${error.code}). Choose another with --data.`,
    )
  })
  const files = await openMediaFiles(settings, join(folder, 'media'), observeBucket)
  if (isEmptyPostgres) {
    if (!migrate) {
      throw new UserError(
        'The database is empty: it has no tables of photofeed. Check --database, restore a backup, or let `photofeed-server start` create them.',
      )
    }
  }
  const openOne = () =>
    openDatabase({
      at,
      secret: known ?? ((db) => findOrCreateSecret(db, place)),
      migrate,
      purgesEdge,
      previousSecret: settings.previousSecret,
      freeAccounts: settings.freeAccounts,
      connections,
    })
  const database = await openOne()
  const opened = [database]
  const media = createMediaStore(files, database.files)
  await restrict(folder, 0o700)
  await restrict(join(folder, 'secret'), 0o600)
  if (!isPostgres(at)) {
    for (const file of [at, `${at}-wal`, `${at}-shm`]) await restrict(file, 0o600)
  }
  return {
    database,
    media,
    files,
    secret: known ?? (await storedSecret(place)) ?? '',
    async openForWork() {
      if (!isPostgres(at)) return database
      const another = await openOne()
      opened.push(another)
      return another
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((each) => each.close()))
    },
  }
}

/**
 * Opens the data of a service for a command, which creates nothing.
 *
 * @throws {UserError} if there is no database.
 */
export async function openExistingData(
  settings: DataSettings & { data: string; secret?: string | undefined },
): Promise<DataFolder> {
  const at = placeOfDatabase(settings)
  await storedSecret(settings)
  if (!isPostgres(at)) {
    await assertNotMissing(at, settings.data)
    if (!existsSync(at)) {
      throw new UserError(
        `There is no database at ${at}. Name the data folder with --data; \`photofeed-server start\` creates it.`,
      )
    }
  }
  return openDataFolder(settings.data, settings.secret, settings)
}

/**
 * Returns the secret of a database. Creates the one of a new data folder, which another process may do at the same time;
 * the database is created before it, so a secret without a database means that the database is missing.
 */
async function findOrCreateSecret(db: Db, place: DataPlace): Promise<string> {
  const known = await storedSecret(place)
  if (known !== null) return known
  const file = join(place.data, 'secret')
  if (await hasSealedValues(db)) {
    throw new UserError(
      `The file ${file} is missing, but keys in the database are encrypted. Put it back, or set PHOTOFEED_SECRET. If it is lost, write a new one with \`openssl rand -hex 32 > ${file}\`, and issue new keys with \`photofeed-server keys regenerate\`.`,
    )
  }
  const secret = randomBytes(32).toString('hex')
  try {
    await writeFile(file, secret, { flag: 'wx', mode: 0o600 })
    return secret
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return (await storedSecret(place)) ?? secret
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

interface SecretSettings extends DataPlace {
  secret?: string | undefined
}

/** Anything shorter can be guessed from one stored key. */
const shortest = 16

/** Returns the secret that `start` would use: the one that is set, or SQLite's in the data folder; null if there is none yet. */
export async function storedSecret({
  data,
  database = '',
  secret,
}: SecretSettings): Promise<string | null> {
  if (secret !== undefined) return longEnough(secret, 'PHOTOFEED_SECRET')
  if (isPostgres(database)) return null
  const file = join(data, 'secret')
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new UserError(`The file ${file} cannot be read (${code}). Check its permissions.`)
  })
  if (text === null) return null
  if (text.trim() !== '') return longEnough(text.trim(), `the file ${file}`)
  throw new UserError(
    `The file ${file} is empty. Put the secret back that the API keys were encrypted with, or delete the file and regenerate the keys.`,
  )
}

function longEnough(secret: string, place: string): string {
  if (secret.trim().length >= shortest) return secret
  throw new UserError(
    `The secret in ${place} has fewer than ${shortest} characters. Make one with \`openssl rand -hex 32\`. ` +
      'If keys are encrypted with this one already, set it as PHOTOFEED_PREVIOUS_SECRET, and run `photofeed-server secret rotate`.',
  )
}

/**
 * Rejects a SQLite database that was copied to PostgreSQL, and one that is missing or empty although its folder has a secret
 * or media, which are created after it.
 */
export async function assertNotMissing(at: string, folder: string): Promise<void> {
  if (isPostgres(at)) return
  assertNotMoved(at)
  // Before the database: another process may create all of them at this moment.
  const media: string[] = await readdir(join(folder, 'media')).catch(() => [])
  const hasMedia = media.includes(mediaFolder)
  const secret = await stat(join(folder, 'secret')).catch(() => null)
  if (!secret && !hasMedia) return
  const database = await stat(at).catch(() => null)
  if (database && database.size > 0) return
  throw new UserError(
    `The database ${at} is ${database ? 'empty' : 'missing'}, but ${folder} is the data folder of a service: it contains ${secret ? 'a secret' : 'media'}. Restore the database from a backup, or check --data and --database. To start without accounts, use an empty folder.`,
  )
}

/** Rejects a PostgreSQL database without tables beside a SQLite database with owners or accounts, which nobody would find. */
export async function assertNoOtherData(at: string, folder: string): Promise<void> {
  const file = placeOfDatabase({ data: folder })
  const hasData = await readUnmigrated(file, async (db) => {
    if (!(await hasTables(db))) return false
    const owner = await db.selectFrom('owner').select('id').limit(1).executeTakeFirst()
    return Boolean(
      owner ?? (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()),
    )
  })
  if (!hasData) return
  const { named } = await import('./stores/postgres.ts')
  throw new UserError(
    `The database ${named(at)} is empty, but ${file} has owners or accounts. Copy them with \`photofeed-server copy --to postgres://…\`. To start without them, use another data folder.`,
  )
}
