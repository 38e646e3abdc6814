import { expect, it } from 'vitest'
import { accountFeed } from '../../../core/test/store/index.ts'
import { fill, imported, onBothDatabases } from '../../test/support/databases.ts'
import { claimJobs } from '../../test/support/queues.ts'
import { saveFeed } from '../../test/support/seed.ts'
import { countConnections, type Health, readDatabase } from '../stores/service/health.ts'
import { createMetrics } from './metrics.ts'

onBothDatabases((databases) => {
  it('counts jobs by kind and state, and connections by state', async () => {
    let now = 10_000
    const database = await databases.open({ clock: () => now })
    await fill(
      database,
      [1, 2, 3].map((number) => accountFeed(number, [])),
    )
    const { db } = database.tables
    expect(await countConnections(db)).toEqual([])
    expect(await readDatabase(db)).toEqual({ jobs: [], late: [] })

    for (const id of [1, 2, 3]) await database.work.schedule('posts', id)
    await database.work.schedule('token', 1)
    await db
      .insertInto('work')
      .values({
        ...{ kind: 'profile', key: '3', account_id: 3, lane: 'routine', attempts: 24 },
        ...{ payload: 'null', run_at: 90_000, lease_until: 0, last_error: 'Unreadable.' },
        failing_since: 12_500 - 86_400_000,
      })
      .execute()
    const [first, second] = await claimJobs(database, 2)
    if (first) await database.work.fail(first, 'Out of order.', 6000)
    expect(second?.accountId).toBe(2)
    for (const [account_id, state] of [
      [1, 'ready'],
      [2, 'ready'],
      [3, 'invalid_token'],
    ] as const) {
      const row = { owner_id: null, permissions: '', connected_at: 0, broken_reason: null }
      await db
        .insertInto('connection')
        .values({ account_id, state, ...row, token: null, token_issued_at: null })
        .execute()
    }

    now = 12_500
    expect(await readDatabase(db)).toMatchObject({
      jobs: [
        { kind: 'posts', state: 'failing', count: 1 },
        { kind: 'posts', state: 'running', count: 1 },
        { kind: 'profile', state: 'failing_for_a_day', count: 1 },
      ],
      late: [],
    })
    now = 12_500 + 15 * 60_000
    // The lease of the second has ended by then, too.
    expect((await readDatabase(db)).late).toEqual([{ lane: 'urgent', count: 3 }])
    now = 12_500
    expect(await countConnections(db)).toEqual([
      { state: 'invalid_token', count: 1, expiring: 0 },
      { state: 'ready', count: 2, expiring: 0 },
    ])
  })

  it('counts connections once a minute, and shows how the database responds', async () => {
    let now = 0
    const { tables, health } = await databases.open()
    const { scrape, watchDatabase } = createMetrics({ clock: () => now, role: 'api' })
    watchDatabase(health)
    const scraped = async () => (await scrape()).match(/^photofeed_connections.*$/gm)
    const { accountId } = await saveFeed({ tables }, imported(accountFeed(1, [])))
    expect(await scraped()).toBeNull()
    await tables.db
      .insertInto('connection')
      .values({ account_id: accountId, state: 'ready', permissions: '', connected_at: 0 })
      .execute()
    expect(await scraped()).toBeNull()
    now += 60_000
    expect(await scraped()).toEqual(['photofeed_connections{state="ready"} 1'])
    await tables.db.updateTable('connection').set({ state: 'importing' }).execute()
    // The clock was ahead, and is set back.
    now -= 70 * 86_400_000
    expect(await scraped()).toEqual(['photofeed_connections{state="importing"} 1'])
    expect(await scrape()).toMatch(/^photofeed_database_response_seconds 0\.\d+$/m)
    expect(await scrape()).toMatch(/^photofeed_build_info\{version="[\d.]+",role="api"\} 1$/m)
  })
})

it('shows what the database counts, of working connections the tokens that expire', async () => {
  const { scrape, watchDatabase } = createMetrics({ clock: () => 0 })
  const jobs = [{ kind: 'posts', state: 'running', count: 3 }]
  const states = ['ready', 'importing', 'refreshing_token', 'invalid_token', 'disconnected']
  watchDatabase({
    ...{
      testRead: async () => {},
      read: async () => ({ jobs, late: [{ lane: 'mail', count: 2 }] }),
    },
    countConnections: async () =>
      states.map((state, index) => ({ state, count: 10 + index, expiring: 2 ** index })),
  } as unknown as Health)
  const shown = /(?<=^photofeed_)(jobs|late_work|connections|expiring_tokens)[ {].*$/gm
  expect((await scrape()).match(shown)).toEqual([
    'jobs{kind="posts",state="running"} 3',
    ...['urgent', 'routine'].map((lane) => `late_work{lane="${lane}"} 0`),
    ...['late_work{lane="mail"} 2', 'late_work{lane="deletion"} 0', 'late_work{lane="purge"} 0'],
    ...states.map((state, index) => `connections{state="${state}"} ${10 + index}`),
    'expiring_tokens 7',
  ])
})

it('shows no gauge of a database that does not respond, instead of 0', async () => {
  const { scrape, watchDatabase } = createMetrics({ clock: () => 0 })
  const reject = () => Promise.reject(new Error('The database is gone.'))
  watchDatabase({ testRead: reject, read: reject, countConnections: reject } as unknown as Health)
  const zeros = (await scrape()).match(/^photofeed_(?!nodejs_|process_)\w+ 0$/gm)
  expect(zeros).toBeNull()
})

it('counts what events report', async () => {
  const { scrape, countEvent } = createMetrics({ clock: () => 0 })
  const notStored = [{ reason: 'gone', count: 3 }]
  countEvent('downloadedMedia', { accountId: 1, stored: 2, notStored })
  countEvent('failedConnect', { kind: 'app', problem: 'invalid-app', error: '', ownerId: '' })
  const values = new Set((await scrape()).match(/(?<=\n\w+{(result|problem)=").+/g))
  for (const value of ['stored"} 2', 'gone"} 3', 'invalid-app"} 1']) expect(values).toContain(value)
})
