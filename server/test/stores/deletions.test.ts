import { beforeEach, expect, test } from 'vitest'
import { storedAccount } from '../../../core/test/store/index.ts'
import type { Grant } from '../../src/connections/lifecycle.ts'
import type { Database } from '../../src/stores/database.ts'
import { type createDeletionRequests, deleteAccount } from '../../src/stores/service/deletions.ts'
import { addOwner, onBothDatabases } from '../support/databases.ts'

const grant: Grant = {
  ...{ platformId: '1784', platformOwnerId: '9284', profile: storedAccount().profile },
  ...{ token: 'token', tokenExpiresAt: 1000, permissions: [] },
}

onBothDatabases((databases) => {
  let database: Database
  let deletions: ReturnType<typeof createDeletionRequests>
  beforeEach(async () => {
    database = await databases.open()
    deletions = database.deletions
    await addOwner(database, 'mara', 'premium')
  })

  test('reports the progress of a deletion, until the files are deleted too', async () => {
    const { accountId } = await database.connections.connect('mara', grant)
    await database.connections.apply(accountId, 'disconnected')
    const code = await deletions.add([accountId], 5)
    expect(await deletions.progress(code)).toBe('running')
    await deleteAccount(database.tables.db, accountId)
    expect(await deletions.progress(code)).toBe('running')
    await database.tables.db.deleteFrom('work').execute()
    expect(await deletions.progress(code)).toBe('done')
  })

  test('an account that is connected again stays', async () => {
    const { accountId } = await database.connections.connect('mara', grant)
    await database.connections.apply(accountId, 'disconnected')
    const code = await deletions.add([accountId], 5)
    await database.connections.connect('mara', grant)
    expect(await deletions.progress(code)).toBe('connected again')
  })

  test('reports that nothing was stored, under a long code of its own', async () => {
    const codes = [await deletions.add([], 5), await deletions.add([], 5)]
    expect(new Set(codes).size).toBe(2)
    for (const code of codes) {
      expect(code).toMatch(/^[0-9a-f]{32}$/)
      expect(await deletions.progress(code)).toBe('nothing stored')
    }
    for (const code of ['0'.repeat(32), '\0']) expect(await deletions.progress(code)).toBeNull()
  })

  test('forgets a request after a year, with the next one', async () => {
    const year = 365 * 86_400_000
    const [older, newer] = [await deletions.add([], 5), await deletions.add([], 6)]
    await deletions.add([], year + 5)
    expect(await deletions.progress(older)).toBeNull()
    expect(await deletions.progress(newer)).toBe('nothing stored')
  })
})
