import { open, readFile } from 'node:fs/promises'

/** Writes a file beside a SQLite database that says where it was copied to. No server or command opens it then. */
export async function markAsMoved(file: string, target: string): Promise<void> {
  await using mark = await open(`${file}.moved`, 'w', 0o600)
  await mark.writeFile(`copied to ${target} at ${new Date().toISOString()}\n`)
  await mark.sync()
}

/** Returns where a SQLite database was copied to, and when; null if it was not. */
export async function readMovedMark(file: string): Promise<string | null> {
  const mark = await readFile(`${file}.moved`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  return mark?.trim() ?? null
}
