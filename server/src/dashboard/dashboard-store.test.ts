import { beforeEach, describe, expect, it } from 'vitest'
import { storedAccount } from '../../../core/test/store/index.ts'
import { onBothDatabases, testSecret } from '../../test/support/databases.ts'
import { quickPasswords } from '../../test/support/owners.ts'
import type { Database } from '../database.ts'
import { createOwners } from '../owners/owners.ts'
import type { DashboardStore } from './dashboard-store.ts'

const minute = 60_000
const now = Date.UTC(2026, 10, 21, 12)

onBothDatabases((databases) => {
  let database: Database
  let store: DashboardStore
  let mara: { sessionId: string; ownerId: string }
  let finn: typeof mara

  async function signUp(name: string): Promise<typeof mara> {
    const baseUrl = 'http://feeds.example'
    const owners = createOwners({
      ...{ database, secret: testSecret, baseUrl, supportEmail: 'help@feeds.example' },
      ...{ mailer: null, passwords: quickPasswords },
    })
    const credentials = { email: `${name}@harbour.example`, password: 'low tide at noon' }
    const [cookie = ''] = await owners.signUp(credentials, { address: '192.0.2.1' })
    const session = await owners.sessions.find(
      new Headers({ Cookie: cookie.split(';', 1)[0] ?? '' }),
    )
    return { sessionId: session?.id ?? '', ownerId: session?.owner.id ?? '' }
  }

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
    store = database.dashboard
    mara = await signUp('mara')
    finn = await signUp('finn')
  })

  it('refreshes of an account are a minute apart, also for concurrent requests', async () => {
    const [one, other] = [await connect(mara.ownerId, 1), await connect(finn.ownerId, 2)]
    const asked = await Promise.all([1, 2, 3].map(() => store.countRefresh(one, now)))
    expect(asked.filter((missing) => missing === 0)).toHaveLength(1)
    expect(asked.filter((missing) => missing === minute)).toHaveLength(2)
    expect(await store.countRefresh(other, now)).toBe(0)
    expect(await store.countRefresh(one, now + minute - 1)).toBe(1)
    expect(await store.countRefresh(one, now + minute)).toBe(0)
  })

  describe('cards', () => {
    it('are the accounts of the owner, with the last and next fetch', async () => {
      await database.tables.db.updateTable('owner').set({ plan: 'premium' }).execute()
      const [one, other] = [await connect(mara.ownerId, 1), await connect(mara.ownerId, 2)]
      await connect(finn.ownerId, 3)
      await database.connections.apply(other, 'access_lost', 'The password was changed.')
      const { plan, cards } = await store.cardsOf(mara.ownerId)
      const importing = { plan: 'premium', lastFetchAt: null, nextFetchAt: now, lastError: null }
      expect([plan, cards]).toMatchObject([
        'premium',
        [
          { ...importing, accountId: one, state: 'importing', brokenReason: null },
          { accountId: other, state: 'broken_import', brokenReason: 'The password was changed.' },
        ],
      ])
      expect(cards[0]?.profile.username).toBe('user.1')
    })

    it('are empty for an owner without connected accounts', async () => {
      expect(await store.cardsOf(mara.ownerId)).toEqual({ plan: 'free', cards: [] })
      const account = await connect(mara.ownerId, 1)
      await database.connections.apply(account, 'disconnected')
      expect(await store.cardsOf(mara.ownerId)).toEqual({ plan: 'free', cards: [] })
    })
  })
})
