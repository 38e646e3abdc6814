import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { UserError } from '@photofeed/core/node'

/** Writes a file beside a SQLite database that says where it was copied to. No server or command opens it then. */
export async function markAsMoved(file: string, target: string): Promise<void> {
  await using mark = await open(`${file}.moved`, 'w', 0o600)
  await mark.writeFile(`copied to ${target} at ${new Date().toISOString()}\n`)
  await mark.sync()
}

/** @throws {UserError} if a SQLite database was copied to another one. */
export function assertNotMoved(file: string): void {
  if (!existsSync(`${file}.moved`)) return
  const mark = readFileSync(`${file}.moved`, 'utf8').trim()
  throw new UserError(
    `The database ${file} was ${mark}. Set PHOTOFEED_DATABASE to that database. To use the file again, delete ${file}.moved.`,
  )
}
