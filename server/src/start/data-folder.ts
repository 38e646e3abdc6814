import { randomBytes } from 'node:crypto'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { createMediaStore } from '../media/media-store.ts'
import { type MediaSettings, openMediaFiles } from '../media/open-media-files.ts'
import type { Settings } from '../settings/settings.ts'
import { type Database, openDatabase } from '../stores/database.ts'
import { type DatabaseSettings, databaseDefaults } from '../stores/engine/database-settings.ts'
import { hasSealedValues } from '../stores/service/sealed-values.ts'
import type { Db } from '../stores/stored-data.ts'
import { type DataPlace, readFacts, storedSecret } from './data-facts.ts'
import { assertNone, dataRejections, noSharedSecret } from './rejections.ts'

type DataSettings = MediaSettings & DatabaseSettings & Partial<Pick<Settings, 'database'>>

export type DataFolder = Awaited<ReturnType<typeof openDataFolder>>

/**
 * Opens the stored data of a server: in one folder, unless the settings name other places. Creates the folder if it is missing.
 * Only the user of this process can read it.
 */
export async function openDataFolder(
  folder: string,
  secret: string | undefined,
  settings: DataSettings = databaseDefaults,
  { mustExist = false, purgesEdge = true } = {},
) {
  const place = { data: folder, database: settings.database, secret }
  const facts = await readFacts(place, mustExist)
  const known = await storedSecret(place)
  assertNone(dataRejections, facts)
  assertNone([noSharedSecret], place)
  const { at } = facts
  for (const made of facts.file === null ? [folder] : [folder, dirname(at)]) {
    await mkdir(made, { recursive: true, mode: 0o700 })
  }
  const files = await openMediaFiles(settings, join(folder, 'media'))
  const opened: Database[] = []
  async function open(): Promise<Database> {
    const database = await openDatabase({
      ...{ at, settings, purgesEdge },
      secret: known ?? ((db) => findOrCreateSecret(db, place)),
    })
    opened.push(database)
    return database
  }
  const database = await open()
  const media = createMediaStore(files, database.files)
  await restrict(folder, 0o700)
  await restrict(join(folder, 'secret'), 0o600)
  if (facts.file !== null) {
    for (const file of [at, `${at}-wal`, `${at}-shm`]) await restrict(file, 0o600)
  }
  return {
    database,
    media,
    files,
    secret: known ?? (await storedSecret(place)) ?? '',
    /** Opens PostgreSQL again for background jobs, so that requests never wait for their connections. */
    openForWork: async () => (facts.file === null ? open() : database),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((each) => each.close()))
    },
  }
}

/** Opens the data of a service for a command, which creates nothing. Throws a UserError if there is no database. */
export function openExistingData(
  options: Omit<DataSettings, keyof typeof databaseDefaults> & {
    data: string
    secret?: string | undefined
  },
): Promise<DataFolder> {
  const settings = { ...databaseDefaults, ...options }
  return openDataFolder(options.data, options.secret, settings, { mustExist: true })
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
