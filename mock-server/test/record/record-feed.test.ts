import { existsSync, symlinkSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { UserError } from '@photofeed/core'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { command, startMock } from '../cli/command.ts'
import { mediaUrls } from '../support/media-urls.ts'
import { feedHost, liveKey, pictures } from './feed-host.ts'
import { filesOf, newFolder, record } from './recording.ts'

test('the command records a feed, and the mock serves the recording with all its media', async () => {
  const live = await startMock('--warnings', 'strict')
  const out = join(await tempFolder(), 'recording')
  const { apiKey: key = '' } = live.ready.scenarios.find(({ name }) => name === 'free') ?? {}
  const done = await command('record', '--url', live.ready.url, '--key', key, '--out', out)
  expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
  expect(done.stdout).not.toContain('not downloaded')

  const { ready } = await startMock('--accounts', out)
  const { apiKey = '' } = ready.scenarios.at(-1) ?? {}
  const urls = await mediaUrls(ready.url, apiKey)
  expect(urls.size).toBeGreaterThan(5)
  for (const address of urls) expect((await fetch(address)).status, address).toBe(200)
})

test('the result is a few sentences, and the posts are the first that were stored', async () => {
  const host = await feedHost(
    (url) => ({
      ...pictures(Array.from({ length: 40 }, (_, index) => `${url}/${index}.jpg`)),
      plan: 'premium',
    }),
    ({ url = '' }, response) => {
      if (!url.endsWith('.jpg') || url.startsWith('/media/')) return false
      const status = url.startsWith('/1') ? 404 : 200
      response.writeHead(status, { 'Content-Type': 'image/jpeg' }).end(url)
      return true
    },
  )
  const out = await newFolder()
  // The first that were stored are 39.jpg to 10.jpg, of which ten are missing, and the profile picture is there.
  expect(await record({ url: host.url, out, posts: 30 })).toBe(
    [
      `${out} contains 30 posts of harbour.lights (premium) and 21 media files.`,
      'Media files not downloaded: 10 (status 404).',
      `Serve it: npx @photofeed/mock-server --accounts ${out}`,
    ].join('\n'),
  )
  const files = await filesOf(out)
  const { format, accounts } = JSON.parse(String(files.get('feed.json')))
  const [own] = accounts
  expect(format).toBe(1)
  expect(own.posts).toHaveLength(30)
  for (const [name, bytes] of files) expect(bytes.includes(liveKey), name).toBe(false)
})

test('without pictures nothing is downloaded, and the mock serves its own', async () => {
  const host = await feedHost({ ...pictures([undefined]), plan: 'premium' })
  const out = await newFolder()
  await record({ url: host.url, out, pictures: false })
  expect([...(await filesOf(out)).keys()]).toEqual(['feed.json'])
  expect(host.requests.filter((target) => !target.startsWith('/api/'))).toEqual([])
  const { ready } = await startMock('--accounts', out)
  const urls = await mediaUrls(ready.url, ready.scenarios.at(-1)?.apiKey ?? '')
  for (const address of urls) expect((await fetch(address)).status, address).toBe(200)
})

test('a folder with files is left as it is', async () => {
  const host = await feedHost(pictures([undefined]))
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
  const host = await feedHost(pictures([undefined]), ({ url = '' }) => {
    const isFirst = url.startsWith('/media/') && !existsSync(join(out, 'feed.json'))
    if (isFirst) symlinkSync(mine, join(out, 'feed.json'))
    return false
  })
  await expect(record({ url: host.url, out })).rejects.toThrow(
    `The folder ${out} contains another feed.json. Choose a new or an empty one with --out.`,
  )
  expect(await readFile(mine, 'utf8')).toBe('mine')
})

test.each([
  [200, '<!doctype html><title>Hotel Wi-Fi</title>', 'has no readable feed'],
  [200, '{"data":[]}', 'has no readable feed'],
  [
    200,
    '{"username":["a"],"posts":[],"pagination":{"nextCursor":null,"perPage":6}}',
    'violates the contract, so no mock can serve it: account: username must be',
  ],
  [
    200,
    '{"posts":[],"pagination":{"nextCursor":null,"perPage":7}}',
    'used a page size of 7 for 25',
  ],
])('a response %d %.30s', async (status, body, problem) => {
  const host = await feedHost({}, (_, response) => {
    response.writeHead(status).end(body)
    return true
  })
  const out = await newFolder()
  const error = await record({ url: host.url, out }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(UserError)
  expect(error.message).toContain(problem)
  expect(error.message).not.toContain(liveKey)
  expect(await filesOf(out)).toEqual(new Map())
})

test('a feed cannot reach the network of this machine, also not by a redirect', async () => {
  const requests: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    response.setHeader('Content-Type', 'image/jpeg').end('a picture')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const hosts = ['127.0.0.1', '127.1', 'localhost', '[::ffff:127.0.0.1]']
  const feed = await feedHost(
    (url) => pictures([...hosts.map((host) => `http://${host}:${port}/a.jpg`), `${url}/b.jpg`]),
    (request, response) => {
      if (request.url !== '/b.jpg') return false
      response.writeHead(302, { Location: `http://127.0.0.1:${port}/b.jpg` }).end()
      return true
    },
  )
  expect(await record({ url: feed.url, out: await newFolder() })).toContain(
    'Media files not downloaded: 5 (not a public address, status 302).',
  )
  expect(requests).toEqual([])
})

test('the key is sent to no other address', async () => {
  const other = await feedHost({})
  const host = await feedHost({}, (request, response) => {
    response.writeHead(308, { Location: `${other.url}${request.url}` }).end()
    return true
  })
  await expect(record({ url: host.url, out: await newFolder() })).rejects.toThrow(UserError)
  const leaking = await feedHost(pictures([`${other.url}/a.jpg?key=${liveKey.toUpperCase()}`]))
  await expect(record({ url: leaking.url, out: await newFolder() })).rejects.toThrow(
    `The feed at ${leaking.url} contains its own API key, so it is not recorded.`,
  )
  expect(other.requests).toEqual([])
})

test.each([
  ['image/jpeg', 64 * 1024 * 1024 + 1, 'larger than 64 MB'],
  ['text/html', 3, 'not a JPEG, PNG, WebP or MP4 file'],
])('a file of %s with %d bytes is left out', async (type, size, problem) => {
  const host = await feedHost(pictures([undefined]), ({ url = '' }, response) => {
    if (url.startsWith('/api/')) return false
    response.setHeader('Content-Type', type).end(Buffer.alloc(size))
    return true
  })
  expect(await record({ url: host.url, out: await newFolder() })).toContain(
    `Media files not downloaded: 2 (${problem}).`,
  )
})
