import { beforeEach, describe, expect, it } from 'vitest'
import { storedAccount } from '../../../core/test/store/index.ts'
import type { Grant } from '../../src/connections/lifecycle.ts'
import type { Database } from '../../src/stores/database.ts'
import type { ClaimedJob } from '../../src/stores/service/work-kinds.ts'
import { addOwner, onBothDatabases, testSecret } from '../support/databases.ts'
import { claimJobs, queuedJobs, queuedMessages } from '../support/queues.ts'

const day = 86_400_000
const mara = 'mara'
const finn = 'finn'

function grant(number: number, changes: Partial<Grant> = {}): Grant {
  const profile = { ...storedAccount().profile, username: `user.${number}` }
  return {
    ...{ platformId: `platform-${number}`, platformOwnerId: `scoped-${number}` },
    ...{ profile, token: `token-${number}` },
    ...{ tokenExpiresAt: 60 * day, permissions: ['basic', 'comments'], ...changes },
  }
}

onBothDatabases((databases) => {
  let now: number
  let database: Database
  beforeEach(async () => {
    now = 1000
    database = await databases.open({ at: await databases.place(), clock: () => now })
    await addOwner(database, mara, 'premium')
    await addOwner(database, finn, 'free')
  })

  /** What the read API sees under a key. */
  async function seen(apiKey: string) {
    const account = await database.store.findAccountByKey(apiKey)
    return account && { id: account.id, status: account.status, plan: account.plan }
  }

  describe('connecting', () => {
    it('issues a key that reads the account, and schedules the first import', async () => {
      const { accountId, apiKey } = await database.connections.connect(mara, grant(1))
      expect(await seen(apiKey)).toEqual({ id: accountId, status: 'importing', plan: 'premium' })
      expect(
        (await queuedJobs(database)).map(({ kind, runAt }) => [kind, accountId, runAt]),
      ).toEqual([
        ['posts', accountId, 1000],
        ['profile', accountId, 1000],
        ['token', accountId, 1000],
      ])
      expect(await database.connections.find(accountId)).toEqual({
        ...{ accountId, platformId: 'platform-1', ownerId: 'mara', state: 'importing' },
        mediaId: expect.stringMatching(/^[0-9a-f]{16}$/),
        ...{ plan: 'premium', tokenIssuedAt: 1000, tokenExpiresAt: 60 * day },
        ...{ permissions: ['basic', 'comments'], connectedAt: 1000, brokenReason: null },
        ...{ lastFetchAt: null, username: 'user.1', ownerEmail: 'mara@example.com' },
        ...{ profile: grant(1).profile, status: 'importing', platformOwnerId: 'scoped-1' },
      })
      expect(await database.connections.token(accountId)).toBe('token-1')
    })

    it('again after a disconnect issues a new key; the old one stays revoked', async () => {
      const first = await database.connections.connect(mara, grant(1))
      await database.connections.apply(first.accountId, 'disconnected')
      expect(await seen(first.apiKey)).toBeNull()
      const second = await database.connections.connect(mara, grant(1))
      expect(second.accountId).toBe(first.accountId)
      expect(second.apiKey).not.toBe(first.apiKey)
      expect(await seen(first.apiKey)).toBeNull()
      expect(await seen(second.apiKey)).toMatchObject({ status: 'importing' })
    })

    it('is rejected for an account that is connected, with a sentence for its owner', async () => {
      await database.connections.connect(mara, grant(1))
      await expect(database.connections.connect(mara, grant(1))).rejects.toThrow(
        '@user.1 is connected already. Use Reconnect to repair the connection.',
      )
      await expect(database.connections.connect(finn, grant(1))).rejects.toThrow(
        '@user.1 is connected by somebody else.',
      )
    })

    it('is rejected above the limit of the plan', async () => {
      await database.connections.connect(finn, grant(1))
      await expect(database.connections.connect(finn, grant(2))).rejects.toThrow(
        'Free connects up to 1 account. Remove one to connect another.',
      )
      for (const number of [3, 4, 5, 6, 7]) await database.connections.connect(mara, grant(number))
      await expect(database.connections.connect(mara, grant(8))).rejects.toThrow(
        'Premium connects up to 5 accounts. Remove one to connect another.',
      )
      expect(await database.connections.ofOwner('mara')).toHaveLength(5)
    })

    it('by several owners at the same time succeeds for one of them, and is rejected for the others', async () => {
      const owners = ['lena', 'nils', 'olga', 'paul', 'rosa', 'tove']
      for (const owner of owners) await addOwner(database, owner, 'premium')
      for (const number of [1, 2, 3, 4]) {
        const settled = await Promise.allSettled(
          owners.map((owner) => database.connections.connect(owner, grant(number))),
        )
        const rejected = settled.flatMap((each) =>
          each.status === 'rejected' ? [String(each.reason)] : [],
        )
        expect(rejected).toEqual(
          Array(5).fill(`ConnectionRejected: @user.${number} is connected by somebody else.`),
        )
        expect((await database.keys.findAll()).size).toBe(number)
      }
    })
  })

  describe('a broken connection', () => {
    it('has its key and posts, notifies the owner once, and is repaired with the same key', async () => {
      const { accountId, apiKey } = await database.connections.connect(mara, grant(1))
      await database.connections.apply(accountId, 'imported')
      const reason = 'The password was changed.'
      expect(await database.connections.apply(accountId, 'access_lost', { reason })).toBe(
        'invalid_token',
      )
      expect(await database.connections.apply(accountId, 'access_lost', { reason: 'again' })).toBe(
        'invalid_token',
      )
      expect(await seen(apiKey)).toMatchObject({ status: 'invalid_token' })
      expect(await database.connections.find(accountId)).toMatchObject({ brokenReason: reason })
      expect(await mails()).toEqual([{ accountId, payload: { reason } }])

      await database.connections.reconnect('mara', accountId, grant(1, { token: 'fresh' }))
      expect(await seen(apiKey)).toMatchObject({ status: 'ready' })
      expect(await database.connections.token(accountId)).toBe('fresh')
      expect(await database.connections.find(accountId)).toMatchObject({ brokenReason: null })
      expect(await mails()).toHaveLength(1)
    })

    it('is not repaired with another account, nor by another owner', async () => {
      const { accountId } = await database.connections.connect(mara, grant(1))
      await database.connections.apply(accountId, 'access_lost', { reason: 'expired' })
      await expect(database.connections.reconnect('mara', accountId, grant(2))).rejects.toThrow(
        'You allowed access to @user.2, which is another account.',
      )
      await expect(database.connections.reconnect('finn', accountId, grant(1))).rejects.toThrow(
        'This account is not one of yours.',
      )
      expect(await database.connections.token(accountId)).toBe('token-1')
    })
  })

  it('a reconnect while posts are being fetched has them fetched again with the new access', async () => {
    const { accountId } = await database.connections.connect(mara, grant(1))
    const claimed = await claimJobs(database, 10, day)
    const posts = claimed.find(({ kind }) => kind === 'posts') as ClaimedJob
    now += 1
    await database.connections.reconnect(mara, accountId, grant(1, { token: 'fresh' }))
    await database.work.complete(posts, day)
    expect(await claimJobs(database, 10, day)).toMatchObject([{ kind: 'posts', accountId }])
  })

  it('every change that clients see clears cached responses, here and at the edge', async () => {
    const { accountId, apiKey } = await database.connections.connect(mara, grant(1))
    const before = await database.store.findAccountByKey(apiKey)
    await database.connections.apply(accountId, 'imported')
    const after = await database.store.findAccountByKey(apiKey)
    expect(after?.version).toBe((before?.version ?? 0) + 1)
    // And again a minute later: a response from before may reach a cache just after its purge.
    const purges = (await queuedMessages(database)).filter(({ kind }) => kind === 'clear_edge')
    const [now, later] = purges.map(({ runAt }) => runAt)
    expect([purges.length, Number(later) - Number(now)]).toEqual([2, 60_000])
  })

  it('a disconnect deletes key, token and jobs immediately, and a run that ends later restores nothing', async () => {
    const { accountId, apiKey } = await database.connections.connect(mara, grant(1))
    await database.connections.apply(accountId, 'disconnected')
    expect(await seen(apiKey)).toBeNull()
    expect(await queuedJobs(database)).toEqual([])
    expect(await sent('delete_account')).toHaveLength(1)
    await database.connections.renewToken(accountId, 'token-1', {
      ...{ token: 'late', tokenExpiresAt: 90 * day },
    })
    expect(await database.connections.apply(accountId, 'imported')).toBe('disconnected')
    expect(await database.connections.token(accountId)).toBeNull()
    expect(await database.connections.find(accountId)).toMatchObject({
      ownerId: null,
      state: 'disconnected',
    })
    expect(await database.connections.ofOwner('mara')).toEqual([])
  })

  it('is found by either id that the platform has for its owner, until it is deleted', async () => {
    const { accountId } = await database.connections.connect(mara, grant(1))
    await database.connections.connect(mara, grant(2, { platformOwnerId: null }))
    const found = async (id: string) =>
      (await database.connections.ofPlatformOwner(id)).map(({ platformId }) => platformId)
    expect(await found('platform-1')).toEqual(['platform-1'])
    expect(await found('scoped-1')).toEqual(['platform-1'])
    expect(await found('platform-2')).toEqual(['platform-2'])
    expect(await found('scoped-2')).toEqual([])
    await database.connections.reconnect(mara, accountId, grant(1, { platformOwnerId: 'other' }))
    expect(await found('scoped-1')).toEqual([])
    await database.connections.apply(accountId, 'disconnected')
    expect(await found('other')).toEqual(['platform-1'])
  })

  it('a late result about a token does not apply to the token that replaced it', async () => {
    const { accountId } = await database.connections.connect(mara, grant(1))
    await database.connections.reconnect('mara', accountId, grant(1, { token: 'fresh' }))
    const loseAccess = (token: string) =>
      database.connections.apply(accountId, 'access_lost', { reason: 'expired', token })
    expect(await loseAccess('token-1')).toBeNull()
    const late = { token: 'late', tokenExpiresAt: 67 * day }
    expect(await database.connections.renewToken(accountId, 'token-1', late)).toBe(false)
    expect(await database.connections.find(accountId)).toMatchObject({ state: 'importing' })
    expect(await database.connections.token(accountId)).toBe('fresh')
    expect(await loseAccess('fresh')).toBe('broken_import')
  })

  it('two connects of one owner at the same time do not exceed the plan', async () => {
    const both = await Promise.allSettled([
      database.connections.connect(finn, grant(1)),
      database.connections.connect(finn, grant(2)),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await database.connections.ofOwner(finn)).toHaveLength(1)
  })

  it('a token that another secret encrypted is lost', async () => {
    const at = await databases.place()
    const own = await databases.open({ at, secret: testSecret })
    await addOwner(own, mara, 'free')
    const { accountId } = await own.connections.connect(mara, grant(1))
    const other = await databases.open({ at, secret: 'another secret' })
    expect(await other.connections.findWithToken(accountId)).toMatchObject({
      ...{ connection: { accountId }, token: null },
    })
  })

  async function sent(kind: string) {
    const messages = await queuedMessages(database)
    return messages
      .filter((message) => message.kind === kind)
      .map(({ accountId, payload }) => ({ accountId, payload }))
  }

  const mails = () => sent('broken_connection_mail')
})
