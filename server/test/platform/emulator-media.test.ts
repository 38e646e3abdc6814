import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { PlatformPost } from '../../src/platform/platform-schema.ts'
import { connect, hour, platformWorld, start } from './platform-world.ts'

const media = new URL('../../../core/media/', import.meta.url)

async function withPosts() {
  const world = await platformWorld({}, 1200)
  const { token, permissions } = await connect(world)
  const posts: PlatformPost[] = []
  for await (const page of world.client.mediaPages(token, { permissions })) {
    posts.push(...page.posts)
  }
  const urls = posts.flatMap((post) =>
    [post, ...(post.children?.items ?? [])].flatMap(({ media_url, thumbnail_url }) => [
      media_url,
      thumbnail_url,
    ]),
  )
  return { ...world, posts, urls: urls.filter((url) => url !== null && url !== undefined) }
}

async function responseOf(url: string) {
  const response = await fetch(url)
  const type = response.headers.get('Content-Type')
  return { status: response.status, type, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('every media URL of a listing gives its file', async () => {
  const { urls } = await withPosts()
  expect(urls.length).toBeGreaterThan(500)
  const different = new Set(urls)
  const types = new Map<string | null, number>()
  for (const url of different) {
    const { status, type, bytes } = await responseOf(url)
    expect(status).toBe(200)
    const [, stem, extension] = /\/(\w+)\.(\w+)\?/.exec(url) ?? []
    const file = extension === 'mp4' ? 'clip.mp4' : `${stem}/1200.jpg`
    expect(bytes.equals(await readFile(new URL(file, media)))).toBe(true)
    types.set(type, (types.get(type) ?? 0) + 1)
  }
  expect([...types]).toEqual(
    expect.arrayContaining([
      ['image/jpeg', different.size - 1],
      ['video/mp4', 1],
    ]),
  )
})

test('URLs expire, those of videos first, and a new listing has new ones', async () => {
  const world = await withPosts()
  const picture = world.urls.find((url) => url.includes('.jpg')) ?? ''
  const video = world.urls.find((url) => url.includes('.mp4')) ?? ''
  const status = async (url: string) => (await responseOf(url)).status

  world.time.now = start + 31 * hour
  expect([await status(picture), await status(video)]).toEqual([200, 403])
  world.time.now = start + 96 * hour
  const { type, bytes } = await responseOf(picture)
  expect([await status(picture), type, bytes.toString()]).toEqual([
    403,
    'text/plain; charset=UTF-8',
    'URL signature expired',
  ])
  const { token } = await connect(world)
  const { profile_picture_url } = await world.client.profile(token)
  expect(await status(profile_picture_url ?? '')).toBe(200)
})

test('a URL that was changed does not work', async () => {
  const { urls } = await withPosts()
  const [url = ''] = urls
  for (const changed of [
    url.replace(/oe=\w+/, 'oe=7FFFFFFF'),
    url.replace(/\/\d\d\.jpg/, '/99.jpg'),
    url.replace(/\?.*/, ''),
    `${url}&x=1`,
    url.replace(/\/v\/.*\?/, '/v/../../package.json?'),
  ]) {
    expect(changed).not.toBe(url)
    expect((await responseOf(changed)).status).not.toBe(200)
  }
  expect((await responseOf(`${url}&x=1`)).bytes.toString()).toBe('URL signature mismatch')
})

test('all of an owner’s URLs can be made to have expired', async () => {
  const { emulator, urls } = await withPosts()
  emulator.faults.set('17851400000000001', 'expired-media')
  const { status, type, bytes } = await responseOf(urls[0] ?? '')
  expect([status, type, bytes.toString()]).toEqual([403, 'text/plain', 'URL signature expired'])
})
