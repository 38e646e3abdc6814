import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Media, StoredAccount, StoredPost } from '@photofeed/core'
import { accountScenarios, type AccountScenarioName } from '@photofeed/core/scenarios'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { Database } from '../db/ports.ts'
import { createMediaStore, type MediaStore } from '../media/folder-store.ts'
import { createDemo, type DemoParts } from './create-demo.ts'

const now = Date.UTC(2026, 10, 20, 9)
const day = 86_400_000

let folder: string
let database: Database
let media: MediaStore
let parts: DemoParts

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photofeed-'))
  database = await openDatabase({ file: ':memory:', secret: 'a secret for tests only, and long' })
  media = createMediaStore(join(folder, 'media'))
  const assets = new URL('../../assets/', import.meta.url)
  parts = { database, media, folder, assets, clock: () => now }
  await createDemo(parts)
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

function account(name: AccountScenarioName): Promise<StoredAccount | null> {
  const apiKey = accountScenarios.find((scenario) => scenario.name === name)?.apiKey ?? ''
  return database.store.findAccountByKey(apiKey)
}

async function posts(
  name: AccountScenarioName,
  by: 'publishedAt' | 'position' = 'publishedAt',
): Promise<StoredPost[]> {
  const found = await account(name)
  if (!found) throw new Error(`${name} has no account`)
  return database.store.findPosts(found.id, {
    order: { by, direction: 'desc' },
    type: null,
    publishedAfter: null,
    publishedBefore: null,
    after: null,
    limit: 1000,
    comments: true,
  })
}

function mediaOf(post: StoredPost): Media[] {
  return [post, ...post.children].flatMap((item) => [item.media, item.thumbnail ?? []].flat())
}

describe('every scenario', () => {
  test.each([
    ['premium', 264, now],
    ['free', 264, now],
    ['importing', 0, null],
    ['importing-partial', 24, null],
    ['refreshing-token', 24, now],
    ['invalid-token', 48, now - 150 * day],
    ['free-invalid-token', 12, now - 150 * day],
    ['empty', 0, now],
    ['unstored-media', 24, now],
    ['withheld-video', 12, now],
    ['null-profile', 9, now],
    ['page-boundary', 100, now],
  ] as const)('%s has %d posts', async (name, count, lastFetchAt) => {
    const { plan, status } = accountScenarios.find((scenario) => scenario.name === name) ?? {}
    expect(await account(name)).toMatchObject({ plan, status, lastFetchAt })
    expect(await posts(name)).toHaveLength(count)
  })

  test.each(['disconnected', 'regenerated', 'server-error'] as const)(
    '%s has no key in force',
    async (name) => {
      expect(await account(name)).toBeNull()
    },
  )

  test('a disconnected account has no key, a regenerated one has another', async () => {
    const accounts = await database.keys.list()
    const keys = new Map(accounts.map(({ username, apiKey }) => [username, apiKey]))
    expect(accounts).toHaveLength(14)
    expect(keys.get('gone.fishing')).toBeNull()
    expect(keys.get('fresh.paint.boats')).toMatch(/^[0-9a-f]{64}$/)
  })

  test('every stored file is in the media store, and most media is stored', async () => {
    for (const { name } of accountScenarios) {
      if (!(await account(name)) || name === 'unstored-media') continue
      for (const { file, platformUrl } of (await posts(name)).flatMap(mediaOf)) {
        if (file) expect(await media.has(file)).toBe(true)
        else
          expect(platformUrl).toBe(
            'https://cdn.photos.example/v/pictures/28.jpg?oe=68F0A1B2&oh=00_AfDemo',
          )
      }
    }
  })
})

describe('premium', () => {
  test('has the posts of free', async () => {
    expect(await posts('premium')).toEqual(await posts('free'))
  })

  test('has every kind of post, and the six newest show them', async () => {
    const kinds = (some: StoredPost[]) => new Set(some.map(({ mediaType }) => mediaType))
    const all = await posts('premium')
    expect(kinds(all)).toEqual(new Set(['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM']))
    expect(kinds(all.slice(0, 6))).toEqual(kinds(all))
    expect(all.some(({ permalink }) => permalink.includes('/reel/'))).toBe(true)
  })

  test('is stored in another order than it was published', async () => {
    const published = (await posts('premium')).map(({ id }) => id)
    const stored = (await posts('premium', 'position')).map(({ id }) => id)
    expect(stored).not.toEqual(published)
    expect(stored.toSorted()).toEqual(published.toSorted())
    expect(stored[0]).not.toBe(published[0])
  })

  test('has what a client has to get right', async () => {
    const all = await posts('premium')
    const captions = all.map(({ caption }) => caption ?? '')
    const children = all.flatMap((post) => post.children)
    const comments = all.flatMap((post) => post.comments)
    const times = all.map(({ publishedAt }) => publishedAt)
    const counts = {
      noCaption: all.filter(({ caption }) => caption === null).length,
      markup: captions.filter((caption) => caption.includes('<script>')).length,
      control: captions.filter((caption) => caption.includes('\u0008')).length,
      lines: captions.filter((caption) => caption.includes('\n')).length,
      longest: Math.max(...captions.map((caption) => caption.length)),
      hiddenLikes: all.filter(({ likeCount }) => likeCount === null).length,
      altTexts: all.filter(({ altText }) => altText !== null).length,
      sameTimes: times.length - new Set(times).size,
      sameTimeAcrossPages: times[99] === times[100],
      unstored: all.filter((post) => post.media.file === null).length,
      withheld: all.filter(
        (post) => post.mediaType === 'VIDEO' && post.media.file?.extension !== 'mp4',
      ).length,
      noPoster: all.filter((post) => post.mediaType === 'VIDEO' && !post.thumbnail).length,
      videoChildren: children.filter((child) => child.mediaType === 'VIDEO').length,
      childrenWithoutPoster: children.filter(
        (child) => child.mediaType === 'VIDEO' && child.thumbnail === null,
      ).length,
      commentsWithoutText: comments.filter((comment) => comment.text === undefined).length,
      commentsNotCounted: all.filter(({ commentsCount }) => commentsCount === null).length,
      commentsKeptBack: all.filter((post) => post.commentsCount && post.comments.length === 0)
        .length,
    }
    expect(counts).toEqual({
      noCaption: 8,
      markup: 1,
      control: 1,
      lines: 2,
      longest: 2200,
      hiddenLikes: 29,
      altTexts: 26,
      sameTimes: 5,
      sameTimeAcrossPages: true,
      unstored: 1,
      withheld: 1,
      noPoster: 1,
      videoChildren: 12,
      childrenWithoutPoster: 1,
      commentsWithoutText: 1,
      commentsKeptBack: 1,
      commentsNotCounted: 1,
    })
  })

  test('has ids that a JavaScript number cannot hold, each once', async () => {
    const all = await posts('premium')
    const ids = all.flatMap((post) => [post.id, ...post.children.map(({ id }) => id)])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => Number(id) > Number.MAX_SAFE_INTEGER)).toBe(true)
  })
})

test('of unstored media only the platform’s URLs are there', async () => {
  const all = (await posts('unstored-media')).flatMap(mediaOf)
  expect(all.every(({ file }) => file === null)).toBe(true)
  expect(
    all.every(({ platformUrl }) => platformUrl.startsWith('https://cdn.photos.example/')),
  ).toBe(true)
})

test('of withheld videos only the posters are there', async () => {
  const videos = (await posts('withheld-video')).filter(({ mediaType }) => mediaType === 'VIDEO')
  expect(videos).toHaveLength(3)
  for (const video of videos) {
    expect(video.media).toEqual(video.thumbnail)
    expect(video.media.file?.extension).not.toBe('mp4')
  }
})

test('a profile may have nothing but a username', async () => {
  expect((await account('null-profile'))?.profile).toEqual({
    username: 'just.a.name',
    name: null,
    biography: null,
    website: null,
    picture: null,
    followersCount: null,
    followsCount: null,
    mediaCount: null,
  })
})

test('made again it is the same', async () => {
  const before = [await posts('premium'), await posts('premium', 'position')]
  await createDemo(parts)
  expect([await posts('premium'), await posts('premium', 'position')]).toEqual(before)
})
