import { createMemoryStore } from '@photofeed/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accountFeed, anyPosts, anyQuery, propertyRuns } from '../../../core/test/store/index.ts'
import { runs } from '../../../test-support/scope.ts'
import { imported, onBothDatabases } from '../../test/support/databases.ts'
import { saveInOrder } from '../../test/support/seed.ts'

onBothDatabases((databases) => {
  it('responds like the memory store to random queries', async () => {
    const database = await databases.open()
    const { store } = database
    let accounts = 0
    const anyQueries = fc.array(anyQuery, { minLength: 1, maxLength: 20 })
    const property = fc.asyncProperty(anyPosts, anyQueries, async (posts, queries) => {
      // Each run is another account, so that the others' posts are in the way.
      accounts += 1
      const feed = accountFeed(accounts, posts)
      const memory = createMemoryStore([feed])
      const accountId = await saveInOrder(database, imported(feed))
      for (const query of queries) {
        expect(await store.findPosts(accountId, query)).toEqual(
          await memory.findPosts(feed.account.id, query),
        )
      }
      for (const post of posts) {
        expect(await store.findPost(accountId, post.id)).toEqual(
          await memory.findPost(feed.account.id, post.id),
        )
      }
    })
    await fc.assert(property, { ...propertyRuns, numRuns: runs(50, 100) })
  })
})
