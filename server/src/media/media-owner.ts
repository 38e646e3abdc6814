import { randomUUID } from 'node:crypto'
import type { Db } from '../stores/schema.ts'
import { type FileStore, MediaStoreProblem } from './file-store.ts'

export interface StoreIdentity {
  /** Random, created when it is first read. */
  storeId: string
  /** Whether the database has stored its id in a media place. */
  hasPlace: boolean
  /**
   * The id of the database that this one is a backup or a copy of; null if it is neither. A copy without a place claims that
   * of the other one at its first start, so that only one of the two uses it.
   */
  copiedFrom: string | null
}

/** The media place belongs to another database, or nobody knows to which. Nothing is written or deleted there. */
export class ForeignMedia extends MediaStoreProblem {}

type Owner =
  | 'this database'
  | 'the copied database'
  | 'nobody'
  | 'unknown'
  | 'another database'
  | 'missing'

const sentences = {
  'another database':
    'belongs to another database: nothing is stored or deleted there. Check --database and --media. If the other database is gone, start once with --adopt-media.',
  unknown:
    'contains files, but no id of a database: nothing is stored or deleted there. Choose an empty place with --media. If the files are the media of this database, start once with --adopt-media.',
  missing:
    'is empty, but this database has stored media: nothing is stored or deleted there. Check --media, and that its disk is mounted. If the media are lost, start once with --adopt-media.',
} as const

/** Returns to which database a media place belongs. The identity is null for a database that does not exist yet. */
export async function findOwner(files: FileStore, identity: StoreIdentity | null): Promise<Owner> {
  const owner = await files.readOwner()
  const isUnplacedCopy = identity !== null && identity.copiedFrom !== null && !identity.hasPlace
  if (owner !== null) {
    if (owner === identity?.storeId) return 'this database'
    return isUnplacedCopy && owner === identity.copiedFrom
      ? 'the copied database'
      : 'another database'
  }
  if (!(await files.isEmpty())) return 'unknown'
  return identity?.hasPlace || isUnplacedCopy ? 'missing' : 'nobody'
}

/** @throws {MediaStoreProblem} unless the place belongs to this database or may be claimed by it. */
export function assertUsable(owner: Owner, place: string): void {
  if (owner === 'this database' || owner === 'the copied database' || owner === 'nobody') return
  const Problem = owner === 'missing' ? MediaStoreProblem : ForeignMedia
  throw new Problem(`${place} ${sentences[owner]}`)
}

/**
 * Creates the check that a media place belongs to the database, which runs before each write and each deletion. It
 * writes the database's id into an empty place. With `adopt`, the first check claims any place.
 */
export function createOwnerCheck(
  files: FileStore,
  database: ReturnType<typeof createStoreIdentities>,
  adopt: boolean,
) {
  let identity: StoreIdentity | null = null
  let mayAdopt = adopt

  return async function assertOwned(): Promise<void> {
    identity ??= await database.read()
    let owner = await findOwner(files, identity)
    if (owner !== 'this database') {
      if (!mayAdopt) assertUsable(owner, files.place)
      const replace = mayAdopt || owner === 'the copied database'
      await files.writeOwner(identity.storeId, { replace })
      // Another database may have written its id at the same time.
      owner = await findOwner(files, identity)
      assertUsable(owner, files.place)
      // A store may reject the write because of another one that fails too.
      if (owner !== 'this database') {
        throw new MediaStoreProblem(
          `${files.place} did not store the id of this database. The next check tries again.`,
        )
      }
      identity = { ...identity, hasPlace: false }
    }
    mayAdopt = false
    if (identity.hasPlace) return
    await database.recordPlace()
    identity = { ...identity, hasPlace: true }
  }
}

export async function readStoreIdentity(db: Db): Promise<StoreIdentity | null> {
  const row = await db.selectFrom('media_store').selectAll().executeTakeFirst()
  if (!row) return null
  return { storeId: row.store_id, hasPlace: row.has_place === 1, copiedFrom: row.copied_from }
}

/** Gives a backup a media place of its own, which contains its id. */
export async function replaceStoreIdentity(
  db: Db,
  { storeId, copiedFrom }: Omit<StoreIdentity, 'hasPlace'>,
): Promise<void> {
  const columns = { store_id: storeId, has_place: 1, copied_from: copiedFrom }
  await db
    .insertInto('media_store')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

/** Creates the functions over the identity of the database's media store, which the first read adds. */
export function createStoreIdentities(db: Db) {
  return {
    async read(): Promise<StoreIdentity> {
      await db
        .insertInto('media_store')
        .values({ id: 1, store_id: randomUUID() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      const identity = await readStoreIdentity(db)
      if (!identity) throw new Error('The row of the media store is missing.')
      return identity
    },
    /** Records that a media place contains the id. What sweeps found in another place is forgotten. */
    async recordPlace(): Promise<void> {
      await db.deleteFrom('unknown_media').execute()
      await db.updateTable('media_store').set({ has_place: 1 }).execute()
    },
  }
}
