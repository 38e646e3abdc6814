import { expect, test } from 'vitest'
import { runs } from '../../../test-support/scope.ts'
import { day } from '../platform/platform-world.ts'
import { faultWorld } from './fault-world.ts'
import { paging } from './paging.ts'

const most = runs(2000, 10_000)

test(`${most} posts are imported in their order while the API responds, and half of them go when the platform drops them`, {
  timeout: 180_000,
}, async () => {
  const statuses = new Set<number>()
  let picture: string | null = null
  const world = await faultWorld({
    platform: paging({
      before: async (page) => {
        if (page % 20 === 0) statuses.add((await read(apiKey)).status)
      },
      // One picture for all: this is about their number.
      edit: (page) => {
        picture ??= page.posts[0]?.media_url ?? null
        const posts = page.posts.map((post) => ({ ...post, media_url: picture }))
        return { ...page, posts }
      },
    }),
  })
  const { connect, settle, read, emulator, time, db } = world
  const { posts } = emulator.users.get('just.a.name')
  const oldest = Math.min(...posts.map(({ publishedAt }) => publishedAt))
  const { userId } = emulator.users.get('just.a.name')
  for (let count = 1; posts.length < most; count += 1) {
    posts.push({ ...emulator.users.addPost(userId), publishedAt: oldest - count * 1000 })
    posts.shift()
  }
  const { apiKey, accountId } = await connect()
  await settle()
  expect([...statuses]).toEqual([200])

  const stored = async () => {
    const rows = await db
      .selectFrom('post')
      .select(['platform_id', 'position'])
      .where('account_id', '=', accountId)
      .orderBy('position')
      .execute()
    return rows.map((row) => row.platform_id)
  }
  const listed = () => posts.map(({ id }) => id).reverse()
  expect(await stored()).toEqual(listed())

  for (const [index, { id }] of posts.slice().entries()) {
    if (index % 2 === 1) emulator.users.deletePost(userId, id)
  }
  expect(posts).toHaveLength(most / 2)
  time.now += day
  await settle()
  expect(await stored()).toEqual(listed())
  expect((await read(apiKey)).body.posts[0]?.id).toBe(posts[0]?.id)
})
