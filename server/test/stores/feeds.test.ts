import { expect, it } from 'vitest'
import { onBothDatabases } from '../support/databases.ts'
import { addOwner, connect } from '../support/owners.ts'

onBothDatabases((databases) => {
  async function connected() {
    const database = await databases.open()
    const ownerId = await addOwner(database, { email: 'mara@harbour.example', plan: 'premium' })
    const { accountId, apiKey } = await connect(database, ownerId, 'harbour')
    const cardOf = async () => {
      const [card] = await database.accounts.cards(ownerId)
      if (!card) throw new Error('The account has no card.')
      return card
    }
    return { database, ownerId, accountId, apiKey, cardOf, id: (await cardOf()).feedId }
  }

  it('gives each account a public id, which stays when its key is replaced', async () => {
    const { database, accountId, apiKey, cardOf, id } = await connected()
    expect(id).toMatch(/^[A-Za-z2-9]{8}$/)
    const first = { 'page-size': '6', columns: '2 600:3' }
    expect(await database.feeds.find(id)).toEqual({
      ...{ apiKey, plan: 'premium', look: first, sites: '[]' },
    })
    const fresh = await database.keys.issue(accountId)
    expect([(await cardOf()).feedId, (await database.feeds.find(id))?.apiKey]).toEqual([id, fresh])
  })

  it('stores the look, and the three newest sites', async () => {
    const { database, accountId, cardOf, id } = await connected()
    await database.feeds.saveLook(accountId, { layout: 'tiles' })
    for (const name of ['one', 'two', 'three', 'two', 'four'])
      await database.feeds.addSite(id, `https://${name}.example`)
    expect((await database.feeds.find(id))?.look).toEqual({ layout: 'tiles' })
    const origins = (await cardOf()).sites.map(({ origin }) => origin)
    expect(origins).toEqual([
      'https://four.example',
      'https://two.example',
      'https://three.example',
    ])
  })

  it('replaces an id once, which cuts off the old one and forgets its sites', async () => {
    const { database, accountId, cardOf, id } = await connected()
    await database.feeds.addSite(id, 'https://one.example')
    const fresh = (await database.feeds.replaceId(accountId, id)) ?? ''
    expect([await database.feeds.find(id), await database.feeds.replaceId(accountId, id)]).toEqual([
      ...[null, null],
    ])
    expect(await cardOf()).toMatchObject({ feedId: fresh, sites: [] })
  })

  it('ends a feed with its connection: who connects the account again gets another id', async () => {
    const { database, ownerId, accountId, cardOf, id } = await connected()
    await database.connections.apply(accountId, 'disconnected')
    expect(await database.feeds.find(id)).toBeNull()
    await connect(database, ownerId, 'harbour')
    expect((await cardOf()).feedId).not.toBe(id)
    expect(await database.feeds.find('no\0ne')).toBeNull()
  })
})
