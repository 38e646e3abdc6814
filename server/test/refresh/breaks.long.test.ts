import { expect, onTestFinished, test } from 'vitest'
import { signal } from '../../../test-support/signal.ts'
import { hour } from '../platform/platform-world.ts'
import { queuedJobs } from '../support/queues.ts'
import { refreshWorld } from './refresh-world.ts'

test('a refresh that ends after the token was rejected does not repair the connection', async () => {
  let [isRefreshing, isHeld] = [false, false]
  const { promise: rejection, resolve: goOn } = signal()
  const { connect, settle, read, emulator, time, mails, database } = await refreshWorld({
    async beforeDownload() {
      isHeld = isRefreshing
      if (isHeld) await rejection
    },
  })
  onTestFinished(goOn)
  const { apiKey, userId, accountId } = await connect('just.a.name')
  await settle()
  isRefreshing = true
  emulator.users.addPost(userId)
  time.now += hour
  await expect.poll(() => isHeld).toBe(true)
  await database.connections.apply(accountId, 'access_lost', { reason: 'The app was removed.' })
  goOn()
  await settle()
  const { status, posts } = (await read(apiKey)).body
  expect([status, posts.length]).toEqual(['invalid_token', 10])
  expect(mails).toHaveLength(1)
})

test('a token that dies in the middle of the first import leaves what was imported, and the rest comes with the reconnect', async () => {
  const world = await refreshWorld()
  const { connect, settle, read, mails } = world
  const { apiKey, userId, accountId, owner } = await connect('hundred.hills')
  const repair = world.failSecondPage(userId, 'token-expired')
  await settle()
  const partial = (await read(apiKey)).body
  expect(partial).toMatchObject({ status: 'invalid_token', lastFetchAt: null })
  expect(partial.posts).toHaveLength(50)
  expect(mails).toHaveLength(1)

  repair()
  await world.reconnect(owner, accountId, 'hundred.hills')
  expect((await read(apiKey)).body.status).toBe('importing')
  await settle()
  const { body } = await read(apiKey, '&sort=id')
  expect(body.status).toBe('ready')
  expect(body.posts.map(({ id }) => id)).toEqual(world.oldestFirst(userId))
})

test.each(['app-throttled', 'account-throttled', 'temporary-trouble', 'html', 'not-json'] as const)(
  '%s for hours changes nothing that clients see, holds up no other account, and passes',
  async (fault) => {
    const { connect, pass, settle, read, emulator, time, mails } = await refreshWorld()
    const { apiKey, userId } = await connect('reels.and.rigging')
    const other = await connect('just.a.name')
    await settle()
    const before = await read(apiKey)
    emulator.faults.set(userId, fault)
    const news = emulator.users.addPost('just.a.name', { publishedAt: time.now })
    for (let quarter = 0; quarter < 5 * 4; quarter += 1) {
      await pass(hour / 4)
    }
    expect(await read(apiKey)).toEqual(before)
    if (fault !== 'app-throttled') {
      expect((await read(other.apiKey)).body.posts[0]?.id).toBe(news.id)
    }
    expect(mails).toEqual([])

    emulator.faults.clear(userId)
    const fresh = emulator.users.addPost(userId, { publishedAt: time.now })
    await pass(2 * hour)
    const { status, posts } = (await read(apiKey)).body
    expect([status, posts[0]?.id]).toEqual(['ready', fresh.id])
    expect((await read(other.apiKey)).body.posts[0]?.id).toBe(news.id)
  },
)

test('a withdrawn permission for comments costs no posts, and keeps the comments that are stored', async () => {
  const { connect, pass, settle, read, emulator, time, errors } = await refreshWorld()
  const { apiKey, userId } = await connect('tideline.notes')
  await settle()
  const comments = async () =>
    (await read(apiKey, '&include[]=comments')).body.posts.map((post) => post.comments)
  const before = await comments()
  expect(before.flat().length).toBeGreaterThan(0)
  emulator.faults.set(userId, 'comments-withdrawn')
  const fresh = emulator.users.addPost(userId, { publishedAt: time.now })
  await pass(hour)
  const { status, posts } = (await read(apiKey)).body
  expect([status, posts[0]?.id]).toEqual(['ready', fresh.id])
  expect((await comments()).slice(1)).toEqual(before)
  expect(errors).toEqual([])
})

test.each(['gone', 'turned-personal', 'no-permission', 'app-removed'] as const)(
  '%s breaks the connection, after which none of its jobs fails',
  async (fault) => {
    const { connect, pass, settle, read, emulator, errors, mails, database } = await refreshWorld()
    const { apiKey, userId } = await connect('just.a.name')
    await settle()
    emulator.faults.set(userId, fault)
    await pass(2 * hour)
    expect((await read(apiKey)).body.status).toBe('invalid_token')
    errors.splice(0)
    // Profiles are due daily, the token after a week.
    for (let half = 0; half < 18; half += 1) await pass(12 * hour)
    const failing = (await queuedJobs(database)).filter(({ lastError }) => lastError !== null)
    expect([failing, errors, mails.length]).toEqual([[], [], 1])
  },
)
