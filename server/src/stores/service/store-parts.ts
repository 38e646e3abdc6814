import type { DatabaseSettings } from '../engine/database-settings.ts'
import type { Db } from '../engine/schema.ts'
import type { SecretBox } from '../engine/secret-box.ts'

/** What the functions over tables are made with. */
export interface StoreParts {
  db: Db
  /** For columns that are encrypted. */
  secretBox: SecretBox
  settings: DatabaseSettings
  clock(): number
}
