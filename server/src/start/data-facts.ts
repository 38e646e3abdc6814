import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { blockerOf } from '../media/folder-check.ts'
import { mediaFolder } from '../media/media-keys.ts'
import { readVersion } from '../stores/engine/migrations.ts'
import { readMovedMark } from '../stores/engine/open-sqlite.ts'
import { isPostgres } from '../stores/engine/postgres-address.ts'
import { hasSealedValues } from '../stores/service/sealed-values.ts'
import { readStored } from '../stores/stored-data.ts'

/** Where the database and its secret are, by their names in settings.ts. */
export interface DataPlace {
  data: string
  database?: string | undefined
  secret?: string | undefined
}

export function placeOfDatabase({ data, database }: DataPlace): string {
  return database ?? join(data, 'photofeed.sqlite')
}

/** What there is at the places of the data, before anything is created. */
export interface DataFacts {
  at: string
  folder: string
  /** Whether nothing is created. */
  mustExist: boolean
  /** A folder that cannot be written to, and what keeps it from that; null if there is none. */
  blocked: { folder: string; by: string } | null
  /** The file of SQLite; null for PostgreSQL. */
  file: 'missing' | 'empty' | 'used' | null
  /** What the folder has of a service beside the file of SQLite. */
  traces: 'a secret' | 'media' | null
  /** Where SQLite was copied to, and when. */
  moved: string | null
  /** The version of the tables; 0 without any. */
  version: number
  /** A file of SQLite with accounts, beside PostgreSQL without tables. */
  left: string | null
}

export async function readFacts(place: DataPlace, mustExist: boolean): Promise<DataFacts> {
  const at = placeOfDatabase(place)
  const folders = isPostgres(at) ? [place.data] : [place.data, dirname(at)]
  const blocked = await firstBlocked(folders)
  const version = (await readStored(at, (db) => readVersion(db))) ?? 0
  const none = { file: null, traces: null, moved: null, left: null }
  const facts = { at, version, folder: place.data, blocked, mustExist, ...none }
  if (isPostgres(at)) {
    const sqlite = placeOfDatabase({ data: place.data })
    const hasKeys = version === 0 && (await readStored(sqlite, hasSealedValues))
    return { ...facts, left: hasKeys ? sqlite : null }
  }
  // Before the database: another process may create all of them at this moment.
  const traces = await findTraces(place.data)
  const found = await stat(at).catch(() => null)
  const file = found === null ? 'missing' : found.size > 0 ? 'used' : 'empty'
  const moved = await readMovedMark(at)
  return { ...facts, file, traces, moved }
}

async function firstBlocked(folders: readonly string[]): Promise<DataFacts['blocked']> {
  for (const folder of folders) {
    const by = await blockerOf(folder)
    if (by !== null) return { folder, by }
  }
  return null
}

async function findTraces(folder: string): Promise<DataFacts['traces']> {
  const media: string[] = await readdir(join(folder, 'media')).catch(() => [])
  if (await stat(join(folder, 'secret')).catch(() => null)) return 'a secret'
  return media.includes(mediaFolder) ? 'media' : null
}

/** Anything shorter can be guessed from one stored key. */
const shortest = 16

/** Returns the secret that `start` would use: the one that is set, or SQLite's in the data folder; null if there is none yet. */
export async function storedSecret({
  data,
  database = '',
  secret,
}: DataPlace): Promise<string | null> {
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
    `The file ${file} is empty. Put the secret back that the API keys were encrypted with, or delete the file and replace the keys.`,
  )
}

function longEnough(secret: string, place: string): string {
  if (secret.trim().length >= shortest) return secret
  throw new UserError(
    `The secret in ${place} has fewer than ${shortest} characters. Make one with \`openssl rand -hex 32\`. ` +
      'If keys are encrypted with this one already, set it as PHOTOFEED_PREVIOUS_SECRET, and run `photofeed-server secret rotate`.',
  )
}
