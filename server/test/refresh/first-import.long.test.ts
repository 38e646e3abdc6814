import { expect, onTestFinished, test } from 'vitest'
import { signal } from '../../../test-support/signal.ts'
import { faultWorld } from '../faults/fault-world.ts'
import { paging } from '../faults/paging.ts'
import { refreshWorld } from './refresh-world.ts'

test('a connected account is imported with its media, and is ready then', async () => {
  const { connect, settle, read, emulator, errors, database } = await refreshWorld()
  const { apiKey, accountId, userId } = await connect()
  expect((await read(apiKey)).body).toMatchObject({
    status: 'importing',
    lastFetchAt: null,
    posts: [],
  })

  await settle()
  expect(errors).toEqual([])
  const { body, headers } = await read(apiKey, '&page[size]=100')
  const { posts } = emulator.users.get(userId)
  expect(body).toMatchObject({ status: 'ready', lastFetchAt: '2026-11-21T12:00:00+00:00' })
  expect(headers['X-Service-Feed-Stale']).toBeUndefined()
  expect(body.posts.map(({ id }) => id)).toEqual(posts.slice(0, 100).map(({ id }) => id))
  expect(body.posts.filter(({ mediaUrl }) => !mediaUrl.startsWith('https://cdn.example/'))).toEqual(
    [],
  )
  expect(body.profilePictureUrl).toMatch(/^https:\/\/cdn\.example\//)
  expect((await database.connections.find(accountId))?.state).toBe('ready')
})

test('a first import serves each page before the next one is listed', async () => {
  const listing = signal()
  const goOn = signal()
  const { connect, settle, read } = await faultWorld({
    platform: paging({
      async before(page) {
        if (page !== 2) return
        listing.resolve()
        await goOn.promise
      },
    }),
  })
  onTestFinished(() => goOn.resolve())
  const { apiKey } = await connect('hundred.hills')
  await listing.promise
  const partial = (await read(apiKey)).body
  expect([partial.status, partial.posts.length]).toEqual(['importing', 50])
  goOn.resolve()
  await settle()
  expect((await read(apiKey)).body.posts).toHaveLength(100)
})

test('a first import that takes long gives its slot back, and goes on behind others', async () => {
  const pages: number[] = []
  const world = await faultWorld({
    editListing: (posts) => posts.map((post) => ({ ...post, caption: 7 })),
    platform: paging({
      async before(page) {
        pages.push(page)
        world.time.now += 31_000
      },
    }),
  })
  const { connect, settle, read, reports, database } = world
  const { apiKey, accountId } = await connect('hundred.hills')
  await settle()
  expect((await read(apiKey, '&page[size]=100')).body.posts).toHaveLength(100)
  // Two runs, with a page each.
  expect(pages).toEqual([1, 1])
  expect(reports.filter(([event]) => event === 'refreshedPosts')).toEqual([
    ['refreshedPosts', { accountId, isFirstImport: true, stored: 100, deleted: 0 }],
  ])
  expect(await database.accounts.list()).toMatchObject([{ leftOut: { 'post.caption': 100 } }])
})
