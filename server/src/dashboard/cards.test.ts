import { beforeEach, describe, expect, it } from 'vitest'
import { storedAccount } from '../../../core/test/store/index.ts'
import { addOwner, onBothDatabases } from '../../test/support/databases.ts'
import type { Database } from '../stores/database.ts'

const now = Date.UTC(2026, 10, 21, 12)

onBothDatabases((databases) => {
  let database: Database

  async function connect(ownerId: string, number: number): Promise<number> {
    const profile = { ...storedAccount().profile, username: `user.${number}` }
    const { accountId } = await database.connections.connect(ownerId, {
      ...{ platformId: `platform-${number}`, platformOwnerId: null, profile, token: 'token' },
      ...{ tokenExpiresAt: now, permissions: ['basic'] },
    })
    return accountId
  }

  beforeEach(async () => {
    database = await databases.open({ clock: () => now })
    for (const id of ['mara', 'finn']) await addOwner(database, id, 'premium')
  })

  describe('cards', () => {
    it('are the accounts of the owner, with the last and next fetch', async () => {
      const [one, other] = [await connect('mara', 1), await connect('mara', 2)]
      await connect('finn', 3)
      await database.connections.apply(other, 'access_lost', {
        reason: 'The password was changed.',
      })
      const cards = await database.accounts.cards('mara')
      const importing = { plan: 'premium', lastFetchAt: null, nextFetchAt: now, lastError: null }
      expect(cards).toMatchObject([
        { ...importing, accountId: one, state: 'importing', brokenReason: null },
        { accountId: other, state: 'broken_import', brokenReason: 'The password was changed.' },
      ])
      expect(cards[0]?.profile.username).toBe('user.1')
    })

    it('are empty for an owner without connected accounts', async () => {
      expect(await database.accounts.cards('mara')).toEqual([])
      const account = await connect('mara', 1)
      await database.connections.apply(account, 'disconnected')
      expect(await database.accounts.cards('mara')).toEqual([])
    })
  })
})
