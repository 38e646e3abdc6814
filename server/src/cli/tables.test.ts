import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/support/databases.ts'
import { account, posts } from '../../test/support/feeds.ts'
import { addOwner, connect } from '../../test/support/owners.ts'
import { queuedMessages } from '../../test/support/queues.ts'
import { saveFeed } from '../../test/support/seed.ts'
import { type AccountOverview, readAccounts } from '../stores/service/account-overview.ts'
import { changePlan } from '../stores/service/owner-overview.ts'
import { readWork } from '../stores/service/work-overview.ts'
import { accountColumns, findAccount, textTable } from './tables.ts'

const start = Date.UTC(2026, 2, 1, 6)
const minute = 60_000

onBothDatabases((databases) => {
  let now = start

  /** One account without an owner, with eight posts; two of an owner on Free, of which one is broken. */
  async function setUp() {
    now = start
    const database = await databases.open({ clock: () => now })
    await saveFeed(
      database,
      account({ plan: 'free', posts: posts(8), fetchedAt: start - 90 * minute }),
    )
    const owner = await addOwner(database, { email: 'owner@mail.example', plan: 'premium' })
    await connect(database, owner, 'quay')
    await connect(database, owner, 'sea\u001b[2J')
    await database.connections.apply(3, 'access_lost', {
      reason: 'The access that you gave has run out.',
    })
    return { database, db: database.tables.db }
  }

  it('rejects a name that several accounts have, with their ids', async () => {
    const { database } = await setUp()
    await saveFeed(database, account({ platformId: '2' }))
    await expect(findAccount(database, 'harbour.lights')).rejects.toThrow(
      'Several accounts are named harbour.lights. Give one of their ids: 1, 4.',
    )
    expect((await findAccount(database, '4')).platformId).toBe('2')
  })

  it('changes a plan, and with it what is cached, shown and fetched', async () => {
    const { database, db } = await setUp()
    await db.deleteFrom('work').execute()
    await db
      .updateTable('work')
      .set({ run_at: now + 60 * minute })
      .execute()
    const versions = () => db.selectFrom('account').select('version').orderBy('id').execute()
    const before = await versions()
    now += minute
    const change = await changePlan(db, { email: 'owner@MAIL.example', plan: 'free' })
    expect(change).toEqual({
      ...{
        ownerId: 'id of owner@mail.example',
        email: 'owner@mail.example',
        before: 'premium',
        plan: 'free',
      },
      accounts: [
        { username: 'quay', before: 'premium' },
        { username: 'sea\u001b[2J', before: 'premium' },
      ],
    })
    expect((await readAccounts(db)).map(({ plan }) => plan)).toEqual(['free', 'free', 'free'])
    expect(
      (await versions()).map(({ version }, index) => version - (before[index]?.version ?? 0)),
    ).toEqual([0, 1, 1])
    const messages = (await queuedMessages(database)).filter(({ payload }) => !payload.isRepeated)
    expect(messages.map(({ kind, accountId }) => [kind, accountId])).toEqual([
      ['clear_edge', 2],
      ['clear_edge', 3],
    ])
    const due = (await readWork(db)).filter(({ runAt, lane }) => runAt === now && lane === 'urgent')
    expect(due.map(({ kind, accountId }) => [kind, accountId])).toEqual([
      ['posts', 2],
      ['posts', 3],
    ])
    await changePlan(db, { email: 'owner@mail.example', plan: 'free' })
    expect(await queuedMessages(database)).toHaveLength(4)
  })
})

it('each column shows its own value', () => {
  const at = (minutes: number) => start + minutes * minute
  const row: AccountOverview = {
    ...{ accountId: 7, platformId: '17', username: 'quay', plan: 'premium', status: 'ready' },
    ...{ state: 'ready', ownerEmail: 'owner@mail.example', posts: 31, lastFetchAt: at(-10) },
    ...{
      nextRefreshAt: at(50),
      lastError: 'No media.',
      failingJob: 'token',
      failingSince: at(-180),
    },
    ...{ tokenExpiresAt: at(9000), leftOut: {} },
  }
  expect(textTable(accountColumns, [row], '', start)).toMatchInlineSnapshot(`
    "ID  ACCOUNT  PLAN     STATE  OWNER               POSTS  LAST FETCH      NEXT REFRESH   LAST ERROR                           LEFT OUT
    7   @quay    premium  ready  owner@mail.example  31     10 minutes ago  in 50 minutes  token, first 3 hours ago: No media.  -
    "
  `)
})
