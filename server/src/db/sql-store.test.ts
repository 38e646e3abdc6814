import { expect, it } from 'vitest'
import {
  accountFeed,
  describeFeedStore,
  onlyAccountOf,
  postsAt,
  storedAccount,
} from '../../../testing/store/index.ts'
import { fill, imported, onBothDatabases } from '../../test/support/databases.ts'

onBothDatabases((databases) => {
  describeFeedStore('SQL store', async (accounts) => {
    // A new database for each of a property's hundred runs would take minutes on a busy machine.
    const database = await databases.reuse()
    await fill(database, accounts)
    return database.store
  })

  it('finds no post by an id that no database can store', async () => {
    const database = await databases.open()
    await fill(database, [accountFeed(1, postsAt(1))])
    const { id } = await onlyAccountOf(database.store)
    expect(await database.store.findPost(id, '\0')).toBeNull()
    expect(await database.store.findPost(id, 'post-1\0')).toBeNull()
  })

  it('shows every change of an account at the next request', async () => {
    const database = await databases.open()
    const feed = accountFeed(1, [])
    await fill(database, [feed])
    const { version } = await onlyAccountOf(database.store)

    const profile = { ...feed.account.profile, biography: null }
    await database.feeds.save({ ...imported(feed), plan: 'free', status: 'invalid_token', profile })

    expect(await onlyAccountOf(database.store)).toEqual(
      storedAccount({ plan: 'free', status: 'invalid_token', profile, version: version + 1 }),
    )
  })
})
