import { createFeed } from '@photofeed/sdk'
import { beforeEach, expect, test } from 'vitest'
import { createMock, post, UserError } from '../../src/index.ts'

const baseUrl = 'https://photofeed.test'
const now = Date.UTC(2026, 10, 21, 12)
const mock = createMock({ baseUrl, clock: () => now, warnings: 'off' })
beforeEach(() => mock.reset())
const feedOf = (scenario: string) =>
  createFeed({ baseUrl, apiKey: mock.key(scenario), fetch: mock.fetch })
const posts = mock.posts('premium')

test('a published post is the newest, with defaults like those of own accounts', async () => {
  const { account: before } = await feedOf('premium').me()
  const id = posts.publish(post.image({ caption: 'New' }))
  const { account, connection, posts: page } = await feedOf('premium').me()
  expect(page[0]).toMatchObject({
    id,
    caption: 'New',
    timestamp: '2026-11-21T12:00:00+00:00',
    permalink: `https://photos.example/p/${id}/`,
    commentsCount: 0,
  })
  expect(account.mediaCount).toBe((before.mediaCount ?? 0) + 1)
  expect(connection.lastFetchedAt).toBe('2026-11-21T12:00:00+00:00')
  const picture = await mock.fetch(page[0]?.sizes?.['320'] ?? '')
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
})

test('everything about a published post has a default', async () => {
  posts.publish()
  posts.publish({ caption: 'New' })
  const { posts: page } = await feedOf('premium').me({ pageSize: 2 })
  expect(page).toMatchObject([
    { mediaType: 'IMAGE', caption: 'New' },
    { mediaType: 'IMAGE', caption: expect.stringContaining('#') },
  ])
})

test('every published post has an id and a place of its own', async () => {
  const ids = [post.image(), post.video(), post.album()].map((input) => posts.publish(input))
  posts.remove(ids[2] ?? '')
  ids.push(posts.publish(post.image()))
  expect(new Set(ids).size).toBe(4)
  const { posts: page } = await feedOf('premium').me({ pageSize: 3 })
  expect(page.map(({ id }) => id)).toEqual([ids[3], ids[1], ids[0]])
})

test('cursors keep their place when posts are published and removed between two pages', async () => {
  const feed = feedOf('premium')
  const all = (await feed.me({ pageSize: 30 })).posts.map(({ id }) => id)
  const first = await feed.me({ pageSize: 10 })
  posts.publish(post.image())
  posts.remove(all[3] ?? '')
  posts.remove(all[9] ?? '')
  posts.remove(all[12] ?? '')
  const second = await feed.next(first)
  expect(second?.posts.map(({ id }) => id)).toEqual(
    all.slice(10, 21).filter((id) => id !== all[12]),
  )
})

test('changes wait for requests, as those of a page that loads the next page itself', async () => {
  const feed = feedOf('free')
  const [newest] = (await feed.me()).posts
  mock.posts('free').publish(post.image({ caption: 'New' }), { afterRequests: 1 })
  mock.posts('free').update(newest?.id ?? '', { caption: 'Edited' }, { afterRequests: 2 })
  const captions = async () => (await feed.me()).posts.map(({ caption }) => caption).slice(0, 2)
  const before = await captions()
  expect(before[0]).toBe(newest?.caption)
  expect(await captions()).toEqual(['New', newest?.caption])
  expect(await captions()).toEqual(['New', 'Edited'])
})

test('counts, captions and comments change', async () => {
  const feed = feedOf('premium')
  const [before] = (await feed.me({ pageSize: 1 })).posts
  const id = before?.id ?? ''
  const changes = { caption: null, likeCount: 99, comments: [{ text: 'First' }] }
  posts.update(id, changes)
  const { posts: page } = await feed.me({ pageSize: 1, include: ['comments'] })
  expect(page[0]).toMatchObject({
    id,
    altText: before?.altText,
    caption: null,
    likeCount: 99,
    commentsCount: 1,
    comments: [{ text: 'First', like_count: 0 }],
  })
})

test('a reset forgets the changes that wait for requests', async () => {
  mock.posts('importing').publish(post.image({ caption: 'New' }), { afterRequests: 0 })
  mock.reset()
  mock.transition('importing', 'finish-import')
  expect((await feedOf('importing').me()).posts.map(({ caption }) => caption)).not.toContain('New')
})

test('mistakes are rejected with what is right', async () => {
  const [first] = (await feedOf('premium').me({ pageSize: 1 })).posts
  const cases: [() => unknown, string][] = [
    [() => mock.posts('premum'), 'No scenario is named "premum". Did you mean premium?'],
    [
      () => posts.publish({ mediaType: 'REEL' } as never),
      'The post\'s mediaType must be one of IMAGE, VIDEO, CAROUSEL_ALBUM, but is "REEL".',
    ],
    [
      () => posts.publish(post.image({ caption: 7 } as never)),
      "The post's caption must be text, but is 7.",
    ],
    [
      () => posts.publish(post.image({ id: first?.id })),
      `The post's id must differ from that of other posts, but is "${first?.id}".`,
    ],
    [() => posts.remove('1'), `premium has no post with the id "1". Its newest is "${first?.id}".`],
    [
      () => posts.update(first?.id ?? '', { likeCounts: 3 } as never),
      "The post's likeCounts is not a known field: did you mean likeCount?",
    ],
  ]
  for (const [run, message] of cases) expect(run).toThrow(new UserError(message))
})
