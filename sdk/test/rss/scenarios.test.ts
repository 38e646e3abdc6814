import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { account, post } from '../../../mock-server/src/index.ts'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { createFeed, MissingApiKeyError, TimeoutError } from '../../src/index.ts'
import { createRssFeed } from '../../src/rss/index.ts'
import { createPacedRssFeed } from '../../src/rss/rss-feed.ts'
import { failingScenarios } from '../support/failing-scenarios.ts'
import { thrownBy } from '../support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../support/fake-pace.ts'

const captions = ['007', ' <b>Fish & chips</b> "fresh" \'&amp;\' ]]> ', '&lt;'.repeat(500), '🦞\n2']

let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({
    warnings: 'strict',
    accounts: [
      account({ username: 'one', posts: [post.image({ caption: null })] }),
      account({ username: 'words', posts: captions.map((caption) => post.image({ caption })) }),
    ],
  })
})
beforeEach(() => mock.reset())
afterAll(() => mock.close())

const keyOf = (scenario: string) => ({ baseUrl: mock.url, apiKey: mock.key(scenario) })

function impatient(scenario: string) {
  return createPacedRssFeed({ ...keyOf(scenario), timeout, totalTimeout }, fakePace().pace)
}

describe('the feed', () => {
  it.each([
    'premium',
    'free',
    'importing',
    'importing-partial',
    'refreshing-token',
    'invalid-token',
    'free-invalid-token',
    'empty',
    'unstored-media',
    'withheld-video',
    'null-profile',
    'page-boundary',
  ])('of %s has the posts and the connection that REST has', async (scenario) => {
    const { channel, items, connection } = await createRssFeed(keyOf(scenario)).rss()
    const rest = await createFeed(keyOf(scenario)).me({ include: ['children'] })
    expect(connection).toEqual(rest.connection)
    expect(channel).toEqual({
      title: rest.account.name ?? `@${rest.account.username}`,
      link: rest.account.website ?? mock.url,
      description: rest.account.biography ?? `The latest posts of @${rest.account.username}`,
      image: rest.account.profilePictureUrl && {
        url: rest.account.profilePictureUrl,
        title: rest.account.name ?? `@${rest.account.username}`,
        link: rest.account.website ?? mock.url,
      },
      lastBuildDate: rest.account.lastFetchAt,
      ttl: 60,
    })
    expect(
      items.map(({ id, link, publishedAt, author, enclosure, media }) => ({
        id,
        link,
        publishedAt,
        author,
        enclosure: enclosure?.url,
        media: media.map(({ url }) => url),
      })),
    ).toEqual(
      rest.posts.map(({ id, permalink, timestamp, mediaUrl, children = [] }) => ({
        id,
        link: permalink,
        publishedAt: timestamp,
        author: `@${rest.account.username}`,
        enclosure: mediaUrl,
        media: children.length > 0 ? children.map((child) => child.mediaUrl) : [mediaUrl],
      })),
    )
  })

  it('shows a video’s picture, and knows the size of its file', async () => {
    const { items } = await createRssFeed(keyOf('premium')).rss()
    const { posts } = await createFeed(keyOf('premium')).me({ type: 'VIDEO' })
    const video = items.find(({ id }) => id === posts[0]?.id)
    expect(video?.media).toEqual([
      {
        url: posts[0]?.mediaUrl,
        type: 'video/mp4',
        medium: 'video',
        thumbnailUrl: posts[0]?.thumbnailUrl,
      },
    ])
    const file = await fetch(posts[0]?.mediaUrl ?? '')
    expect(video?.enclosure?.length).toBe((await file.arrayBuffer()).byteLength)
  })

  it('of a single post is a list of one', async () => {
    const { items } = await createRssFeed(keyOf('one')).rss()
    expect(items.map(({ title }) => title)).toEqual(['Photo by @one'])
  })

  it('has every word as it was written', async () => {
    const { items } = await createRssFeed(keyOf('words')).rss()
    const { posts } = await createFeed(keyOf('words')).me()
    expect(posts.map(({ caption }) => caption).toSorted()).toEqual(captions.toSorted())
    const titles = posts.map(({ caption }) => caption?.split('\n')[0]?.trim() ?? '')
    expect(items.map(({ title }) => title)).toEqual(
      titles.map((title) => (title.length > 100 ? `${title.slice(0, 100)}…` : title)),
    )
    const shown = items.map(({ description }) => description?.split('</p>')[1])
    const escaped: Record<string, string> = {
      '&': '&amp;',
      '<': '&lt;',
      '>': '&gt;',
      '"': '&quot;',
    }
    expect(shown).toEqual(
      posts.map(({ caption }) => {
        const html = caption?.replace(/[&<>"]/g, (character) => escaped[character] ?? '')
        return `<p>${html?.replaceAll("'", '&#39;').replaceAll('\n', '<br>')}`
      }),
    )
  })
})

describe('a request that is refused or fails', () => {
  test.each(failingScenarios)('%s', async (scenario, ErrorClass, requests) => {
    const error = await thrownBy(impatient(scenario).rss())
    expect(error).toBeInstanceOf(ErrorClass)
    expect(mock.requests).toHaveLength(requests)
    expect(String((error as Error).stack)).not.toContain(mock.key(scenario))
  })

  test('without a key', async () => {
    const feed = createRssFeed({ baseUrl: mock.url, apiKey: '' })
    expect(await thrownBy(feed.rss())).toBeInstanceOf(MissingApiKeyError)
  })

  test('twice, then works', async () => {
    expect((await impatient('fails-twice').rss()).items).toHaveLength(24)
    expect(mock.requests.map(({ status }) => status)).toEqual([500, 500, 200])
  })

  test('too slow', async () => {
    const error = await thrownBy(createRssFeed(keyOf('slow')).rss({ timeout: 50, retry: 0 }))
    expect(error).toBeInstanceOf(TimeoutError)
  })

  test('aborted on the way', async () => {
    const signal = AbortSignal.timeout(50)
    expect(await thrownBy(createRssFeed(keyOf('slow')).rss({ signal }))).toBe(signal.reason)
  })
})
