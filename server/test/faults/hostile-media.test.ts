import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fileLimits } from '../../src/media/file-store.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import { serveHttp } from '../support/http/serve-http.ts'
import { pixelBomb } from '../support/media/pictures.ts'
import { faultWorld } from './fault-world.ts'
import { paging } from './paging.ts'

type TestResponse = [
  status: number,
  headers: Record<string, string | number>,
  body?: string | Buffer,
]

async function hostOf(replies: Record<string, TestResponse>) {
  const requested: string[] = []
  const { url } = await serveHttp(({ url = '' }, response) => {
    const [path = ''] = url.split('?')
    requested.push(path)
    const [status, headers, body = ''] = replies[path] ?? [404, {}]
    response.writeHead(status, headers).end(body)
  })
  return { url, requested }
}

test('a refresh stores only real media, and requests nothing inside our network', async () => {
  const inside = await hostOf({})
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const cdn = await hostOf({
    '/page.jpg': [
      200,
      { 'Content-Type': 'image/jpeg' },
      '<!doctype html><script>alert(1)</script>',
    ],
    '/drawing.jpg': [200, { 'Content-Type': 'image/svg+xml' }, svg],
    '/pixels.jpg': [200, { 'Content-Type': 'image/png' }, await pixelBomb(16_000, 16_000)],
    '/gzip.jpg': [200, { 'Content-Encoding': 'gzip' }, gzipBomb(fileLimits.videoBytes + 1)],
    '/endless.jpg': [200, { 'Content-Length': fileLimits.videoBytes + 1 }],
    '/inside.jpg': [302, { Location: `${inside.url}/redirected` }],
    '/metadata.jpg': [302, { Location: 'http://169.254.169.254/latest/meta-data/' }],
  })
  const urls = [
    ...['page', 'drawing', 'endless', 'inside', 'metadata', 'pixels', 'gzip'].map(
      (name) => `${cdn.url}/${name}.jpg`,
    ),
    `${inside.url}/direct`,
    'http://169.254.169.254/latest/meta-data/',
  ]
  const { connect, settle, read, load, database, folder } = await faultWorld({
    origins: [cdn.url],
    platform: paging({
      edit: (page) => ({
        ...page,
        posts: page.posts.map((post, index) => ({
          ...{ ...post, media_type: 'IMAGE', children: undefined, thumbnail_url: null },
          media_url: urls[index] ?? post.media_url,
        })),
      }),
    }),
  })
  const { apiKey, accountId } = await connect('reels.and.rigging')
  await settle()

  const { body } = await read(apiKey)
  expect(body.status).toBe('ready')
  // Clients may load them where the platform says they are; here there is no copy.
  expect(body.posts.slice(0, urls.length).map(({ mediaUrl }) => mediaUrl)).toEqual(urls)
  expect(await load(body.posts[urls.length]?.mediaUrl ?? '')).toEqual([200, true])
  const ids = body.posts.slice(0, urls.length + 1).map(({ id }) => id)
  const posts = await database.refreshes.findPosts(accountId, ids)
  expect(ids.map((id) => posts.get(id)?.media.file !== null)).toEqual(
    ids.map((_, index) => index >= urls.length),
  )
  expect(inside.requested).toEqual([])
  expect(cdn.requested.sort()).toEqual([
    '/drawing.jpg',
    '/endless.jpg',
    '/gzip.jpg',
    '/inside.jpg',
    '/metadata.jpg',
    '/page.jpg',
    '/pixels.jpg',
  ])
  expect(await readdir(join(folder, 'media', 'drafts'))).toEqual([])
})

test('a compressed response of the platform is read only up to its limit', async () => {
  const { url } = await hostOf({
    '/me': [
      200,
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      gzipBomb(256 * 1024 * 1024),
    ],
  })
  const client = createPlatformClient(
    {
      ...{ clientId: '1', clientSecret: 'secret', redirectUri: `${url}/back` },
      hosts: { authorize: url, token: url, graph: url },
    },
    { fetch, clock: Date.now },
  )
  const profile = client.profile('IGtoken')
  await expect(profile).rejects.toThrow('larger than 8 MB')
})

/** A small file of ever the same byte. */
function gzipBomb(bytes: number): Buffer {
  return gzipSync(Buffer.alloc(bytes, ' '), { level: 1 })
}
