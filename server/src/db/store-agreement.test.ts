import { createMemoryStore } from '@photofeed/core'
import {
  accountFeed,
  anyPosts,
  anyQuery,
  onlyAccountOf,
  propertyRuns,
} from '@photofeed/core/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fill, testDatabases } from './test-databases.ts'

const databases = testDatabases()

it('answers like the memory store, whatever is stored and asked', async () => {
  const anyQueries = fc.array(anyQuery, { minLength: 1, maxLength: 20 })
  const property = fc.asyncProperty(anyPosts, anyQueries, async (posts, queries) => {
    const feeds = [accountFeed(1, posts)]
    const memory = createMemoryStore(feeds)
    const database = await databases.open()
    await fill(database, feeds)
    const { id } = await onlyAccountOf(database.store)
    for (const query of queries) {
      expect(await database.store.findPosts(id, query)).toEqual(await memory.findPosts(1, query))
    }
    for (const post of posts) {
      expect(await database.store.findPost(id, post.id)).toEqual(await memory.findPost(1, post.id))
    }
  })
  await fc.assert(property, propertyRuns)
})
