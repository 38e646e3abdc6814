import { expect, test } from 'vitest'
import { createReadiness } from '../../src/operations/readiness.ts'
import { countFutureTimes } from '../../src/stores/service/times.ts'
import { day, hour } from '../platform/platform-world.ts'
import { queuedJobs } from '../support/queues.ts'
import { refreshWorld } from './refresh-world.ts'

const intervals: Record<string, number> = { posts: hour, profile: day, token: 7 * day }

const jumps = [hour, 8 * day, 70 * day]
test.each([
  ...jumps.map((jump) => ['ahead and back', jump, -jump] as const),
  ...jumps.map((jump) => ['back', -jump, 0] as const),
])('a clock that jumps %s, by %i ms, freezes nothing', async (_, first, second) => {
  const world = await refreshWorld()
  const { connect, settle, read, database, time, errors, emulator, requests } = world
  const { apiKey, accountId, userId, owner } = await connect('just.a.name')
  await settle()
  const readiness = createReadiness({
    health: database.health,
    media: { async check() {} },
    onError() {},
    clock: () => time.now,
  })
  expect((await readiness.report()).status).toBe('ready')
  const limit = { size: 2, refillMs: hour }
  const session = { id: 'session', browser: 'browser', at: time.now + Math.max(0, first) }
  time.now += first
  await settle()
  for (const _ of [1, 2]) await database.attempts.take('sign-in', limit, session.at)
  await database.owners.add({ email: 'o@mail.example', password: null, at: session.at }, session)
  const link = { id: 'link', ownerId: owner, email: `${owner}@example.com` }
  await database.sessions.addLink({ ...link, expiresAt: session.at + hour })
  if (second !== 0) {
    await readiness.report()
    time.now += second
    const checks = { database: 'ok', clock: 'failing' }
    expect(await readiness.report()).toMatchObject({ status: 'degraded', checks })
    time.now += hour
    expect((await readiness.report()).status).toBe('ready')
    time.now -= hour
  }

  // What a response says before any job has run.
  const fetchedAt = async () => Date.parse((await read(apiKey)).body.lastFetchAt ?? '')
  expect(await fetchedAt()).toBeLessThanOrEqual(time.now)
  const post = emulator.users.addPost(userId, { publishedAt: time.now })
  const late = async () =>
    (await queuedJobs(database)).filter(
      ({ kind, runAt, leaseUntil }) =>
        runAt > time.now + 1.1 * (intervals[kind] ?? 0) || leaseUntil > time.now + hour,
    )
  await expect.poll(late).toEqual([])
  // A run that began before the post was published ends now, not an hour later.
  await settle()
  await world.pass(hour)
  const { posts } = (await read(apiKey, '&page[size]=100')).body
  expect(posts.map(({ id }) => id)).toContain(post.id)
  expect(await fetchedAt()).toBeLessThanOrEqual(time.now)
  expect(await countFutureTimes(database.tables.db)).toBe(0)
  const most = Math.abs(first) + 2 * hour
  expect(await database.attempts.take('sign-in', limit, time.now)).toBeLessThanOrEqual(hour)
  if (most > 7 * day) {
    expect(await database.sessions.find('session', time.now)).toBeUndefined()
    expect(await database.sessions.findLink('link', time.now, 7 * day)).toBeUndefined()
  }
  expect(errors.filter((error) => !String(error).startsWith('RetryAt: refreshed token'))).toEqual(
    [],
  )
  // The emulator shares the clock, and renews no token that was issued in the future: it is tried daily.
  const { tokenIssuedAt } = (await database.connections.find(accountId)) ?? {}
  const renewals = () => requests.filter((path) => path.endsWith('/refresh_access_token')).length
  const before = renewals()
  await world.pass(1.1 * day)
  expect(renewals() > before).toBe(Number(tokenIssuedAt) > time.now)
})
