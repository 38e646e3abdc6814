import type { AccountFeed } from '@photofeed/core'
import type { PlanName } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { feedHost } from './feed-host.ts'
import { liveFeed, liveKey } from './live-feed.ts'
import { filesOf, newFolder, record } from './recording.ts'

const forms = {
  'as it is': liveKey,
  'in capitals': liveKey.toUpperCase(),
  'percent-encoded': [...liveKey].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(''),
  'percent-encoded twice': [...liveKey].map((c) => `%25${c.charCodeAt(0).toString(16)}`).join(''),
  'JSON-escaped': [...liveKey].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join(''),
  'in Base64': Buffer.from(liveKey).toString('base64'),
  'in Base64 behind one byte': Buffer.from(`=${liveKey}&`).toString('base64'),
  'in Base64 behind two bytes': Buffer.from(`==${liveKey}&`).toString('base64'),
}

function withCaption(feeds: AccountFeed[], caption: string): AccountFeed[] {
  return feeds.map((feed) => ({ ...feed, posts: feed.posts.map((post) => ({ ...post, caption })) }))
}

function expectNoKey(text: string, where: string): void {
  for (const [name, form] of Object.entries(forms)) {
    // At its edges, Base64 also contains bits of its neighbors. Even most of a key is too much.
    expect(text.includes(form.slice(4, -4)), `${where} contains the key ${name}`).toBe(false)
  }
}

test.each<PlanName>(['premium', 'free'])(
  'the key is in no byte of a %s recording',
  async (plan) => {
    const host = await feedHost(
      (url) => withCaption(liveFeed(plan)(url), Object.values(forms).join(' ')),
      { mediaPath: `/media/${liveKey}` },
    )
    const out = await newFolder()
    const { progress, ...report } = await record({ url: host.url, out })

    const files = await filesOf(out)
    expect(report.media.files).toBeGreaterThan(6)
    expect(files.get('pages/page-0001.json')?.toString()).toContain('/media/<API_KEY>/')
    for (const [name, bytes] of files) expectNoKey(`${name} ${bytes.toString('latin1')}`, name)
    expectNoKey(progress + JSON.stringify(report), 'what is printed')
  },
)

test('media of the feed itself are saved although their URLs contain the key, also when it continues', async () => {
  const mediaPath = `/media/${liveKey}`
  let isDown = true
  const host = await feedHost(liveFeed('premium', 3), {
    mediaPath,
    media: (path) => (isDown ? null : Buffer.from(`\xff\xd8\xff${path}`, 'latin1')),
  })
  const out = await newFolder()
  const without = await record({ url: host.url, out })
  expect(without.missing).toEqual([{ reason: 'responded with 404', count: expect.any(Number) }])
  isDown = false
  const recorded = await record({ url: host.url, out })
  expect(recorded.missing).toEqual([])
  // A profile picture, three pictures, and the sizes of the two that are stored.
  expect(recorded.media.files).toBe(4 + 2 * 8)
})

test('no other host is ever sent the key', async () => {
  const other = await feedHost(() => [])
  const host = await feedHost(
    (url) =>
      liveFeed(
        'free',
        6,
      )(url).map((feed) => ({
        ...feed,
        posts: feed.posts.map((post, index) => ({
          ...post,
          children: [],
          media: {
            file: null,
            platformUrl: [
              `${other.url}/${liveKey}.jpg`,
              `${other.url}/a.jpg?key=${liveKey.toUpperCase()}`,
              `${other.url}/<API_KEY>.jpg`,
              `${url}/redirect`,
            ][index % 4] as string,
          },
          thumbnail: null,
        })),
      })),
    {
      intercept(request, response) {
        if (!request.url?.endsWith('/redirect')) return false
        response.writeHead(302, { Location: `${other.url}/b.jpg?key=${liveKey}` }).end()
        return true
      },
    },
  )
  const out = await newFolder()
  const { missing } = await record({ url: host.url, out })
  const reason = 'is on another host and contains the key'
  // With the key hidden, the first and the third are one.
  expect(missing).toEqual([{ reason, count: 3 }])
  expect(other.requests).toEqual([])
})

test('a service that redirects elsewhere is not followed with the key', async () => {
  const other = await feedHost(liveFeed('free'))
  const host = await feedHost(() => [], {
    intercept(request, response) {
      response.writeHead(308, { Location: `${other.url}${request.url}` }).end()
      return true
    },
  })
  const out = await newFolder()
  await expect(record({ url: host.url, out })).rejects.toThrow(
    `The service at ${host.url} redirects to ${other.url}, where the key is not sent: pass that address with --url if it is the same service.`,
  )
  expect(other.requests).toEqual([])
})
