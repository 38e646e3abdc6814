import { listen } from '@photofeed/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { fileLimits } from '../../src/media/file-rules.ts'
import { faultWorld } from './fault-world.ts'
import { paging } from './paging.ts'

type Answer = [status: number, headers: Record<string, string | number>, body?: string]

async function hostOf(answers: Record<string, Answer>) {
  const asked: string[] = []
  const { server, url, close } = await listen('127.0.0.1', 0)
  server.on('request', ({ url: path = '' }, response) => {
    asked.push(path)
    const [status, headers, body = ''] = answers[path] ?? [404, {}]
    response.writeHead(status, headers).end(body)
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await close()
  })
  return { url, asked }
}

test('what a live refresh is given for media is stored only when it is media, and nothing inside our network is asked', async () => {
  const inside = await hostOf({})
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const cdn = await hostOf({
    '/page.jpg': [
      200,
      { 'Content-Type': 'image/jpeg' },
      '<!doctype html><script>alert(1)</script>',
    ],
    '/drawing.jpg': [200, { 'Content-Type': 'image/svg+xml' }, svg],
    '/endless.jpg': [200, { 'Content-Length': fileLimits.videoBytes + 1 }],
    '/inside.jpg': [302, { Location: `${inside.url}/redirected` }],
    '/metadata.jpg': [302, { Location: 'http://169.254.169.254/latest/meta-data/' }],
  })
  const urls = [
    ...['page', 'drawing', 'endless', 'inside', 'metadata'].map((name) => `${cdn.url}/${name}.jpg`),
    `${inside.url}/direct`,
    'http://169.254.169.254/latest/meta-data/',
  ]
  const { connect, settle, read, load, database } = await faultWorld({
    origins: [cdn.url],
    platform: paging({
      edit: (page) => ({
        ...page,
        posts: page.posts.map((post, index) => ({
          ...{ ...post, media_type: 'IMAGE', children: [], thumbnail_url: null },
          media_url: urls[index] ?? post.media_url,
        })),
      }),
    }),
  })
  const { apiKey, accountId } = await connect()
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
  expect(inside.asked).toEqual([])
  expect(cdn.asked.sort()).toEqual([
    '/drawing.jpg',
    '/endless.jpg',
    '/inside.jpg',
    '/metadata.jpg',
    '/page.jpg',
  ])
})
