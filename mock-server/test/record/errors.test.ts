import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { expect, test } from 'vitest'
import { feedHost } from './feed-host.ts'
import { liveFeed, liveKey } from './live-feed.ts'
import { filesOf, newFolder, record } from './recording.ts'

async function problemOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(UserError)
  const { message } = error as UserError
  expect(message).not.toContain(liveKey)
  return message
}

/** A host with one response for every request. */
async function hostThat(status: number, body: string, headers: Record<string, string> = {}) {
  return feedHost(() => [], {
    intercept(_, response) {
      response.writeHead(status, headers).end(body)
      return true
    },
  })
}

const plainUrl =
  'The address of --url must be an http or https URL without a query, like https://feed.example.'

test.each([
  'feed.example',
  'ftp://feed.example',
  `https://feed.example/api/v1/me?api_key=${liveKey}`,
  'https://user:secret@feed.example',
  '',
])('the address %j', async (url) => {
  expect(await problemOf(record({ url, out: await newFolder() }))).toBe(plainUrl)
})

test.each(['', 'abc', liveKey.toUpperCase(), `${liveKey} `])('the key %j', async (key) => {
  expect(await problemOf(record({ url: 'http://127.0.0.1:1', key, out: await newFolder() }))).toBe(
    'The key is not 64 characters of 0-9 and a-f. Copy it again from the dashboard.',
  )
})

test('a key that the service does not know', async () => {
  const host = await feedHost(liveFeed('free'))
  const out = await newFolder()
  expect(await problemOf(record({ url: host.url, out, key: 'ab'.repeat(32) }))).toBe(
    `The service at ${host.url} rejected the key. Copy it again from the dashboard, and pass it with --key or PHOTOFEED_KEY.`,
  )
  await expect(filesOf(out)).rejects.toThrow('ENOENT')
})

test.each([
  [
    200,
    '<!doctype html><title>Hotel Wi-Fi</title>',
    'responded with a page of HTML that is not a feed. Check --url: it is the address before /api/v1/me.',
  ],
  [
    200,
    'ok',
    'responded with a body that is not a feed. Check --url: it is the address before /api/v1/me.',
  ],
  [
    200,
    '{"data":[]}',
    'responded with a body that is not a feed. Check --url: it is the address before /api/v1/me.',
  ],
  [
    200,
    `{"username":["${liveKey}"],"posts":[],"pagination":{"nextCursor":null}}`,
    'responded with JSON that is not a photofeed feed: account.username must be text, but is a list of 1. Check --url.',
  ],
  [404, 'no', 'has no photofeed API. Check --url: it is the address before /api/v1/me.'],
  [422, '{}', 'responded with 422.'],
  [200, 'x'.repeat(8 * 1024 * 1024 + 1), 'is larger than 8 MB.'],
])('a response %d %.30s', async (status, body, problem) => {
  const host = await hostThat(status, body)
  expect(await problemOf(record({ url: host.url, out: await newFolder() }))).toBe(
    `The service at ${host.url} ${problem}`,
  )
  expect(host.requests).toHaveLength(1)
})

test('a failure of the service is retried twice', async () => {
  const host = await hostThat(502, '<h1>Bad gateway</h1>')
  expect(await problemOf(record({ url: host.url, out: await newFolder() }))).toBe(
    `The service at ${host.url} responded with 502. Check --url and the network, then run the same command again.`,
  )
  expect(host.requests).toHaveLength(3)
})

test('a service and a media host that are back on the second retry are recorded', async () => {
  const failures = new Map<string, number>()
  const host = await feedHost(liveFeed('free', 1), {
    intercept({ url = '' }, response) {
      const count = (failures.get(url) ?? 0) + 1
      failures.set(url, count)
      if (count > 2) return false
      response.writeHead(500).end()
      return true
    },
  })
  const { posts, media, missing } = await record({ url: host.url, out: await newFolder() })
  expect({ posts, files: media.files, missing }).toEqual({ posts: 1, files: 2, missing: [] })
  expect(host.requests).toHaveLength(9)
})

test('a port without a server', async () => {
  const url = 'http://127.0.0.1:1'
  const fetch = async () => {
    throw new TypeError(`fetch failed for ${liveKey}`, {
      cause: Object.assign(new Error(liveKey), { code: 'ECONNREFUSED' }),
    })
  }
  expect(await problemOf(record({ url, out: await newFolder() }, { fetch }))).toBe(
    `The service at ${url} refuses connections. Check --url and the network, then run the same command again.`,
  )
})

test('a service that does not respond in time', async () => {
  const host = await feedHost(() => [], { intercept: () => true })
  expect(await problemOf(record({ url: host.url, out: await newFolder() }, { timeout: 500 }))).toBe(
    `The service at ${host.url} did not respond within 0.5 seconds. Check --url and the network, then run the same command again.`,
  )
})

test('five redirects are followed, and no more', async () => {
  const hops = async (count: number) => {
    let left = count
    const host = await feedHost(liveFeed('free'), {
      intercept(request, response) {
        if (left === 0 || !request.url?.startsWith('/api/')) return false
        left -= 1
        response.writeHead(307, { Location: request.url }).end()
        return true
      },
    })
    return { host, done: record({ url: host.url, out: await newFolder() }) }
  }
  expect((await (await hops(5)).done).posts).toBe(6)
  const { host, done } = await hops(6)
  expect(await problemOf(done)).toBe(`The service at ${host.url} redirects more than 5 times.`)
})

test('a folder that cannot be made', async () => {
  const host = await feedHost(liveFeed('free'))
  const { folder } = await record({ url: host.url, out: await newFolder() })
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect(await problemOf(record({ url: host.url, out: join(file, 'below') }))).toBe(
    `The folder ${join(file, 'below')} cannot be used (ENOTDIR). Check its permissions, or choose another with --out.`,
  )
})

test('a feed that breaks the contract', async () => {
  const host = await feedHost((url) =>
    liveFeed('free')(url).map((feed) => ({
      ...feed,
      posts: feed.posts.map((post) => ({ ...post, likeCount: -1 })),
    })),
  )
  expect(await problemOf(record({ url: host.url, out: await newFolder() }))).toBe(
    `The feed at ${host.url} violates the contract, so no mock can serve it: account "harbour.lights": posts[0].likeCount must be a number that is not negative, but is -1.`,
  )
})

test('a feed whose pages repeat', async () => {
  let recorded = ''
  const host = await feedHost(liveFeed('premium'), {
    intercept(request, response) {
      if (!request.url?.includes('cursor')) return false
      response.end(recorded)
      return true
    },
  })
  const query = `api_key=${liveKey}&page[size]=25&sort=id&include[]=children&include[]=comments`
  recorded = await (await fetch(`${host.url}/api/v1/me?${query}`)).text()
  expect(await problemOf(record({ url: host.url, out: await newFolder() }))).toBe(
    'The feed repeats itself: a page contained no post that was not on a page before. Run the same command with an empty folder.',
  )
})
