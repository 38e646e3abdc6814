import { createRandom } from '@photofeed/core/scenarios'
import { expect, test } from 'vitest'
import type { EmulatedFaultName } from '../../emulator/faults.ts'
import { day, hour } from '../platform/platform-world.ts'
import { refreshWorld } from './refresh-world.ts'

/** What the platform always does here, for all accounts but those that are lost. */
const lasting: EmulatedFaultName[] = [
  ...(['heavy-posts', 'unknown-post-fields', 'unknown-profile-fields'] as const),
  ...(['empty-comments', 'no-limit-headers', 'renewal-gone', 'other-media-host'] as const),
]
/** What it does for a few requests. */
const passing: EmulatedFaultName[] = [
  ...(['account-throttled', 'too-many-requests', 'app-throttled', 'near-account-limit'] as const),
  ...([
    'temporary-trouble',
    'server-error',
    'html',
    'html-200',
    'reset',
    'cut',
    'not-json',
  ] as const),
  ...(['vanishing-post', 'comments-withdrawn', 'expired-media', 'unknown-error'] as const),
]
const days = 12

test('refreshes survive everything that the real platform may do, all of it together for days', async () => {
  const world = await refreshWorld()
  const { connect, pass, settle, read, emulator, mails, database, reports, time } = world
  const { users, faults } = emulator
  const kept = [await connect('tideline.notes'), await connect('hundred.hills')]
  const lost = [await connect('just.a.name'), await connect('reels.and.rigging')]
  await settle()

  async function postsOf(apiKey: string) {
    const posts = []
    let query = '&include[]=comments&page[size]=100'
    for (;;) {
      const { body } = await read(apiKey, query)
      posts.push(...body.posts)
      const { nextCursor } = body.pagination
      if (nextCursor === null) return posts
      query = `&include[]=comments&page[size]=100&page[cursor]=${nextCursor}`
    }
  }
  const [commented] = kept
  const comments = new Map(
    (await postsOf(commented?.apiKey ?? '')).map((post) => [post.id, post.comments ?? []]),
  )
  expect([...comments.values()].flat().length).toBeGreaterThan(10)

  for (const { userId } of kept) for (const fault of lasting) faults.set(userId, fault)
  for (const { userId } of lost) for (const fault of lasting) faults.set(userId, fault)
  faults.set(lost[0]?.userId ?? '', 'turned-personal')
  faults.set(lost[1]?.userId ?? '', 'posts-reject-token')
  const random = createRandom(1)
  for (let hours = 0; hours < days * 24; hours += 1) {
    const { userId } = random.pick(kept)
    const { posts } = users.get(userId)
    if (random.next() < 0.5)
      faults.set(userId, random.pick(passing), { times: 1 + Math.floor(random.next() * 3) })
    if (random.next() < 0.2)
      users.addPost(userId, { publishedAt: time.now - Math.floor(random.next() * day) })
    if (random.next() < 0.1) users.deletePost(userId, random.pick(posts).id)
    if (random.next() < 0.3)
      users.changePost(userId, random.pick(posts).id, { caption: `At hour ${hours}` })
    await pass(hour)
  }
  for (const { userId } of kept) for (const fault of passing) faults.clear(userId, fault)
  await pass(day)
  await pass(day)

  for (const { apiKey, userId, accountId } of kept) {
    const { body, headers } = await read(apiKey)
    expect([body.status, headers['X-Service-Feed-Stale']]).toEqual(['ready', undefined])
    const served = await postsOf(apiKey)
    expect(served.map(({ id, caption }) => [id, caption])).toEqual(
      users.get(userId).posts.map(({ id, caption }) => [id, caption]),
    )
    expect(new Set(served.map(({ likeCount }) => likeCount))).toEqual(new Set([null]))
    const jobs = await database.tables.db
      .selectFrom('work')
      .select('kind')
      .where('account_id', '=', accountId)
      .where('failing_since', 'is not', null)
      .execute()
    expect(jobs).toEqual([{ kind: 'token' }])
  }
  for (const post of await postsOf(commented?.apiKey ?? '')) {
    expect(post.comments?.map(({ id }) => id)).toEqual(
      (comments.get(post.id) ?? []).map(({ id }) => id),
    )
  }
  for (const { apiKey } of lost) {
    expect(await read(apiKey)).toMatchObject({ status: 200, body: { status: 'invalid_token' } })
  }
  expect(mails.map(({ accountId }) => accountId).sort()).toEqual(
    lost.map(({ accountId }) => accountId),
  )
  expect(reports.filter(([event]) => event === 'failedRenewal').length).toBeGreaterThan(days - 8)

  for (const { userId } of kept) faults.clear(userId)
  await pass(day)
  await pass(day)
  for (const { apiKey, accountId } of kept) {
    expect(reports).toContainEqual(['renewedToken', { accountId }])
    expect((await postsOf(apiKey)).some(({ likeCount }) => likeCount !== null)).toBe(true)
    expect((await read(apiKey)).body.biography).not.toBeNull()
  }
}, 300_000)
