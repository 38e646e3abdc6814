import { expect, test } from 'vitest'
import { signal } from '../../../test-support/signal.ts'
import { readAccounts } from '../../src/stores/service/account-overview.ts'
import { countConnections, readDatabase } from '../../src/stores/service/health.ts'
import { changePlan } from '../../src/stores/service/owner-overview.ts'
import { day, hour } from '../platform/platform-world.ts'
import { queuedJobs } from '../support/queues.ts'
import { refreshWorld } from './refresh-world.ts'

const gone =
  'The photo platform no longer shows this account to us: it was deleted, restricted or turned into a personal account.'
const forbidden =
  'The photo platform no longer lets us read the posts: a permission that you gave is missing, or the account is restricted.'

test.each([
  ['no-permission', forbidden],
  ['permission-denied', forbidden],
  ['gone', gone],
  ['turned-personal', gone],
] as const)(
  '%s breaks the connection as a rejected token does, and its end repairs it',
  async (fault, reason) => {
    const world = await refreshWorld()
    const { connect, pass, settle, read, emulator, mails, reports, database, time } = world
    const { apiKey, userId, accountId } = await connect('just.a.name')
    await settle()
    const { posts } = (await read(apiKey)).body
    emulator.faults.set(userId, fault)
    for (let hours = 0; hours < 5; hours += 1) await pass(hour)
    const broken = await read(apiKey)
    expect(broken).toMatchObject({ status: 200, body: { status: 'invalid_token', posts } })
    expect(broken.headers['X-Service-Account-Status']).toBe('invalid_token')
    expect(broken.headers['X-Service-Feed-Stale']).toBeDefined()
    expect(mails.map(({ payload }) => payload)).toEqual([{ reason }])
    expect(reports.filter(([event]) => event === 'brokenConnection')).toEqual([
      ['brokenConnection', { accountId, error: expect.stringContaining(reason) }],
    ])
    expect(await database.connections.find(accountId)).toMatchObject({ brokenReason: reason })

    emulator.faults.clear(userId)
    const fresh = emulator.users.addPost(userId, { publishedAt: time.now })
    await pass(day)
    const repaired = await read(apiKey)
    expect(repaired.headers['X-Service-Feed-Stale']).toBeUndefined()
    expect([repaired.body.status, repaired.body.posts[0]?.id]).toEqual(['ready', fresh.id])
  },
)

test('an app that the platform has blocked breaks no connection, and is an error of the operator', async () => {
  const { connect, pass, settle, read, emulator, mails, errors } = await refreshWorld()
  const { apiKey, userId } = await connect('just.a.name')
  await settle()
  emulator.faults.set(userId, 'app-blocked')
  for (let hours = 0; hours < 3; hours += 1) await pass(hour)
  expect((await read(apiKey)).body.status).toBe('ready')
  expect(mails).toEqual([])
  expect(String(errors[0])).toContain('The photo platform has blocked the app of this service.')
})

test('a job that fails for days goes on, and the operator sees the account, the kind and since when', async () => {
  const { connect, pass, settle, read, emulator, time, database, failures } = await refreshWorld()
  const unreadable = await connect('just.a.name')
  const down = await connect('reels.and.rigging')
  const throttled = await connect('tideline.notes')
  await settle()
  const jobs = async () => (await readDatabase(database.tables.db)).jobs
  expect(await jobs()).toEqual([])
  const startedAt = time.now
  emulator.faults.set(unreadable.userId, 'other-shape', { on: ['media'] })
  emulator.faults.set(down.userId, 'server-error', { on: ['media'] })
  emulator.faults.set(throttled.userId, 'account-throttled', { on: ['media'] })
  for (let hours = 0; hours < 23; hours += 1) await pass(hour)
  // A pause that the platform requests is no failure until it has lasted for a day.
  const failingAccounts = async () =>
    (await database.work.list({ failingOnly: true })).map(({ accountId }) => accountId)
  expect(await jobs()).toMatchObject([{ kind: 'posts', state: 'failing', count: 2 }])
  expect((await failingAccounts()).sort()).toEqual([unreadable.accountId, down.accountId].sort())
  expect(failures.filter(({ accountId }) => accountId === throttled.accountId)).toEqual([])
  for (let hours = 0; hours < 40; hours += 1) await pass(hour)
  expect(await jobs()).toMatchObject([{ kind: 'posts', state: 'failing_for_a_day', count: 3 }])
  expect(await failingAccounts()).toHaveLength(3)
  for (const { accountId } of [unreadable, down, throttled]) {
    const last = failures.findLast((failure) => failure.accountId === accountId)
    expect(last).toMatchObject({ kind: 'posts', accountId, attempt: expect.any(Number) })
    expect(Date.parse(last?.failingSince ?? '')).toBeGreaterThan(startedAt)
  }
  const accounts = await readAccounts(database.tables.db)
  expect(accounts.map(({ failingJob }) => failingJob)).toEqual(['posts', 'posts', 'posts'])

  emulator.faults.clear(unreadable.userId)
  const fresh = emulator.users.addPost(unreadable.userId, { publishedAt: time.now })
  await pass(day)
  expect((await read(unreadable.apiKey)).body.posts[0]?.id).toBe(fresh.id)
})

test('renewals of tokens that fail are reported, and the operator sees when the first token expires', async () => {
  const { connect, pass, settle, emulator, database, reports, time } = await refreshWorld()
  const { userId, accountId } = await connect('just.a.name')
  await settle()
  const issuedAt = time.now
  const expiresAt = issuedAt + 5_183_944_000
  emulator.faults.set(userId, 'unknown-error', { on: ['refresh'] })
  for (let days = 0; days < 10; days += 1) await pass(day)
  const failed = reports.filter(([event]) => event === 'failedRenewal')
  expect(failed.length).toBeGreaterThanOrEqual(3)
  expect(failed[0]?.[1]).toEqual({
    accountId,
    error: expect.stringContaining('error 9004'),
    expiresAt: new Date(expiresAt).toISOString(),
  })
  const [account] = await readAccounts(database.tables.db, { id: accountId })
  expect(account).toMatchObject({
    ...{ failingJob: 'token', lastError: expect.stringContaining('error 9004') },
    tokenExpiresAt: expiresAt,
  })
  expect(await countConnections(database.tables.db)).toMatchObject([{ expiring: 0 }])
  time.now = issuedAt + 47 * day
  expect(await countConnections(database.tables.db)).toMatchObject([{ expiring: 1 }])
})

test('media that cannot be stored are reported; a new signature in their URLs purges nothing', async () => {
  const { connect, pass, settle, read, emulator, reports, purged } = await refreshWorld()
  const { apiKey, userId, accountId } = await connect('just.a.name')
  emulator.faults.set(userId, 'expired-media')
  await settle()
  const before = (await read(apiKey)).body.posts
  expect(before[0]?.mediaUrl).toContain('?')
  expect(reports.filter(([event]) => event === 'downloadedMedia')).toContainEqual([
    'downloadedMedia',
    {
      ...{ accountId, stored: 0 },
      notStored: [{ reason: 'responded with 403', count: expect.any(Number) }],
    },
  ])
  purged.length = 0
  for (let hours = 0; hours < 3; hours += 1) await pass(hour)
  expect(purged).toEqual([])
  // Clients get the new signature nevertheless.
  expect((await read(apiKey)).body.posts[0]?.mediaUrl).not.toBe(before[0]?.mediaUrl)
  emulator.faults.clear(userId)
  await pass(day)
  expect((await read(apiKey)).body.posts[0]?.mediaUrl).not.toContain('?')
  expect(purged).not.toEqual([])
})

test('a change of plan during a refresh counts for the next one', async () => {
  let isHeld = false
  const { promise: released, resolve: goOn } = signal()
  const { connect, settle, database, time } = await refreshWorld({
    async beforeDownload() {
      isHeld = true
      await released
    },
  })
  const { owner } = await connect('just.a.name', 'free')
  await expect.poll(() => isHeld).toBe(true)
  await changePlan(database.tables.db, { email: `${owner}@example.com`, plan: 'premium' })
  goOn()
  await settle()
  const posts = (await queuedJobs(database)).find(({ kind }) => kind === 'posts')
  expect(posts?.runAt).toBeLessThanOrEqual(time.now + hour)
})
