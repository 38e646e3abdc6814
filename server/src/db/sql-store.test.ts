import { expect, it } from 'vitest'
import {
  accountFeed,
  describeFeedStore,
  onlyAccountOf,
  postsAt,
  storedAccount,
  testKey,
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

  it('finds no account by a key that another process revoked or replaced just before', async () => {
    const at = await databases.place()
    const [own, other] = [await databases.open({ at }), await databases.open({ at })]
    await fill(other, [accountFeed(1, []), accountFeed(2, [])])
    const find = async (key: string) => (await own.store.findAccountByKey(key))?.id ?? null
    let key = testKey(1)
    for (let round = 0; round < 20; round += 1) {
      const id = await find(key)
      expect(await find(key)).toBe(id)
      const next = await other.keys.issue(Number(id))
      expect(await find(key)).toBeNull()
      expect(await find(next)).toBe(id)
      key = next
    }
    await other.keys.revoke(Number(await find(key)))
    expect(await find(key)).toBeNull()
    expect(await find(testKey(2))).not.toBeNull()
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
