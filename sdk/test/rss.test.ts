import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { account, post } from '../../mock-server/src/index.ts'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { createFeed, FeedTimeoutError } from '../src/entries/index.ts'
import { rss } from '../src/entries/rss.ts'
import { createPacedFeed } from '../src/feed/feed.ts'
import { failingScenarios } from './support/failing-scenarios.ts'
import { catchError } from './support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from './support/fake-pace.ts'

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
const feedOf = (scenario: string) => createFeed(keyOf(scenario))

/** A feed whose retries have no delay. */
function impatient(scenario: string) {
  return createPacedFeed({ ...keyOf(scenario), timeout, totalTimeout }, fakePace().pace)
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
  ])('of %s has the posts and the connection of REST', async (scenario) => {
    const { channel, items, connection } = await rss(feedOf(scenario))
    const rest = await feedOf(scenario).me({ include: ['children'] })
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
      lastBuildDate: rest.connection.lastFetchedAt,
      ttl: 60,
    })
    expect(
      items.map(({ id, link, timestamp, author, enclosure, media }) => ({
        id,
        link,
        timestamp,
        author,
        enclosure: enclosure?.url,
        media: media.map(({ url }) => url),
      })),
    ).toEqual(
      rest.posts.map(({ id, permalink, timestamp, mediaUrl, children = [] }) => ({
        id,
        link: permalink,
        timestamp,
        author: `@${rest.account.username}`,
        enclosure: mediaUrl,
        media: children.length > 0 ? children.map((child) => child.mediaUrl) : [mediaUrl],
      })),
    )
  })

  it('has the picture of a video and the size of its file', async () => {
    const { items } = await rss(feedOf('premium'))
    const { posts } = await feedOf('premium').me({ type: 'VIDEO' })
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

  it('of a single post has one item', async () => {
    const { items } = await rss(feedOf('one'))
    expect(items.map(({ title }) => title)).toEqual(['Photo by @one'])
  })

  it('has every text as it was written', async () => {
    const { items } = await rss(feedOf('words'))
    const { posts } = await feedOf('words').me()
    expect(posts.map(({ caption }) => caption).toSorted()).toEqual(captions.toSorted())
    const titles = posts.map(({ caption }) => caption?.split('\n')[0]?.trim() ?? '')
    expect(items.map(({ title }) => title)).toEqual(
      titles.map((title) => (title.length > 100 ? `${title.slice(0, 100)}…` : title)),
    )
    const shown = items.map(({ description }) => description?.split('</p>\n')[1])
    const escaped: Record<string, string> = {
      '&': '&amp;',
      '<': '&lt;',
      '>': '&gt;',
      '"': '&quot;',
    }
    expect(shown).toEqual(
      posts.map(({ caption }) => {
        const html = caption?.replace(/[&<>"]/g, (character) => escaped[character] ?? '')
        return `<p>${html?.replaceAll("'", '&#39;').replaceAll('\n', '<br>\n')}</p>`
      }),
    )
  })
})

describe('a request that is rejected or fails', () => {
  test.each(failingScenarios)('%s', async (scenario, ErrorClass, requests) => {
    const error = await catchError(rss(impatient(scenario)))
    expect(error).toBeInstanceOf(ErrorClass)
    expect(mock.requests).toHaveLength(requests)
    expect(String((error as Error).stack)).not.toContain(mock.key(scenario))
  })

  test('twice, then succeeds', async () => {
    expect((await rss(impatient('fails-twice'))).items).toHaveLength(24)
    expect(mock.requests.map(({ status }) => status)).toEqual([500, 500, 200])
  })

  test('too slow', async () => {
    const error = await catchError(rss(feedOf('slow'), { timeout: 50, maxRetries: 0 }))
    expect(error).toBeInstanceOf(FeedTimeoutError)
  })

  test('aborted while it waits', async () => {
    const signal = AbortSignal.timeout(50)
    expect(await catchError(rss(feedOf('slow'), { signal }))).toBe(signal.reason)
  })
})
