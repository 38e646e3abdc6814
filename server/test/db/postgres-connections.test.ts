import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { accountFeed, onlyAccountOf } from '../../../testing/store/index.ts'
import { fill, testDatabases } from '../support/databases.ts'
import { type PostgresCluster, sharedPostgres } from '../support/postgres.ts'

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await sharedPostgres()
})

const databases = testDatabases()

it('is made by several processes at once', async () => {
  const at = await cluster.create()
  const open = () => databases.open({ at })
  const [first, second, third] = await Promise.all([open(), open(), open()])
  await fill(first, [accountFeed(1, [])])
  expect((await onlyAccountOf(second.store)).id).toBe(1)
  expect(await third.keys.list()).toHaveLength(1)
})

it('serves again after its connections broke', async () => {
  const at = await cluster.create()
  const database = await databases.open({ at })
  await fill(database, [accountFeed(1, [])])
  await cluster.disconnect(at)
  // A request that is quicker than the news may still be given a connection that is about to end.
  await expect.poll(() => onlyAccountOf(database.store)).toMatchObject({ id: 1 })
})

it.each([
  [
    'a wrong password',
    (at: string) => at.replace(':photofeed@', ':wrong@'),
    'refuses the password; check user and password',
  ],
  ['no such database', (at: string) => `${at}_other`, 'does not exist; create it first'],
  [
    'no server',
    (at: string) => at.replace(/:\d+\//, ':1/'),
    'does not answer; check host and port, and that it is started',
  ],
])('explains %s without the password', async (_, change, explanation) => {
  const at = change(await cluster.create())
  const { host, pathname } = new URL(at)
  await expect(databases.open({ at })).rejects.toThrow(
    `The database ${host}${pathname} ${explanation}.`,
  )
})

it('is left alone when a newer version wrote it', async () => {
  const at = await cluster.create()
  await databases.open({ at })
  const db = new Kysely<{ kysely_migration: { name: string; timestamp: string } }>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: at }) }),
  })
  await db.insertInto('kysely_migration').values({ name: '9999_later', timestamp: '' }).execute()
  await db.destroy()
  await expect(databases.open({ at })).rejects.toThrow(
    'was written by a newer photofeed-server; start that version or name another database.',
  )
})
