import { open, rm } from 'node:fs/promises'
import { explainOpening } from './database-error.ts'
import { openFile } from './sqlite.ts'

/**
 * Writes one moment of a database into a new file, while servers go on reading and writing it. (node:sqlite's own
 * `backup` begins again whenever another process writes.)
 */
export async function copySqlite(file: string, copy: string): Promise<void> {
  const connection = openFile(file, { readOnly: true })
  try {
    // SQLite takes an empty file for a new one; this one is ours alone to read from its first byte on.
    await (await open(copy, 'wx', 0o600)).close()
    connection.prepare('vacuum into ?').run(copy)
    await flush(copy)
  } catch (error) {
    await rm(copy, { force: true })
    throw explainOpening(copy, error)
  } finally {
    connection.close()
  }
}

/** Waits until a file, or the names in a folder, survive a power cut. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
