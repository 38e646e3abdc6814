import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { AccountFeed } from '@photofeed/core'
import { UserError } from '@photofeed/core'
import type { Schemas } from '@photofeed/openapi'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { scenarios } from '../../src/accounts/scenarios.ts'
import { command, startMock } from '../cli/command.ts'
import { mediaUrls } from '../support/media-urls.ts'
import { feedHost } from './feed-host.ts'
import { liveFeed, liveKey } from './live-feed.ts'
import { fileAt } from './media-bytes.ts'
import { filesOf, newFolder, record } from './recording.ts'

const keyOf = (name: string) => scenarios.find((scenario) => scenario.name === name)?.apiKey ?? ''

test.each(['withheld-video', 'unstored-media', 'free'])(
  'the command records %s, and serves the recording with all its media',
  async (scenario) => {
    const live = await startMock('--warnings', 'strict')
    const out = join(await tempFolder(), 'recording')
    const key = keyOf(scenario)
    const done = await command('record', '--url', live.ready.url, '--key', key, '--out', out)
    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
    expect(done.stdout).not.toContain('not downloaded')

    const { ready } = await startMock('--accounts', out)
    const { apiKey = '' } = ready.scenarios.at(-1) ?? {}
    expect(apiKey).not.toBe(key)
    const urls = await mediaUrls(ready.url, apiKey)
    expect(urls.size).toBeGreaterThan(10)
    for (const address of urls) expect((await fetch(address)).status, address).toBe(200)
  },
)

test('the result is a few sentences, and the posts are the first that were stored', async () => {
  const host = await feedHost(liveFeed('premium', 60), {
    media: (path) => (path.endsWith('.mp4') ? null : fileAt(path)),
  })
  const out = await newFolder()
  expect(await record({ url: host.url, out, posts: 30 })).toBe(
    [
      `${out} contains 30 posts of harbour.lights (premium) and 31 pictures and videos.`,
      'Media files not downloaded: 15 (status 404).',
      `Serve it: npx @photofeed/mock-server --accounts ${out}`,
    ].join('\n'),
  )
  const [own] = JSON.parse(await readFile(join(out, 'feed.json'), 'utf8'))
  const stored = await fetch(`${host.url}/api/v1/me?api_key=${liveKey}&sort=id&page[size]=30`).then(
    (response) => response.json() as Promise<Schemas['AccountWithPosts']>,
  )
  const ids = (posts: readonly { id: string }[]) => posts.map(({ id }) => id)
  expect(ids(own.posts.toReversed())).toEqual(ids(stored.posts))
  for (const [name, bytes] of await filesOf(out)) {
    expect(bytes.includes(liveKey), name).toBe(false)
  }
})

test('without pictures nothing is downloaded, and the mock serves its own', async () => {
  const host = await feedHost(liveFeed('premium', 10))
  const out = await newFolder()
  await record({ url: host.url, out, pictures: false })
  expect([...(await filesOf(out)).keys()]).toEqual(['feed.json'])
  expect(host.requests.filter((target) => !target.startsWith('/api/'))).toEqual([])
  const { ready } = await startMock('--accounts', out)
  const urls = await mediaUrls(ready.url, ready.scenarios.at(-1)?.apiKey ?? '')
  for (const address of urls) expect((await fetch(address)).status, address).toBe(200)
})

test('a folder with files is left as it is', async () => {
  const host = await feedHost(liveFeed('free', 1))
  const out = await newFolder()
  await mkdir(out)
  await writeFile(join(out, 'notes.txt'), 'mine')
  await expect(record({ url: host.url, out })).rejects.toThrow(
    new UserError(
      `The folder ${out} contains other files, such as notes.txt. Choose a new or an empty one with --out.`,
    ),
  )
  expect([...(await filesOf(out))]).toEqual([['notes.txt', Buffer.from('mine')]])
  expect(host.requests).toEqual([])
})

test('files that appear during the recording are not replaced', async () => {
  const out = await newFolder()
  const mine = `${out}-mine.txt`
  await writeFile(mine, 'mine')
  const host = await feedHost(liveFeed('free', 1), {
    async media(path) {
      await symlink(mine, join(out, 'feed.json')).catch(() => {})
      return fileAt(path)
    },
  })
  await expect(record({ url: host.url, out })).rejects.toThrow(
    `The folder ${out} cannot be used (EEXIST). Check its permissions`,
  )
  expect(await readFile(mine, 'utf8')).toBe('mine')
})

/** A host with one response for every request. */
async function hostThat(status: number, body: string, headers: Record<string, string> = {}) {
  return feedHost(() => [], {
    intercept(_, response) {
      response.writeHead(status, headers).end(body)
      return true
    },
  })
}

test.each([
  [200, '<!doctype html><title>Hotel Wi-Fi</title>', 'has no readable feed'],
  [200, '{"data":[]}', 'has no readable feed'],
  [404, 'no', 'has no readable feed'],
  [401, '{}', 'has no readable feed'],
  [
    200,
    '{"username":["a"],"posts":[],"pagination":{"nextCursor":null,"perPage":6}}',
    'violates the contract, so no mock can serve it: account: username must be',
  ],
  [
    200,
    '{"username":"a","posts":[{"id":"1"}],"pagination":{"nextCursor":null,"perPage":6}}',
    'violates the contract',
  ],
  [
    200,
    '{"posts":[],"pagination":{"nextCursor":null,"perPage":7}}',
    'used a page size of 7 for 25',
  ],
])('a response %d %.30s', async (status, body, problem) => {
  const host = await hostThat(status, body)
  const out = await newFolder()
  const error = await record({ url: host.url, out }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(UserError)
  expect(error.message).toContain(problem)
  expect(error.message).not.toContain(liveKey)
  expect(await filesOf(out)).toEqual(new Map())
})

test.each([
  [`https://feed.example/api/v1/me?api_key=${liveKey}`, liveKey, 'The address of --url must be'],
  ['feed.example', liveKey, 'The address of --url must be'],
  ['http://127.0.0.1:1', liveKey.toUpperCase(), 'The key is not 64 characters of 0-9 and a-f.'],
])('the address %s with the key %s', async (url, key, problem) => {
  const error = await record({ url, key, out: await newFolder() }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(UserError)
  expect(error.message).toContain(problem)
  expect(error.message).not.toContain(liveKey)
})

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

test('a feed cannot reach the network of this machine, also not by a redirect', async () => {
  const requests: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    response.setHeader('Content-Type', 'image/jpeg').end(fileAt('/a.jpg'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const hosts = ['127.0.0.1', '127.1', 'localhost', '[::ffff:127.0.0.1]']
  const feed = await feedHost(
    (url) => feedOf([...hosts.map((host) => `http://${host}:${port}/a.jpg`), `${url}/b.jpg`])(url),
    {
      intercept(request, response) {
        if (request.url !== '/platform/b.jpg') return false
        response.writeHead(302, { Location: `http://127.0.0.1:${port}/b.jpg` }).end()
        return true
      },
    },
  )
  expect(await record({ url: feed.url, out: await newFolder() })).toContain(
    'Media files not downloaded: 5 (not a public address, status 302).',
  )
  expect(requests).toEqual([])
})

test('the key is sent to no other address', async () => {
  const other = await feedHost(liveFeed('free'))
  const host = await feedHost(() => [], {
    intercept(request, response) {
      response.writeHead(308, { Location: `${other.url}${request.url}` }).end()
      return true
    },
  })
  await expect(record({ url: host.url, out: await newFolder() })).rejects.toThrow(UserError)
  const leaking = await feedHost(feedOf([`${other.url}/a.jpg?key=${liveKey.toUpperCase()}`]))
  await expect(record({ url: leaking.url, out: await newFolder() })).rejects.toThrow(
    `The feed at ${leaking.url} contains its own API key, so it is not recorded.`,
  )
  expect(other.requests).toEqual([])
})

test('a file that is too large or no media file is left out', async () => {
  const host = await feedHost(liveFeed('free', 1), {
    media: (path) => Buffer.concat([fileAt(path), Buffer.alloc(64 * 1024 * 1024)]),
  })
  expect(await record({ url: host.url, out: await newFolder() })).toContain(
    'Media files not downloaded: 2 (larger than 64 MB).',
  )
  const html = await feedHost(liveFeed('free', 1), {
    intercept({ url = '' }, response) {
      if (url.startsWith('/api/')) return false
      response.setHeader('Content-Type', 'text/html').end('<p>')
      return true
    },
  })
  expect(await record({ url: html.url, out: await newFolder() })).toContain(
    'Media files not downloaded: 2 (not a JPEG, PNG, WebP or MP4 file).',
  )
})
