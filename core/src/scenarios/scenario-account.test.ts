import { connectionStatuses, plans } from '@photofeed/openapi'
import { describe, expect, test } from 'vitest'
import type { Media, StoredPost } from '../store.ts'
import { clip, pictures } from './pictures.ts'
import { parsePlatformUrl } from './platform.ts'
import { type ScenarioAccount, scenarioAccount } from './scenario-account.ts'
import {
  type AccountScenarioName,
  accountScenarios,
  faultScenarios,
  type ScenarioName,
} from './scenarios.ts'

const now = Date.UTC(2026, 10, 20, 9)
const monthsAgo = now - 150 * 86_400_000
const platformUrl = 'https://platform.test/media'
const names: ScenarioName[] = [...accountScenarios, ...faultScenarios].map(({ name }) => name)

function account(name: ScenarioName): ScenarioAccount {
  return scenarioAccount(name, { now, platformUrl })
}

function mediaOf(post: StoredPost): Media[] {
  return [post, ...post.children].flatMap((item) => [item.media, item.thumbnail ?? []].flat())
}

function allMedia({ profile, posts, arriving }: ScenarioAccount): Media[] {
  return [...[...posts, ...arriving].flatMap(mediaOf), profile.picture ?? []].flat()
}

function expiries(media: readonly Media[]): Set<number | undefined> {
  return new Set(
    media.map(({ platformUrl: url }) => {
      const [path = '', query = ''] = url.replace(platformUrl, '').split('?')
      return parsePlatformUrl(path, query)?.expiresAt
    }),
  )
}

test('every plan and every connection status has an account', () => {
  const plansOfAccounts: readonly string[] = accountScenarios.map(({ plan }) => plan)
  const statuses: readonly string[] = accountScenarios.map(({ status }) => status)
  expect(Object.keys(plans).filter((plan) => !plansOfAccounts.includes(plan))).toEqual([])
  expect(Object.keys(connectionStatuses).filter((name) => !statuses.includes(name))).toEqual([])
})

describe('every scenario', () => {
  /** The posts that are stored, those that an import still brings, and the last fetch. */
  const expected: Record<AccountScenarioName, [number, number, number | null]> = {
    premium: [264, 0, now],
    free: [264, 0, now],
    importing: [0, 24, null],
    'importing-partial': [24, 24, null],
    'refreshing-token': [24, 0, now],
    'invalid-token': [48, 0, monthsAgo],
    'free-invalid-token': [12, 0, monthsAgo],
    empty: [0, 0, now],
    'unstored-media': [24, 0, now],
    'withheld-video': [12, 0, now],
    'null-profile': [9, 0, now],
    'hostile-text': [264, 0, now],
    'page-boundary': [100, 0, now],
    disconnected: [6, 0, now],
    regenerated: [6, 0, now],
    'server-error': [6, 0, now],
  }

  test.each([
    ...accountScenarios.map(({ name }) => [name, ...expected[name]] as const),
    ...faultScenarios.map(({ name }) => [name, 24, 0, now] as const),
  ])('%s has %d posts', (name, count, arriving, lastFetchAt) => {
    const found = account(name)
    expect(found).toMatchObject({ name, lastFetchAt })
    expect(found.posts).toHaveLength(count)
    expect(found.arriving).toHaveLength(arriving)
  })

  test('only an import brings more', () => {
    const importing: readonly string[] = accountScenarios
      .filter(({ status }) => status === 'importing')
      .map(({ name }) => name)
    for (const name of names) {
      expect(account(name).arriving.length > 0, name).toBe(importing.includes(name))
    }
  })

  test('has an account, a name and posts of its own, which are always the same', () => {
    const accounts = names.map(account)
    expect(new Set(accounts.map(({ platformId }) => platformId)).size).toBe(names.length)
    expect(new Set(accounts.map(({ profile }) => profile.username)).size).toBe(names.length)
    const ids = accounts
      .filter(({ name }) => name !== 'free')
      .flatMap(({ posts, arriving }) => [...posts, ...arriving])
      .flatMap((post) => [post.id, ...[...post.children, ...post.comments].map(({ id }) => id)])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => Number(id) > Number.MAX_SAFE_INTEGER)).toBe(true)
    expect(names.map(account)).toEqual(accounts)
  })

  test('has its posts newest first, and each position once', () => {
    for (const name of names) {
      const { posts, arriving } = account(name)
      const listing = [...posts, ...arriving]
      const times = listing.map(({ publishedAt }) => publishedAt)
      expect(times).toEqual(times.toSorted((one, other) => other - one))
      const positions = listing.map(({ position }) => position).sort((one, other) => one - other)
      expect(positions).toEqual(listing.map((_, index) => index + 1))
    }
  })
})

test('what an import still brings comes behind what it has stored', () => {
  const { posts, arriving } = account('importing-partial')
  expect(Math.max(...posts.map(({ position }) => position))).toBe(24)
  expect(Math.min(...arriving.map(({ position }) => position))).toBe(25)
})

describe('premium', () => {
  const { posts } = account('premium')

  test('has no post in common with free, whose six newest have every kind too', () => {
    const free = account('free').posts
    const ids = new Set(posts.map(({ id }) => id))
    expect(free.filter(({ id }) => ids.has(id))).toEqual([])
    const kinds = new Set(free.slice(0, 6).map(({ mediaType }) => mediaType))
    expect(kinds).toEqual(new Set(['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM']))
  })

  test('has every kind of post, and the six newest show them', () => {
    const kinds = (some: StoredPost[]) => new Set(some.map(({ mediaType }) => mediaType))
    expect(kinds(posts)).toEqual(new Set(['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM']))
    expect(kinds(posts.slice(0, 6))).toEqual(kinds(posts))
    expect(posts.some(({ permalink }) => permalink.includes('/reel/'))).toBe(true)
  })

  test('is stored in another order than it was published', () => {
    const late = posts.filter(
      (post, place) => posts[place - 1] && post.position > (posts[place - 1]?.position ?? 0),
    )
    expect(late).toHaveLength(13)
  })

  test('has what a client has to get right', () => {
    const children = posts.flatMap((post) => post.children)
    const comments = posts.flatMap((post) => post.comments)
    const times = posts.map(({ publishedAt }) => publishedAt)
    const videos = posts.filter(({ mediaType }) => mediaType === 'VIDEO')
    const counts = {
      hiddenLikes: posts.filter(({ likeCount }) => likeCount === null).length,
      altTexts: posts.filter(({ altText }) => altText !== null).length,
      sameTimes: times.length - new Set(times).size,
      sameTimeAcrossPages: times[99] === times[100],
      unstored: posts.filter((post) => post.media.file === null).length,
      withheld: videos.filter((post) => post.media.file?.extension !== 'mp4').length,
      noPoster: videos.filter((post) => !post.thumbnail).length,
      videoChildren: children.filter((child) => child.mediaType === 'VIDEO').length,
      childrenWithoutPoster: children.filter(
        (child) => child.mediaType === 'VIDEO' && child.thumbnail === null,
      ).length,
      albumsThatStartWithVideo: posts.filter((post) => post.children[0]?.mediaType === 'VIDEO')
        .length,
      commentsWithoutText: comments.filter((comment) => comment.text === undefined).length,
      commentsNotCounted: posts.filter(({ commentsCount }) => commentsCount === null).length,
      commentsKeptBack: posts.filter((post) => post.commentsCount && post.comments.length === 0)
        .length,
    }
    expect(counts).toEqual({
      hiddenLikes: 29,
      altTexts: 26,
      sameTimes: 5,
      sameTimeAcrossPages: true,
      unstored: 1,
      withheld: 1,
      noPoster: 1,
      videoChildren: 12,
      childrenWithoutPoster: 1,
      albumsThatStartWithVideo: 1,
      commentsWithoutText: 1,
      commentsKeptBack: 1,
      commentsNotCounted: 1,
    })
  })

  test('shows every post with a tidy caption', () => {
    for (const name of ['premium', 'free'] as const) {
      for (const { caption } of account(name).posts)
        expect(caption).toMatch(/^[A-Z@][^<>\n]+ #\w+$/)
    }
    const openings = account('premium')
      .posts.slice(0, 20)
      .map(({ caption }) => caption?.split('.')[0])
    expect(new Set(openings).size).toBe(20)
  })

  test('an album’s own media is that of its first item', () => {
    const albums = posts.filter(({ mediaType }) => mediaType === 'CAROUSEL_ALBUM')
    expect(albums.map(({ media }) => media)).toEqual(albums.map((post) => post.children[0]?.media))
    expect(albums.every(({ children }) => children.length >= 2)).toBe(true)
    expect(albums.every(({ thumbnail }) => thumbnail === null)).toBe(true)
  })
})

describe('media', () => {
  const known = new Set<string>([...pictures.map(({ file }) => file.id), clip.id])
  const farAhead = Date.UTC(2037, 0, 1)
  const longAgo = Date.UTC(2025, 9, 16, 7, 41, 38)

  test('is stored by default, under the ids of the files that are there', () => {
    const media = allMedia(account('page-boundary'))
    expect(media.every(({ file }) => file !== null && known.has(file.id))).toBe(true)
    expect(expiries(media)).toEqual(new Set([farAhead]))
  })

  test.each([
    ['unstored-media', farAhead],
    ['expired-media', longAgo],
  ] as const)('%s has only the platform’s URLs', (name, expiresAt) => {
    const media = allMedia(account(name))
    expect(media.every(({ file }) => file === null)).toBe(true)
    expect(expiries(media)).toEqual(new Set([expiresAt]))
  })

  test('missing-image has files that are nowhere', () => {
    const media = allMedia(account('missing-image'))
    expect(media.every(({ file }) => file && /^[0-9a-f]{32}$/.test(file.id))).toBe(true)
    expect(media.some(({ file }) => file && known.has(file.id))).toBe(false)
    expect(new Set(media.map(({ file }) => file?.id)).size).toBeGreaterThan(10)
  })

  test('of withheld videos only the posters are there', () => {
    const videos = account('withheld-video').posts.filter(({ mediaType }) => mediaType === 'VIDEO')
    expect(videos).toHaveLength(3)
    for (const video of videos) {
      expect(video.media).toEqual(video.thumbnail)
      expect(video.media.file?.extension).toBe('jpg')
    }
  })
})

test('a profile may have nothing but a username', () => {
  expect(account('null-profile').profile).toEqual({
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

test('the captions of hostile-text are what a client may break', () => {
  const { posts } = account('hostile-text')
  const captions = posts.map(({ caption }) => caption ?? '')
  const count = (text: string) => captions.filter((caption) => caption.includes(text)).length
  expect({
    none: posts.filter(({ caption }) => caption === null).length,
    markup: count('<script>'),
    control: count('\u0008'),
    lines: count('\n'),
    emoji: count('👩‍👩‍👧'),
    longest: Math.max(...captions.map((caption) => caption.length)),
  }).toEqual({ none: 8, markup: 1, control: 1, lines: 2, emoji: 1, longest: 2200 })
})
