import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { accountFeed, onlyAccountOf, testKey } from '../../../core/test/store/index.ts'
import { type Database, openDatabase } from '../../src/stores/database.ts'
import { fill, imported, onBothDatabases, testDatabases, testSecret } from '../support/databases.ts'
import { queuedMessages } from '../support/queues.ts'
import { saveFeed } from '../support/seed.ts'

onBothDatabases((databases) => {
  let database: Database
  let accountId: number

  beforeEach(async () => {
    database = await databases.open()
    const saved = await saveFeed(database, imported(accountFeed(1, [])))
    accountId = saved.accountId
  })

  it('issues a random key that opens the account and can be read again', async () => {
    const apiKey = await database.keys.issue(accountId)
    expect(apiKey).toMatch(/^[0-9a-f]{64}$/)
    expect((await database.keys.findAll()).get(accountId)).toBe(apiKey)
    expect((await database.store.findAccountByKey(apiKey))?.id).toBe(accountId)
  })

  it('replaces the previous key immediately, and clears what was cached under that', async () => {
    const first = await database.keys.issue(accountId)
    const before = await database.store.findAccountByKey(first)
    const second = await database.keys.issue(accountId)
    expect(second).not.toBe(first)
    expect(await database.store.findAccountByKey(first)).toBeNull()
    const after = await database.store.findAccountByKey(second)
    expect(after?.version).toBeGreaterThan(before?.version ?? Number.POSITIVE_INFINITY)
  })

  it('enqueues purges only where a cache in front of the API has to be purged', async () => {
    const place = await databases.place()
    const purges = async (purgesEdge?: boolean) => {
      const opened = await openDatabase({ at: place, secret: testSecret, purgesEdge })
      onTestFinished(opened.close)
      const { accountId } = await saveFeed(opened, imported(accountFeed(1, [])))
      for (let count = 0; count < 2; count++) await opened.keys.issue(accountId)
      return (await queuedMessages(opened)).map(({ kind }) => kind)
    }
    expect(await purges(false)).toEqual([])
    expect(await purges()).toEqual(Array(4).fill('clear_edge'))
  })

  it('rejects a key of another account and an unknown account', async () => {
    await fill(database, [accountFeed(2, [])])
    const { keys } = database
    await expect(keys.issue(accountId, testKey(2))).rejects.toThrow(/unique/i)
    await expect(keys.issue(99)).rejects.toThrow('There is no account 99.')
    expect((await keys.findAll()).get(accountId)).toBeUndefined()
  })

  it('serves a key that another secret encrypted, and cannot show it', async () => {
    const at = await databases.place()
    await fill(await databases.open({ at }), [accountFeed(1, [])])
    const { keys, store } = await databases.open({ at, secret: 'another secret' })
    expect((await keys.findAll()).get(1)).toBeNull()
    expect((await onlyAccountOf(store)).id).toBe(1)
    const apiKey = await keys.issue(1)
    expect((await keys.findAll()).get(1)).toBe(apiKey)
  })
})

// The file of SQLite can be read; where PostgreSQL keeps its files is the operator's.
const databases = testDatabases()

it('contains no key in plain text', async () => {
  const file = join(await databases.folder(), 'feeds.db')
  const onDisk = await databases.open({ at: file })
  await fill(onDisk, [accountFeed(1, [])])
  const apiKey = await onDisk.keys.issue(1)
  const bytes = Buffer.concat([await readFile(file), await readFile(`${file}-wal`)])
  expect(bytes.includes('harbour.light')).toBe(true)
  expect(bytes.includes(apiKey)).toBe(false)
  expect(bytes.includes(Buffer.from(apiKey, 'hex'))).toBe(false)
})
