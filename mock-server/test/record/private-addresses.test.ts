import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AccountFeed } from '@photofeed/core'
import type { GuardedFetchDeps } from '@photofeed/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { feedHost } from './feed-host.ts'
import { liveFeed } from './live-feed.ts'
import { fileAt } from './media-bytes.ts'
import { newFolder, record } from './recording.ts'

/** A server of the developer's machine that a feed must not reach, on every address of loopback. */
async function privateServer() {
  const requests: string[] = []
  const server = createServer(({ headers, url }, response) => {
    requests.push(`${headers.host}${url}`)
    response.setHeader('Connection', 'close').end(fileAt('/a.jpg'))
  }).listen(0)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, requests }
}

/** A feed of pictures with the given addresses. */
function feedOf(urls: readonly string[]): (platformUrl: string) => AccountFeed[] {
  return (platformUrl) =>
    liveFeed(
      'free',
      urls.length,
    )(platformUrl).map((feed) => ({
      ...feed,
      posts: feed.posts.map((post, index) => ({
        ...post,
        mediaType: 'IMAGE',
        media: { file: null, platformUrl: urls[index] ?? '' },
        thumbnail: null,
        children: [],
      })),
    }))
}

/** Names that have the next addresses with each lookup. */
function names(...addresses: string[]): Required<GuardedFetchDeps>['lookup'] {
  let looked = 0
  return (_, __, callback) => {
    const address = addresses[Math.min(looked, addresses.length - 1)] ?? ''
    looked += 1
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }
}

const isNotPublic = { reason: 'is not a public address', count: 1 }

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  'localhost',
])('media on %s are not requested, unless they are of the feed itself', async (host) => {
  const { port, requests } = await privateServer()
  const feed = await feedHost(feedOf([`http://${host}:${port}/a.jpg`]))
  const { missing, media } = await record({ url: feed.url, out: await newFolder() })
  expect(missing).toEqual([isNotPublic])
  // The profile's picture, on the feed's own loopback address.
  expect(media.files).toBe(1)
  expect(requests).toEqual([])
})

test.each(['10.1.2.3', '169.254.169.254', 'fe80::1', '::ffff:127.0.0.1', '127.0.0.1'])(
  'nor media of a name with the address %s',
  async (address) => {
    const { port, requests } = await privateServer()
    const feed = await feedHost(feedOf([`http://photos.example:${port}/a.jpg`]))
    const guard = { lookup: names(address) }
    const { missing } = await record({ url: feed.url, out: await newFolder() }, { guard })
    expect(missing).toEqual([isNotPublic])
    expect(requests).toEqual([])
  },
)

test('a redirect of the feed to a private address is not followed', async () => {
  const { port, requests } = await privateServer()
  const feed = await feedHost((url) => feedOf([`${url}/a.jpg`])(url), {
    intercept(request, response) {
      if (request.url !== '/platform/a.jpg') return false
      response.writeHead(302, { Location: `http://127.0.0.1:${port}/a.jpg` }).end()
      return true
    },
  })
  const { missing } = await record({ url: feed.url, out: await newFolder() })
  expect(missing).toEqual([isNotPublic])
  expect(requests).toEqual([])
})

test('the address of a name is checked by each connection, and a public one is recorded', async () => {
  const { port, requests } = await privateServer()
  const url = (path: string) => `http://photos.example:${port}/${path}.jpg`
  // In sequence: the first addresses of the lookup are public, the last is not.
  const guard = {
    lookup: names('127.0.0.1', '127.0.0.1', '10.0.0.1'),
    isAllowed: (address: string) => address === '127.0.0.1',
  }
  const feed = await feedHost(feedOf([url('a'), url('b'), url('c')]))
  const { missing, media } = await record({ url: feed.url, out: await newFolder() }, { guard })
  expect(missing).toEqual([isNotPublic])
  // Both have the same bytes, so they are one file; the other is the profile's picture.
  expect(media.files).toBe(2)
  expect(requests).toHaveLength(2)
})
