import type { PlanName, Schemas } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { seedOf } from '../../src/accounts/seed.ts'
import { loadData } from '../../src/cli/load-data.ts'
import { feedHost } from './feed-host.ts'
import { liveFeed, liveKey } from './live-feed.ts'
import { newFolder, record } from './recording.ts'

const queries = [
  '',
  'page[size]=100&include[]=children&include[]=comments',
  'sort=id&page[size]=7',
  'sort=-id&include[]=children',
  'sort=published_at&format=webp&include[]=children',
  'filter[type]=REELS&include[]=comments',
  'filter[type]=CAROUSEL_ALBUM&include[]=children&format=webp',
  'filter[publishedAfter]=2026-01-05&filter[publishedBefore]=2026-01-20',
  'page[size]=500',
]

/** The same document without hosts and without the ids of files, which follow from their content. */
function comparable(text: string): unknown {
  return JSON.parse(
    text.replaceAll(
      /"https?:\/\/127[^"]*?\/((?:\d+\/)?)[0-9a-f]{32}(\.\w+)"/g,
      '"<media>/$1<id>$2"',
    ),
  )
}

async function replay(out: string) {
  const { accounts, media } = await loadData(out)
  const host = await feedHost(
    (platformUrl) =>
      accounts.map((own, index) => {
        const { scenario, platformId, profile, feed, lastFetchAt } = seedOf(own, {
          now: 0,
          platformUrl,
        })
        const { apiKey, plan, status } = scenario
        const account = { id: index, platformId, plan, status, profile, lastFetchAt, version: 1 }
        return { account, apiKey, posts: feed().posts }
      }),
    { media },
  )
  return { host, apiKey: accounts[0]?.apiKey ?? '' }
}

const urls = (text: string) =>
  [...text.matchAll(/"(http:\/\/127[^"]+)"/g)].map(([, url]) => url ?? '')

test.each<PlanName>(['premium', 'free'])('a recorded %s feed responds as before', async (plan) => {
  const live = await feedHost(liveFeed(plan))
  const out = await newFolder()
  await record({ url: live.url, out })
  const { host, apiKey } = await replay(out)
  expect(apiKey).not.toBe(liveKey)

  for (const query of queries) {
    const [was, is] = await Promise.all(
      [
        { url: live.url, key: liveKey },
        { url: host.url, key: apiKey },
      ].map(async ({ url, key }) => {
        const response = await fetch(`${url}/api/v1/me?api_key=${key}&${query}`)
        return { status: response.status, text: await response.text() }
      }),
    )
    expect(is?.status, query).toBe(was?.status)
    expect(comparable(is?.text ?? ''), query).toEqual(comparable(was?.text ?? ''))
    for (const url of urls(is?.text ?? '')) {
      expect(`${(await fetch(url)).status} ${url}`).toBe(`200 ${url}`)
    }
  }
})

test('the posts are those of the live feed, in both orders', async () => {
  const live = await feedHost(liveFeed('premium'))
  const out = await newFolder()
  await record({ url: live.url, out })
  const { host, apiKey } = await replay(out)
  const ids = async (url: string, key: string, query: string) => {
    const response = await fetch(`${url}/api/v1/me?api_key=${key}&${query}`)
    const { posts } = (await response.json()) as Schemas['AccountWithPosts']
    return posts.map(({ id }) => id)
  }
  for (const query of ['sort=id', '']) {
    const was = await ids(live.url, liveKey, query)
    expect(was).toHaveLength(60)
    expect(await ids(host.url, apiKey, query)).toEqual(was)
  }
})
