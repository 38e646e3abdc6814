import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { openDatabase } from './db/database.ts'
import type { Database } from './db/ports.ts'
import { createMediaStore, type MediaStore } from './media/folder-store.ts'

/** Everything that a server keeps: one folder, one backup. */
export interface DataFolder extends AsyncDisposable {
  database: Database
  media: MediaStore
}

/** Opens a data folder; makes it when it is not there. */
export async function openDataFolder(
  folder: string,
  secret: string | undefined,
): Promise<DataFolder> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `The data folder ${folder} cannot be made (${error.code}). Choose another with --data.`,
    )
  })
  const database = await openDatabase({
    at: join(folder, 'photofeed.sqlite'),
    secret: secret ?? (await ownSecret(join(folder, 'secret'))),
  })
  return {
    database,
    media: createMediaStore(join(folder, 'media')),
    [Symbol.asyncDispose]: () => database.close(),
  }
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
