import { readFile } from 'node:fs/promises'
import type { StoredPost } from '@photofeed/core'
import type { DownloadFetch } from '@photofeed/core/node'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { memoryMediaFiles } from '../../test/support/media/media-files.ts'
import { jpegOf } from '../../test/support/media/pictures.ts'
import { createMediaStore } from '../media/media-store.ts'
import { openMediaFiles } from '../media/open-media-files.ts'
import { postSchema } from '../platform/platform-schema.ts'
import { Intake } from './intake.ts'

const offline: DownloadFetch = () => Promise.reject(new TypeError('offline'))
const clip = await readFile(new URL('../../../core/media/clip.mp4', import.meta.url))
const url = 'https://cdn.photos.example/a.jpg'

/** An account whose posts are listed repeatedly. `list` returns its posts after each listing, and what was downloaded. */
async function account(fetch = offline) {
  const files = await openMediaFiles({}, await tempFolder())
  const media = createMediaStore(files, memoryMediaFiles())
  let known = new Map<string, StoredPost>()
  async function list(...posts: object[]) {
    const owner = { accountId: 1, mediaId: '0123456789abcdef' }
    const intake = new Intake({ media, owner, fetch })
    const listed = posts.map((post, index) =>
      postSchema.parse({
        ...{ id: `${index + 1}`, media_type: 'IMAGE', timestamp: '2026-01-01T00:00:00+0000' },
        ...{ permalink: `https://photos.example/p/${index + 1}/`, ...post },
      }),
    )
    const taken = await intake.takePosts(listed, known)
    known = new Map(taken.map((post, position) => [post.id, { ...post, position }]))
    return { posts: taken, leftOut: intake.leftOut, ...intake.report() }
  }
  return { media, list }
}

/** The files of a web host by URL, and the requested URLs. */
function host(files: Record<string, Uint8Array>) {
  const requests: string[] = []
  const fetch: DownloadFetch = async ({ href }) => {
    requests.push(href)
    const bytes = files[href]
    return bytes ? new Response(Buffer.from(bytes)) : new Response(null, { status: 403 })
  }
  return { requests, fetch }
}

test('a second listing downloads only what is missing', async () => {
  const poster = 'https://x.example/t'
  const { fetch } = host({ [url]: await jpegOf('#111'), [poster]: await jpegOf('#222') })
  const { media, list } = await account(fetch)
  const posts = [{ media_url: url }, { media_url: poster }]
  const first = await list(...posts)
  expect(await list(...posts)).toEqual({ ...first, stored: 0 })
  const file = first.posts[0]?.media.file
  if (!file) throw new Error('The picture is not stored.')
  await media.delete([file.id])
  const third = await list(...posts)
  expect(third).toMatchObject({ stored: 1 })
  const stored = third.posts[0]?.media.file
  expect(stored && (await media.size({ kind: 'original', ...stored }))).toBe(stored?.bytes)
})

test('one URL of a post is downloaded once, and no two posts share a file', async () => {
  const web = host({ [url]: await jpegOf('#111') })
  const { list } = await account(web.fetch)
  const children = { data: [{ id: '8', media_type: 'IMAGE', media_url: url }] }
  const album = { media_type: 'CAROUSEL_ALBUM', media_url: url, children }
  const { posts, stored } = await list({ media_url: url }, { media_url: url }, album)
  expect(stored).toBe(3)
  expect(web.requests).toEqual([url, url, url])
  expect(new Set(posts.map(({ media }) => media.file?.id)).size).toBe(3)
})

test('media that cannot be downloaded have the platform’s URL, and are counted by reason', async () => {
  const { fetch } = host({
    'https://x.example/page': Buffer.from('<html>'),
    'https://x.example/clip': clip,
  })
  const { list } = await account(fetch)
  const { posts, stored, notStored } = await list(
    { media_url: 'https://x.example/1' },
    { media_url: 'https://x.example/2' },
    { media_url: 'https://x.example/page' },
    { media_url: 'https://x.example/clip' },
  )
  // The video, although its post is a picture.
  expect(stored).toBe(1)
  expect(notStored.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual([
    { reason: 'not a picture', count: 1 },
    { reason: 'responded with 403', count: 2 },
    { reason: 'unknown type', count: 1 },
  ])
  expect(posts.map(({ media }) => media.file)).toEqual([null, null, null, null])
  expect(posts[0]?.media.platformUrl).toBe('https://x.example/1')
})

test('what can never be stored is not downloaded again, until the platform has another file', async () => {
  const web = host({ [url]: Buffer.from('<html>'), 'https://x.example/b.jpg': clip })
  const { list } = await account(async (from, init) =>
    web.fetch(new URL(from.pathname, from.pathname === '/a.jpg' ? url : 'https://x.example'), init),
  )
  const rejected = { 'file.unknown type': 1, 'file.not a picture': 1 }
  const first = await list({ media_url: `${url}?sig=1` }, { media_url: 'https://x.example/b.jpg' })
  expect(first).toMatchObject({ leftOut: rejected, notStored: [{ count: 1 }, { count: 1 }] })
  const again = [
    { media_url: 'https://y.example/a.jpg?sig=2' },
    { media_url: 'https://x.example/b.jpg' },
  ]
  const second = await list(...again)
  const unreadable = await list(...again.map((post) => ({ ...post, caption: 1 })))
  expect(unreadable.leftOut).toEqual({ ...rejected, 'post.caption': 2 })
  expect(second).toMatchObject({ leftOut: rejected, notStored: [] })
  expect(second.posts[0]?.media).toEqual({
    ...{ file: null, platformUrl: 'https://y.example/a.jpg?sig=2', rejected: 'unknown type' },
  })
  expect(web.requests).toHaveLength(2)
  await list({ media_url: 'https://y.example/c.jpg' })
  expect(web.requests).toHaveLength(3)
})

test('a URL that no client could load is not stored', async () => {
  const { list } = await account()
  const { posts } = await list(
    { media_url: 'file:///etc/passwd' },
    { media_url: 'javascript:alert(1)' },
    { media_type: 'VIDEO', media_url: 'lost.mp4', thumbnail_url: 'https://x.example/t' },
  )
  const poster = { file: null, platformUrl: 'https://x.example/t' }
  expect(posts).toEqual([expect.objectContaining({ id: '3', media: poster, thumbnail: poster })])
})

test('the poster of a withheld video is replaced by the video, which then stays', async () => {
  const thumbnail_url = 'https://x.example/t'
  const media_url = 'https://x.example/v'
  const { fetch } = host({ [thumbnail_url]: await jpegOf('#111'), [media_url]: clip })
  const { list } = await account(fetch)
  const extension = async (post: object) => {
    const { posts } = await list({ media_type: 'VIDEO', thumbnail_url, ...post })
    return posts[0]?.media.file?.extension
  }
  expect(await extension({})).toBe('jpg')
  expect(await extension({ media_url })).toBe('mp4')
  expect(await extension({})).toBe('mp4')
})

test('an album whose first item was removed shows the next one', async () => {
  const urls = ['https://x.example/1', 'https://x.example/2']
  const { fetch } = host({
    [`${urls[0]}`]: await jpegOf('#111'),
    [`${urls[1]}`]: await jpegOf('#222'),
  })
  const { list } = await account(fetch)
  const children = urls.map((media_url, id) => ({ id: `${id}`, media_type: 'IMAGE', media_url }))
  const album = (from: number) => ({
    media_type: 'CAROUSEL_ALBUM',
    media_url: urls[from],
    children: { data: children.slice(from) },
  })
  const before = (await list(album(0))).posts[0]
  const after = (await list(album(1))).posts[0]
  expect(after?.media).toEqual(before?.children[1]?.media)
  expect(after?.children).toEqual(before?.children.slice(1))
})
