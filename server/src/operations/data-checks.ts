import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { UserError } from '@photofeed/core/node'
import { isPostgres } from '../database.ts'
import { ownerFile } from '../media/file-store.ts'
import { mediaFolder } from '../media/media-keys.ts'

export interface SecretSettings {
  data: string
  database?: string | undefined
  secret?: string | undefined
}

/** Anything shorter can be guessed from one stored key. */
const shortest = 16

/**
 * Returns the secret that `start` would use: the one that is set, or SQLite's in the data folder; null if there is
 * none yet. Creates none.
 *
 * @throws {UserError} when it is too short, or its file is empty or cannot be read.
 */
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
 * Rejects a missing or empty SQLite database in the data folder of a service: SQLite would create a new one.
 *
 * @throws {UserError} when the folder has a secret or media. Both are created after the database.
 */
export async function assertNotMissing(at: string, folder: string): Promise<void> {
  if (isPostgres(at)) return
  // Before the database: another process may create all of them at this moment.
  const media: string[] = await readdir(join(folder, 'media')).catch(() => [])
  const hasMedia = media.includes(mediaFolder) || media.includes(ownerFile)
  const secret = await stat(join(folder, 'secret')).catch(() => null)
  if (!secret && !hasMedia) return
  const database = await stat(at).catch(() => null)
  if (database && database.size > 0) return
  throw new UserError(
    `The database ${at} is ${database ? 'empty' : 'missing'}, but ${folder} is the data folder of a service: it contains ${secret ? 'a secret' : 'media'}. Restore the database from a backup, or check --data and --database. To start without accounts, use an empty folder.`,
  )
}

/** @throws {UserError} unless both are addresses of PostgreSQL databases. */
export function assertReplicable(at: string, replica: string): void {
  if (isPostgres(at) && isPostgres(replica)) return
  throw new UserError(
    'Only a PostgreSQL database has a replica. Set --database and --database-replica to addresses such as postgres://user@host/name.',
  )
}

// In a thread: the check reads the whole file, and SQLite blocks the thread that it runs on. It waits for locks (SQLITE_BUSY)
// itself, because a thread cannot be ended while SQLite waits. SQLite finds some damage before the check does:
// SQLITE_CORRUPT and SQLITE_NOTADB (https://www.sqlite.org/rescode.html).
const script = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
function check(attemptsLeft) {
  try {
    const database = new DatabaseSync(workerData, { readOnly: true })
    const [found] = database.prepare('pragma quick_check(1)').all()
    database.close()
    parentPort.postMessage(Object.values(found)[0])
  } catch (error) {
    const code = error.errcode & 0xff
    if (code === 5 && attemptsLeft > 0) setTimeout(check, 100, attemptsLeft - 1)
    else if (code === 11 || code === 26) parentPort.postMessage(error.message)
    else throw error
  }
}
check(50)`

/**
 * Checks every page of an SQLite file. Returns the first fault that SQLite names, or null. Rejects if it cannot be read. The
 * signal ends the check, which then finds nothing, and has closed the file.
 */
export function findDamage(file: string, signal?: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { eval: true, workerData: file })
    worker.unref()
    worker.once('message', (found: string) => resolve(found === 'ok' ? null : found))
    worker.once('error', reject)
    worker.once('exit', () => resolve(null))
    signal?.addEventListener('abort', () => {
      // Until it has ended, the process waits for it.
      worker.ref()
      worker.terminate()
    })
  })
}

/** Explains a fault that {@link findDamage} returned. */
export function damageSentence(file: string, damage: string): string {
  return `The database ${file} is damaged; restore it from a backup. SQLite reports: ${damage}`
}
