import { expect, test } from 'vitest'
import { fetchTypes, typeErrors } from '../../../test-support/type-errors.ts'

const program = `
import { createFeed, type FetchFunction } from '@photofeed/sdk'
import { type CacheStore, cachedFetch } from '@photofeed/sdk/cache'
import { FeedDocument, graphql } from '@photofeed/sdk/graphql'
import { imageAttributes } from '@photofeed/sdk/images'
import { rss } from '@photofeed/sdk/rss'
declare const fetch: FetchFunction
const store: CacheStore = new Map<string, string>()
const feed = createFeed({ baseUrl: 'https://feed.example', apiKey: 'x', fetch: cachedFetch({ store, fetch }) })
const page = await feed.me({ include: ['children'] })
export const count: number = page.posts.map((post) => post.children.length)[0] ?? 0
export const image = page.posts.map((post) => imageAttributes(post))[0]
export const { data } = await graphql(feed, FeedDocument, { first: 3 })
export const { items } = await rss(feed)
export const wrong: string = count
`

test('the declarations need the types of fetch, and nothing else of the DOM or Node', async () => {
  const options = { target: 'es2022', lib: ['es2022'], module: 'nodenext' }
  expect(await typeErrors({ 'program.mts': program, 'fetch.d.ts': fetchTypes }, options)).toEqual([
    "Type 'number' is not assignable to type 'string'.",
  ])
})
