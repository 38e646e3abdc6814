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

  describe('attempts to connect', () => {
    const state = 'of this browser'

    it('are claimed once, by the session that began them', async () => {
      const { sessionId } = mara
      await store.beginAttempt({ state, sessionId, accountId: 7 }, now)
      expect(await store.claimAttempt({ state, sessionId: finn.sessionId }, now)).toBeNull()
      expect(await store.claimAttempt({ state: 'another', sessionId }, now)).toBeNull()
      const claims = [1, 2, 3].map(() => store.claimAttempt({ state, sessionId }, now))
      const claimed = (await Promise.all(claims)).filter((claim) => claim !== null)
      expect(claimed).toEqual([{ accountId: 7 }])
    })

    it('end after ten minutes, and are forgotten', async () => {
      const { sessionId } = mara
      await store.beginAttempt({ state, sessionId, accountId: null }, now)
      expect(await store.claimAttempt({ state, sessionId }, now + 10 * minute)).toBeNull()
      const another = { state: 'another', sessionId, accountId: null }
      await store.beginAttempt(another, now + 10 * minute)
      const { db } = database.tables
      expect(await db.selectFrom('connect_attempt').selectAll().execute()).toHaveLength(1)
      expect(await store.claimAttempt(another, now + 20 * minute - 1)).toEqual({
        accountId: null,
      })
    })

    it('are stored without the state', async () => {
      const attempt = { state, sessionId: mara.sessionId, accountId: null }
      await store.beginAttempt(attempt, now)
      const rows = await database.tables.db.selectFrom('connect_attempt').selectAll().execute()
      expect(Buffer.from(rows[0]?.state_hash ?? []).toString('latin1')).not.toContain(state)
      expect(rows[0]?.state_hash).toHaveLength(32)
    })
  })

  it('the last notice is returned once, to its session', async () => {
    const { sessionId } = mara
    expect(await store.takeNotice(sessionId)).toBeNull()
    await store.leaveNotice(sessionId, { kind: 'problem', text: 'first' })
    await store.leaveNotice(sessionId, { kind: 'done', text: 'second' })
    expect(await store.takeNotice(finn.sessionId)).toBeNull()
    expect(await store.takeNotice(sessionId)).toEqual({ kind: 'done', text: 'second' })
    expect(await store.takeNotice(sessionId)).toBeNull()
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
