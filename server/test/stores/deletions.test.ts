import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { storedAccount } from '../../../core/test/store/index.ts'
import type { Grant } from '../../src/connections/lifecycle.ts'
import type { Database } from '../../src/stores/database.ts'
import { type createDeletionRequests, deleteAccount } from '../../src/stores/service/deletions.ts'
import { addOwner, onBothDatabases } from '../support/databases.ts'
import { queuedMessages } from '../support/queues.ts'

const grant: Grant = {
  ...{ platformId: '1784', platformOwnerId: '9284', profile: storedAccount().profile },
  ...{ token: 'token', tokenExpiresAt: 1000, permissions: [] },
}

onBothDatabases((databases, name) => {
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

  test('no mail stays of an owner who is deleted, also about an account that was disconnected before', async () => {
    const { connections, keys, owners } = database
    await addOwner(database, 'mara.other', 'premium')
    for (const platformId of ['1', '2']) {
      const { accountId } = await connections.connect('mara', { ...grant, platformId })
      await keys.issue(accountId)
      if (platformId === '1') await connections.apply(accountId, 'disconnected')
    }
    await connections.connect('mara.other', { ...grant, platformId: '3' })
    await keys.issue((await connections.ofOwner('mara.other'))[0]?.accountId ?? 0)
    await owners.requestNewEmail({ id: 'mara', email: 'mara@example.com' }, 'new@example.com')
    await owners.delete('mara', null)
    const mails = (await queuedMessages(database)).filter(({ kind }) => kind.endsWith('_mail'))
    expect(mails.map(({ payload }) => payload.email)).toEqual(['mara.other@example.com'])
  })

  test('an account of many posts and files is deleted in batches, and can be connected again meanwhile', async () => {
    const { db } = database.tables
    const { accountId } = await database.connections.connect('mara', grant)
    for (const insert of [
      sql`insert into post select ${sql.lit(accountId)}, i, 'p' || i, 0, 'IMAGE', '{}', '[]' from n`,
      sql`insert into media_file select 'm/' || i, ${sql.lit(accountId)}, 'jpg', 1, 0, 1 from n`,
    ]) {
      await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1200) ${insert}`.execute(
        db,
      )
    }
    await database.connections.apply(accountId, 'disconnected')
    const counts: number[] = []
    const deleting = database.accounts.delete(accountId)
    const counted = (async () => {
      while (counts.at(-1) !== 0) {
        const { rows } = await sql<{ n: number }>`select count(*) as n from post`.execute(db)
        counts.push(Number(rows[0]?.n))
        await setImmediate()
      }
    })()
    await Promise.all([deleting, counted])
    // On SQLite a transaction stops everything else.
    if (name === 'SQLite') expect([...new Set(counts)]).toEqual([1200, 700, 200, 0])
    await db.deleteFrom('work').where('kind', '=', 'delete_account').execute()
    const messages = await database.work.claim(['deletion'], 9, 1)
    expect(messages.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['delete_media', { hasFiles: true, isLast: false, mediaId: expect.any(String) }],
    ])
    const again = await database.connections.connect('mara', grant)
    expect(again.accountId).not.toBe(accountId)
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
