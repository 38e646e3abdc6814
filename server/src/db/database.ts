import { openConnections } from './connections.ts'
import { createFeedWriter } from './feed-writer.ts'
import { createKeyRing } from './key-ring.ts'
import type { Database } from './ports.ts'
import { createSecretBox } from './secret-box.ts'
import { createSqlStore } from './sql-store.ts'

export interface DatabaseOptions {
  /** The SQLite file, which is created when it is missing; ':memory:' for a database that ends with the process. */
  file: string
  /** Encrypts the API keys; long and random, and the same each time the file is opened. */
  secret: string
  clock?: () => number
}

/** Opens the embedded database and brings its tables up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { file, secret, clock = Date.now } = options
  const secretBox = createSecretBox(secret)
  const { reader, writer, commits, close } = await openConnections(file)
  return {
    store: createSqlStore(reader, commits),
    feeds: createFeedWriter(reader, writer),
    keys: createKeyRing({ reader, writer, secretBox, clock }),
    close,
  }
}
