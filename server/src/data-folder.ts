import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { isPostgres, openDatabase } from './db/database.ts'
import type { Database } from './db/ports.ts'
import type { MediaStore } from './media/media-store.ts'
import { type MediaSettings, openMediaStore } from './media/open-media-store.ts'

/** Where data stand that do not stand in the folder, by their names in config.ts. */
export interface DataSettings extends MediaSettings {
  database?: string | undefined
  freeAccounts?: number | undefined
  previousSecret?: string | undefined
}

/** Everything that a server keeps: one folder, one backup, unless the settings say where else. */
export interface DataFolder extends AsyncDisposable {
  database: Database
  media: MediaStore
  /** What everything secret here is encrypted with. */
  secret: string
}

/** Opens a data folder; makes it when it is not there. */
export async function openDataFolder(
  folder: string,
  secret: string | undefined,
  settings: DataSettings = {},
): Promise<DataFolder> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `The data folder ${folder} cannot be made (${error.code}). Choose another with --data.`,
    )
  })
  const media = await openMediaStore(settings, join(folder, 'media'))
  const at = settings.database ?? join(folder, 'photofeed.sqlite')
  const inForce = secret ?? (await secretFor(at, folder))
  const database = await openDatabase({
    ...{ at, secret: inForce },
    ...{ previousSecret: settings.previousSecret, freeAccounts: settings.freeAccounts },
  })
  return {
    database,
    media,
    secret: inForce,
    [Symbol.asyncDispose]: () => database.close(),
  }
}

/** Servers that share a database open each other's keys, so none of them may make up a secret of its own. */
async function secretFor(at: string, folder: string): Promise<string> {
  if (!isPostgres(at)) return ownSecret(join(folder, 'secret'))
  throw new UserError(
    'A PostgreSQL database needs a secret that all its servers know: set PHOTOFEED_SECRET to the same long, random text on each.',
  )
}

/** A random secret, made once and readable by its owner only. */
async function ownSecret(file: string): Promise<string> {
  try {
    await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') {
      throw new UserError(
        `The file ${file} cannot be written (${code}). Check the folder's rights.`,
      )
    }
  }
  const secret = await readFile(file, 'utf8')
  if (secret.trim() !== '') return secret.trim()
  throw new UserError(
    `The file ${file} is empty. Put the secret back that the API keys were encrypted with, or delete the file and regenerate the keys.`,
  )
}
