import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { feedHost } from './feed-host.ts'
import { liveFeed } from './live-feed.ts'
import { fileAt } from './media-bytes.ts'
import { filesOf, newFolder, record } from './recording.ts'

test('at most so many posts are recorded, the first that were stored', async () => {
  const host = await feedHost(liveFeed('premium'))
  const out = await newFolder()
  const { posts, progress } = await record({ url: host.url, out, posts: 30, name: 'thirty' })
  expect(posts).toBe(30)
  const requested = host.requests
    .filter((target) => target.startsWith('/api/'))
    .map((target) => new URLSearchParams(target.split('?')[1]))
    .map(
      (query) => `${query.get('page[size]')} ${query.get('format')} ${query.has('page[cursor]')}`,
    )
  expect(requested).toEqual(['25 jpg false', '25 webp false', '25 jpg true', '25 webp true'])
  expect(progress).toMatch(/^Posts: 25 of 30\nPosts: 30 of 30\nMedia: 100 of \d+\n/)

  const feed = JSON.parse(await readFile(join(out, 'feed.json'), 'utf8'))
  expect(feed.accounts).toHaveLength(1)
  expect(feed.accounts[0]).toMatchObject({ scenario: 'thirty', plan: 'premium' })
  expect(feed.accounts[0]).not.toHaveProperty('apiKey')
  const positions = feed.accounts[0].posts.map(({ position }: { position: number }) => position)
  expect(positions.toSorted((one: number, other: number) => one - other)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  )
})

test('each page is saved as the service returned it', async () => {
  const host = await feedHost(liveFeed('free'))
  const out = await newFolder()
  await record({ url: host.url, out })
  const [target] = host.requests
  const { account, posts, pagination } = JSON.parse(
    await readFile(join(out, 'pages/page-0001.json'), 'utf8'),
  )
  const live = await (await fetch(`${host.url}${target}`)).json()
  expect({ ...account, posts, pagination }).toEqual(live)
})

test('media are named by their content, and sizes by their original', async () => {
  const host = await feedHost(liveFeed('premium', 1))
  const out = await newFolder()
  const { media } = await record({ url: host.url, out })
  const files = await filesOf(out)
  const stored = [...files.keys()].filter((name) => name.startsWith('media/'))
  expect(media).toEqual({
    files: stored.length,
    bytes: stored.reduce((sum, name) => sum + (files.get(name)?.byteLength ?? 0), 0),
  })
  const originals = stored.filter((name) => /^media\/[0-9a-f]{32}\.jpg$/.test(name))
  expect(originals).toHaveLength(2)
  const resized = stored.filter((name) => !originals.includes(name))
  expect(resized.map((name) => name.replace(/[0-9a-f]{32}/, 'ID')).sort()).toEqual(
    ['jpg', 'webp']
      .flatMap((format) =>
        ['320', '768', '960', '1200'].map((width) => `media/${width}/ID.${format}`),
      )
      .sort(),
  )
})

test('an empty feed', async () => {
  const host = await feedHost(liveFeed('premium', 0))
  const report = await record({ url: host.url, out: await newFolder() })
  expect(report).toMatchObject({ posts: 0, plan: 'premium', media: { files: 1 }, missing: [] })
})

test('on a terminal a bar is written over', async () => {
  const host = await feedHost(liveFeed('free', 1))
  const { progress } = await record({ url: host.url, out: await newFolder() }, { isTTY: true })
  expect(progress).toBe(
    [
      '\rPosts [########################] 1 of 1\u001b[K',
      '\rMedia [############............] 1 of 2\u001b[K',
      '\rMedia [########################] 2 of 2\u001b[K',
      '\n',
    ].join(''),
  )
})

test('what is no media file, or is gone, is left out and counted', async () => {
  const host = await feedHost(liveFeed('free', 5), {
    media: (path) => {
      if (path.endsWith('.mp4')) return null
      return path.endsWith('.png') ? Buffer.from('<svg/>') : fileAt(path)
    },
  })
  const { missing, media } = await record({ url: host.url, out: await newFolder() })
  expect(missing.toSorted((one, other) => one.count - other.count)).toEqual([
    { reason: 'is not a JPEG, PNG, WebP or MP4 file', count: 1 },
    { reason: 'responded with 404', count: 2 },
  ])
  // The profile's picture, two pictures and a poster.
  expect(media.files).toBe(4)
})

test('a file that is too large is left out', async () => {
  const host = await feedHost(liveFeed('free', 1), {
    media: (path) => Buffer.concat([fileAt(path), Buffer.alloc(64 * 1024 * 1024)]),
  })
  const { missing } = await record({ url: host.url, out: await newFolder() })
  expect(missing).toEqual([{ reason: 'is larger than 64 MB', count: 2 }])
})
