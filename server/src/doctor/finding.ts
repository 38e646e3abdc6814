import type { Settings } from '../config.ts'
import { placeOfDatabase } from '../data-folder.ts'
import { readUnmigrated } from '../database.ts'
import type { Db } from '../stores/schema.ts'

/** The result of a check, in a sentence with what to do. */
export interface Finding {
  level: 'ok' | 'warning' | 'broken'
  sentence: string
}

/** A check may have several findings; an error is one too. */
export type Check = (settings: Settings) => Promise<Finding | Finding[]>

export const ok = (sentence: string): Finding => ({ level: 'ok', sentence })
export const warning = (sentence: string): Finding => ({ level: 'warning', sentence })
export const broken = (sentence: string): Finding => ({ level: 'broken', sentence })

/** Reads from the database; null if it cannot be read, which is another check's finding. */
export function tryToRead<T>(settings: Settings, read: (db: Db) => Promise<T>): Promise<T | null> {
  return readUnmigrated(placeOfDatabase(settings), read).catch(() => null)
}
