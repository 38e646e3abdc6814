import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPostgres } from '../db/database.ts'

export interface SecretSettings {
  data: string
  database?: string | undefined
  secret?: string | undefined
}

/** The secret that `start` would take: the one that is set, or SQLite's in the data folder. Makes none. */
export async function storedSecret({
  data,
  database = '',
  secret,
}: SecretSettings): Promise<string | null> {
  if (secret !== undefined) return secret
  if (isPostgres(database)) return null
  const text = await readFile(join(data, 'secret'), 'utf8').catch(() => '')
  return text.trim() === '' ? null : text.trim()
}
