import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Media, StoredPost } from '@photofeed/core'
import type { DownloadFetch } from '@photofeed/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { postQuery } from '../../../core/test/store/index.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { memoryMediaFiles } from '../../test/support/media-files.ts'
import { jpegOf } from '../../test/support/pictures.ts'
import { putMedia } from '../../test/support/s3.ts'
import { openDatabase } from '../database.ts'
import { createFolderFiles } from '../media/folder-files.ts'
import { mediaKey, originalPath } from '../media/media-keys.ts'
import { createMediaStore } from '../media/media-store.ts'
import { type PlatformResponses, readMediaPage, readProfile, readResponses } from './archive.ts'
import { type FeedImport, importFeed } from './import-feed.ts'

const archive = fileURLToPath(new URL('../../test/support/archive', import.meta.url))
const clip = await readFile(join(archive, 'media/clip.mp4'))
const now = Date.UTC(2026, 10, 20, 9)

const responses = await readResponses(
  ['profile.json', 'page-1.json', 'page-2.json'].map((file) => join(archive, file)),
)

const offline: DownloadFetch = () => Promise.reject(new TypeError('offline'))

const everything = postQuery({ order: { by: 'position', direction: 'asc' }, comments: true })

async function setUp(fetch = offline) {
  const folder = await tempFolder()
  const file = join(folder, 'photofeed.sqlite')
  const database = await openDatabase({ at: file, secret: 'a secret for tests only, and long' })
  onTestFinished(() => database.close())
  // Ids contain the second in which a file was stored: here each file has its own.
  let stored = Date.now()
  const media = createMediaStore(
    createFolderFiles(join(folder, 'media')),
    memoryMediaFiles(),
    () => (stored += 1000),
  )
  const deps = { feeds: database.feeds, media, fetch }

  const run = (from: PlatformResponses, settings: Partial<FeedImport> = {}) =>
    importFeed({ ...from, plan: 'premium', status: 'ready', fetchedAt: now, ...settings }, deps)
  const posts = (accountId: number) => database.store.findPosts(accountId, everything)
  const account = async (accountId: number) =>
    database.store.findAccountByKey(await database.keys.issue(accountId))
  return { folder, database, media, deps, run, posts, account }
}

/** Responses whose media are on the web, with what one test needs. */
function answersWith(...posts: object[]): PlatformResponses {
  const data = posts.map((post, index) => ({
    id: String(index + 1),
    media_type: 'IMAGE',
    permalink: `https://photos.example/p/${index + 1}/`,
    timestamp: '2026-01-01T00:00:00+0000',
    ...post,
  }))
  return {
    profile: { value: readProfile({ id: '7', username: 'a' }, 'test'), folder: null },
    posts: readMediaPage({ data }, 'test').map((value) => ({ value, folder: null })),
  }
}

/** The files of a web host by URL, and the requested URLs. */
function host(files: Record<string, Uint8Array>) {
  const requestCount: string[] = []
  const fetch: DownloadFetch = async ({ href }) => {
    requestCount.push(href)
    const bytes = files[href]
    return bytes ? new Response(Buffer.from(bytes)) : new Response(null, { status: 403 })
  }
  return { requestCount, files, fetch }
}

/** Files of the archive by the names that the exact responses use; of their ids the content's part alone is known. */
async function stored(name: string): Promise<Media> {
  const media = createMediaStore(createFolderFiles(await tempFolder()), memoryMediaFiles())
  const file = await putMedia(media, await readFile(join(archive, name)))
  const id = expect.stringMatching(new RegExp(`^[0-9a-f]{16}/[0-9a-f]{8}${file.id.slice(-24)}$`))
  return { file: { ...file, id }, platformUrl: name }
}

function ids(posts: StoredPost[]): string[] {
  return posts.map(({ id }) => id.slice(-2))
}

test('an archive becomes exactly this', async () => {
  const { run, posts, account } = await setUp()
  const [sea, town, quay, forest, avatar, video] = await Promise.all(
    ['sea.jpg', 'town.jpg', 'quay.png', 'forest.webp', 'avatar.jpg', 'clip.mp4'].map((name) =>
      stored(`media/${name}`),
    ),
  )
  const report = await run(responses)
  expect(report).toEqual({
    accountId: report.accountId,
    added: 7,
    updated: 0,
    unchanged: 0,
    leftOut: { posts: 1, items: 1, comments: 1 },
    media: { stored: 6, reused: 0, notStored: [{ reason: 'unreachable', count: 1 }] },
  })
  expect(await account(report.accountId)).toMatchObject({
    platformId: '17841400008460056',
    plan: 'premium',
    status: 'ready',
    lastFetchAt: now,
    profile: {
      username: 'tideline.notes',
      name: 'Tideline Notes',
      biography: 'What the sea left behind.\nNew notes at low water.',
      website: null,
      picture: avatar,
      followersCount: 1204,
      followsCount: 88,
      mediaCount: 7,
    },
  })
  const found = await posts(report.accountId)
  expect(ids(found)).toEqual(['48', '46', '45', '44', '43', '42', '41'])
  const none = { caption: null, altText: null, likeCount: null, commentsCount: null }
  const empty = { thumbnail: null, children: [], comments: [] }
  expect(found.map(({ position: _, ...post }) => post)).toStrictEqual([
    {
      ...empty,
      ...none,
      id: '18023456789012348',
      publishedAt: Date.UTC(2026, 4, 1, 8),
      mediaType: 'CAROUSEL_ALBUM',
      caption: 'An album with nothing of its own',
      media: quay,
      permalink: 'https://photos.example/p/AbCdEf8/',
      likeCount: 3,
      commentsCount: 0,
      children: [
        {
          id: '18023456789012355',
          mediaType: 'IMAGE',
          media: quay,
          thumbnail: null,
          permalink: 'https://photos.example/p/AbCdEf8/',
          publishedAt: Date.UTC(2026, 4, 1, 8),
        },
        {
          id: '18023456789012356',
          mediaType: 'IMAGE',
          media: forest,
          thumbnail: null,
          permalink: 'https://photos.example/p/AbCdEf8/',
          publishedAt: Date.UTC(2026, 4, 1, 8),
        },
      ],
    },
    {
      ...empty,
      ...none,
      id: '18023456789012346',
      publishedAt: Date.UTC(2026, 5, 1, 8),
      mediaType: 'IMAGE',
      caption: 'Listed behind its twin, so it is the older one',
      media: { file: null, platformUrl: 'https://cdn.photos.example/v/lost.jpg?oe=68F0A1B2' },
      permalink: 'https://photos.example/p/AbCdEf6/',
    },
    {
      ...empty,
      ...none,
      id: '18023456789012345',
      publishedAt: Date.UTC(2026, 5, 1, 8),
      mediaType: 'IMAGE',
      media: town,
      permalink: 'https://photos.example/p/AbCdEf5/',
    },
    {
      ...empty,
      ...none,
      id: '18023456789012344',
      publishedAt: Date.UTC(2026, 6, 15, 9, 15),
      mediaType: 'VIDEO',
      caption: 'The song was not ours',
      media: town,
      thumbnail: town,
      permalink: 'https://photos.example/p/AbCdEf4/',
      likeCount: 0,
      commentsCount: 0,
    },
    {
      ...empty,
      ...none,
      id: '18023456789012343',
      publishedAt: Date.UTC(2026, 7, 1, 12),
      mediaType: 'CAROUSEL_ALBUM',
      caption: 'Along the quay',
      media: video,
      permalink: 'https://photos.example/p/AbCdEf3/',
      likeCount: 7,
      commentsCount: 1,
      children: [
        {
          id: '18023456789012351',
          mediaType: 'VIDEO',
          media: video,
          thumbnail: quay,
          permalink: 'https://photos.example/p/AbCdEf3/',
          publishedAt: Date.UTC(2026, 7, 1, 12),
        },
        {
          id: '18023456789012352',
          mediaType: 'IMAGE',
          media: forest,
          thumbnail: null,
          permalink: 'https://photos.example/p/AbCdEfC/',
          publishedAt: Date.UTC(2026, 7, 1, 11, 59, 58),
        },
        {
          id: '18023456789012353',
          mediaType: 'VIDEO',
          media: video,
          thumbnail: null,
          permalink: 'https://photos.example/p/AbCdEf3/',
          publishedAt: Date.UTC(2026, 7, 1, 12),
        },
      ],
    },
    {
      ...empty,
      ...none,
      id: '18023456789012342',
      publishedAt: Date.UTC(2026, 8, 12, 6, 30),
      mediaType: 'VIDEO',
      caption: 'Two seconds of swell',
      media: video,
      thumbnail: sea,
      permalink: 'https://photos.example/reel/AbCdEf2/',
      commentsCount: 0,
    },
    {
      ...empty,
      id: '18023456789012341',
      publishedAt: Date.UTC(2026, 8, 30, 18, 4, 11),
      mediaType: 'IMAGE',
      caption: 'Low water, high spirits.\n#tideline #notes',
      altText: 'A sailing boat on calm water',
      media: sea,
      permalink: 'https://photos.example/p/AbCdEf1/',
      likeCount: 41,
      commentsCount: 4,
      comments: [
        {
          id: '17900000000000011',
          text: 'That light!',
          timestamp: '2026-09-30T19:00:00+0000',
          like_count: 2,
        },
        { id: '17900000000000012', timestamp: '2026-09-30T19:05:00+0000', like_count: 0 },
      ],
    },
  ] satisfies Record<keyof Omit<StoredPost, 'position'>, unknown>[])
})

test('a token in paging.next is stored nowhere and reported nowhere', async () => {
  const { folder, run } = await setUp()
  const output = [JSON.stringify(await run(responses))]
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    output.push(await readFile(join(parentPath, name), 'latin1'))
  }
  expect(output.some((text) => text.includes('Low water, high spirits.'))).toBe(true)
  for (const text of output) {
    expect(text).not.toContain('IGsecretTokenOfTheFixture')
    expect(text).not.toContain('access_token=')
  }
})

test('a second run changes nothing and fetches only what is missing', async () => {
  const { run, posts, media } = await setUp()
  const { accountId } = await run(responses)
  const before = await posts(accountId)
  expect(await run(responses)).toEqual({
    accountId,
    added: 0,
    updated: 0,
    unchanged: 7,
    leftOut: { posts: 1, items: 1, comments: 1 },
    // The profile’s picture is always requested: the owner may have changed it.
    media: { stored: 1, reused: 14, notStored: [{ reason: 'unreachable', count: 1 }] },
  })
  expect(await posts(accountId)).toEqual(before)

  const clipFile = before.find(({ mediaType }) => mediaType === 'VIDEO')?.media.file
  if (!clipFile) throw new Error('The clip is not stored')
  await media.delete([{ key: mediaKey(originalPath(clipFile)) ?? '' }], () => {})
  expect((await run(responses)).media.stored).toBe(2)
  const after = await posts(accountId)
  const file = after.find(({ mediaType }) => mediaType === 'VIDEO')?.media.file
  expect(file && (await media.has(file))).toBe(true)
})

test('a later run updates posts in place and puts new ones behind them', async () => {
  const web = host({ 'https://x.example/1': await jpegOf('#111') })
  const { run, posts } = await setUp(web.fetch)
  const media_url = 'https://x.example/1'
  const { accountId } = await run(answersWith({ id: '1', media_url }))
  const report = await run(
    answersWith(
      { id: '1', media_url, caption: 'new words' },
      { id: '2', media_url, timestamp: '2020-01-01T00:00:00+0000' },
    ),
  )
  expect(report).toMatchObject({ accountId, added: 1, updated: 1, unchanged: 0 })
  const found = await posts(accountId)
  expect(found.map(({ id, caption }) => [id, caption])).toEqual([
    ['1', 'new words'],
    ['2', null],
  ])
})

test('one URL is fetched once, however often it is used', async () => {
  const media_url = 'https://x.example/1'
  const web = host({ [media_url]: await jpegOf('#111') })
  const { run } = await setUp(web.fetch)
  const children = { data: [{ id: '8', media_type: 'IMAGE', media_url }] }
  const report = await run(
    answersWith(
      { media_url },
      { media_url },
      { media_type: 'CAROUSEL_ALBUM', media_url, children },
    ),
  )
  expect(web.requestCount).toEqual([media_url])
  expect(report.media.stored).toBe(1)
})

test('media that cannot be downloaded have the platform’s URL, and are counted by reason', async () => {
  const web = host({
    'https://x.example/page': Buffer.from('<html>'),
    'https://x.example/clip': clip,
    'https://x.example/half': clip.subarray(0, 5000),
  })
  const { run, posts } = await setUp(web.fetch)
  const { accountId, media } = await run(
    answersWith(
      { media_url: 'https://x.example/1' },
      { media_url: 'https://x.example/2' },
      { media_url: 'https://x.example/page' },
      { media_url: 'https://x.example/clip' },
      { media_type: 'VIDEO', media_url: 'https://x.example/half' },
    ),
  )
  expect(media.stored).toBe(1)
  expect(media.notStored).toEqual(
    expect.arrayContaining([
      { reason: 'responded with 403', count: 2 },
      { reason: 'unknown type', count: 1 },
      { reason: 'not a picture', count: 1 },
      { reason: 'malformed', count: 1 },
    ]),
  )
  const found = await posts(accountId)
  expect(found.map((post) => post.media.file)).toEqual([null, null, null, null, null])
  expect(found.at(-1)?.media.platformUrl).toBe('https://x.example/1')
})

test('a URL that no client could load is not stored', async () => {
  const { run, posts } = await setUp()
  const report = await run(
    answersWith(
      { media_url: 'file:///etc/passwd' },
      { media_url: 'javascript:alert(1)' },
      { media_type: 'VIDEO', media_url: 'lost.mp4', thumbnail_url: 'https://x.example/t' },
    ),
  )
  expect(report).toMatchObject({ added: 1, leftOut: { posts: 2, items: 0, comments: 0 } })
  const [post] = await posts(report.accountId)
  const poster = { file: null, platformUrl: 'https://x.example/t' }
  expect(post).toMatchObject({ id: '3', media: poster, thumbnail: poster })
})

test('a withheld video is replaced when the platform gives it back, and the other way round', async () => {
  const thumbnail_url = 'https://x.example/t'
  const media_url = 'https://x.example/v'
  const web = host({ [thumbnail_url]: await jpegOf('#111'), [media_url]: clip })
  const { run, posts } = await setUp(web.fetch)
  const extension = async (post: object) => {
    const { accountId } = await run(answersWith({ media_type: 'VIDEO', thumbnail_url, ...post }))
    return (await posts(accountId))[0]?.media.file?.extension
  }
  expect(await extension({})).toBe('jpg')
  expect(await extension({ media_url })).toBe('mp4')
  expect(await extension({})).toBe('jpg')
})

test('an album whose first item was removed shows the next one', async () => {
  const web = host({
    'https://x.example/1': await jpegOf('#111'),
    'https://x.example/2': await jpegOf('#222'),
  })
  const { run, posts } = await setUp(web.fetch)
  const children = ['1', '2'].map((id) => ({
    id,
    media_type: 'IMAGE',
    media_url: `https://x.example/${id}`,
  }))
  const album = (from: number) => ({
    media_type: 'CAROUSEL_ALBUM',
    media_url: children[from]?.media_url,
    children: { data: children.slice(from) },
  })
  const { accountId } = await run(answersWith(album(0)))
  const [before] = await posts(accountId)
  await run(answersWith(album(1)))
  const [after] = await posts(accountId)
  expect(after?.media).toEqual(before?.children[1]?.media)
  expect(after?.children).toEqual(before?.children.slice(1))
})

test('status and fetch time are those of the caller', async () => {
  const { run, account } = await setUp()
  const none = answersWith()
  const { accountId } = await run(none, { status: 'importing', fetchedAt: null })
  expect(await account(accountId)).toMatchObject({ status: 'importing', lastFetchAt: null })
  await run(none, { plan: 'free' })
  expect(await account(accountId)).toMatchObject({ plan: 'free', lastFetchAt: now })
  await run(none, { fetchedAt: null })
  expect(await account(accountId)).toMatchObject({ status: 'ready', lastFetchAt: now })
})

test('reports its progress by posts', async () => {
  const { deps } = await setUp()
  const progress: number[] = []
  await importFeed(
    { ...answersWith({}, {}, {}), plan: 'free', status: 'ready', fetchedAt: now },
    { ...deps, onProgress: (done) => progress.push(done) },
  )
  expect(progress).toEqual([1, 2, 3])
})

test('a full disk stores nothing', async () => {
  const { deps, database } = await setUp()
  const media = { ...deps.media, put: () => Promise.reject(new Error('no space left')) }
  const feed: FeedImport = { ...responses, plan: 'free', status: 'ready', fetchedAt: now }
  await expect(importFeed(feed, { ...deps, media })).rejects.toThrow('no space left')
  expect(await database.keys.list()).toEqual([])
})

test('items without any media URL and comments without a time are counted', async () => {
  const { run } = await setUp(host({ 'https://x.example/1.jpg': await jpegOf('#123') }).fetch)
  const report = await run(
    answersWith({
      media_type: 'CAROUSEL_ALBUM',
      children: {
        data: [
          { id: '11', media_type: 'IMAGE', media_url: 'https://x.example/1.jpg' },
          { id: '12', media_type: 'VIDEO' },
        ],
      },
      comments: { data: [{ id: '21', text: 'When?' }] },
    }),
  )
  expect(report.leftOut).toEqual({ posts: 0, items: 1, comments: 1 })
})
