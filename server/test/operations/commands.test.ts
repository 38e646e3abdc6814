import { join } from 'node:path'
import { plans } from '@photofeed/openapi'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import type { Database } from '../../src/stores/database.ts'
import { command } from '../support/commands.ts'
import { account, posts } from '../support/feeds.ts'
import { addOwner, connect } from '../support/owners.ts'
import { queuedMessages } from '../support/queues.ts'
import { saveFeed } from '../support/seed.ts'

const planNames = Object.keys(plans).join(', ')

let data: string

beforeEach(async () => {
  data = join(await tempFolder(), 'data')
  await inDatabase(async (database) => {
    const { accountId } = await saveFeed(database, account({ posts: posts(3) }))
    await database.keys.issue(accountId)
    await connect(database, await addOwner(database, { email: 'o@mail.example' }), 'quay')
  })
})

async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  await using folder = await openDataFolder(data, undefined)
  return await work(folder.database)
}

/** What a command printed, which has to have gone well. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(...args, '--data', data)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** The sentence of a command that fails. */
async function errorOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await command(...args, '--data', data)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  return stderr
}

describe('accounts', () => {
  test('are listed for people and for machines', async () => {
    const lines = (await printed('accounts')).split('\n')
    expect(lines[0]).toMatch(/^ID {2}ACCOUNT {10}PLAN {5}STATE .* LAST ERROR {2}LEFT OUT$/)
    expect(lines[1]).toMatch(/^1 {3}@harbour\.lights {2}premium {2}not connected +- /)
    expect(lines[2]).toMatch(
      /^2 {3}@quay {12}free {5}first import runs +o@mail\.example +0 +never /,
    )
    const [files, connected] = JSON.parse(await printed('accounts', '--json'))
    expect(files).toEqual({
      ...{ accountId: 1, platformId: '17841400000000001', username: 'harbour.lights' },
      ...{ plan: 'premium', status: 'ready', state: null, ownerEmail: null, posts: 3 },
      ...{ lastFetchAt: Date.UTC(2026, 2, 1, 6), nextRefreshAt: null, lastError: null },
      ...{ failingJob: null, failingSince: null, tokenExpiresAt: null },
      leftOut: {},
    })
    expect(connected).toMatchObject({ username: 'quay', state: 'importing', posts: 0 })
    expect(JSON.parse(await printed('accounts', 'show', '2', '--json'))).toEqual(connected)
    expect((await printed('accounts', 'show', 'quay')).split('\n')).toHaveLength(3)
  })

  test('are disconnected when that is really meant', async () => {
    expect(await errorOf('accounts', 'disconnect', 'quay')).toBe(
      'This revokes the key of @quay and deletes its 0 posts and their media. Pass --yes to confirm.\n',
    )
    expect(await errorOf('accounts', 'disconnect', 'sea', '--yes')).toBe(
      'No account is named sea. `photofeed-server accounts` lists them.\n',
    )
    expect(await printed('accounts', 'disconnect', '@quay', '--yes')).toBe(
      '@quay is disconnected: its key no longer works. A running server deletes its posts and media.\n',
    )
    expect(await errorOf('accounts', 'disconnect', 'quay', '--yes')).toBe(
      '@quay is disconnected already.\n',
    )
    await inDatabase(async ({ keys, connections, tables }) => {
      expect((await keys.findAll()).get(2)).toBeUndefined()
      expect(await connections.token(2)).toBeNull()
      expect((await queuedMessages({ tables })).map(({ kind }) => kind)).toContain('delete_account')
    })
  })
})

test('keys are regenerated and revoked by username, and stay revoked after a disconnect', async () => {
  const before = await printed('keys')
  const fresh = (await printed('keys', 'regenerate', 'quay')).trim()
  expect(fresh).toMatch(/^[0-9a-f]{64}$/)
  expect(before).not.toContain(fresh)
  expect(await printed('keys')).toContain(`quay\tfree\timporting\t${fresh}\n`)
  expect(await printed('keys', 'revoke', 'quay')).toBe('The key of quay no longer works.\n')
  expect(await printed('keys')).toContain('quay\tfree\timporting\t(disconnected)\n')
  expect(await errorOf('keys', 'revoke', 'nobody')).toBe(
    'No account is named nobody. `photofeed-server accounts` lists them.\n',
  )
  await printed('accounts', 'disconnect', 'quay', '--yes')
  expect(await errorOf('keys', 'regenerate', 'quay')).toBe(
    '@quay is disconnected, and its posts are being deleted. Its owner can connect it again, which issues a new key.\n',
  )
  expect(await printed('keys')).toContain('quay\tfree\timporting\t(disconnected)\n')
})

test('a plan is set for an owner and the accounts', async () => {
  expect(await printed('plan', 'o@mail.example', 'premium')).toMatchInlineSnapshot(`
    "o@mail.example has Premium now, not Free.
    @quay is Premium now.
    "
  `)
  expect(JSON.parse(await printed('plan', 'o@mail.example', 'free', '--json'))).toEqual({
    ...{ ownerId: 'id of o@mail.example', email: 'o@mail.example' },
    ...{ before: 'premium', plan: 'free' },
    accounts: [{ username: 'quay', before: 'premium' }],
  })
  expect(await errorOf('plan', 'o@mail.example', 'gold')).toBe(
    `Command-argument value 'gold' is invalid for argument 'plan'. Allowed choices are ${planNames}.\n`,
  )
  expect(await errorOf('plan', 'nobody@mail.example', 'free')).toBe(
    'No owner has the address nobody@mail.example. `photofeed-server owners list` shows all.\n',
  )
})

test('an owner is deleted with everything of theirs when that is confirmed', async () => {
  expect(await errorOf('owners', 'delete', 'nobody@mail.example', '--yes')).toBe(
    'No owner has the address nobody@mail.example. `photofeed-server owners list` shows all.\n',
  )
  expect(await errorOf('owners', 'delete', 'o@mail.example')).toBe(
    'This deletes o@mail.example and disconnects 1 account: keys stop working, posts and media are deleted. Pass --yes to confirm.\n',
  )
  await inDatabase(async (database) => {
    await addOwner(database, { email: 'other@mail.example' })
    const id = 'id of o@mail.example'
    for (const statement of [
      sql`insert into owner_session (id, owner_id, created_at, used_at) values ('s', ${id}, 0, 1)`,
      sql`insert into owner_link (id, owner_id, expires_at) values ('l', ${id}, 1)`,
    ]) {
      await statement.execute(database.tables.db)
    }
  })
  expect(await printed('owners', 'delete', 'O@mail.example', '--yes')).toBe(
    'o@mail.example is deleted, and 1 account disconnected. A running server deletes posts and media.\n',
  )
  await inDatabase(async ({ tables, connections, keys }) => {
    const { db } = tables
    for (const table of ['owner_session', 'owner_link'] as const) {
      expect(await db.selectFrom(table).select('id').execute()).toEqual([])
    }
    expect(await db.selectFrom('owner').select('email').execute()).toEqual([
      { email: 'other@mail.example' },
    ])
    expect(await connections.find(2)).toMatchObject({ state: 'disconnected', ownerId: null })
    expect((await keys.findAll()).get(2)).toBeUndefined()
    expect((await queuedMessages({ tables })).map(({ kind }) => kind)).toContain('delete_account')
  })
})

test('jobs are listed and brought forward', async () => {
  await inDatabase(({ tables }) =>
    tables.db
      .updateTable('work')
      .set({ run_at: Date.now() + 7_300_000, last_error: 'Out.', failing_since: threeDaysAgo() })
      .execute(),
  )
  const lines = (await printed('jobs')).split('\n')
  expect(lines[0]).toBe('KIND     ACCOUNT  DUE         ATTEMPTS  FAILING SINCE  LAST ERROR')
  expect(lines).toContain('posts    @quay    in 2 hours  0         3 days ago     Out.')
  expect(await printed('jobs', 'run', 'posts', 'quay')).toBe('The job posts of @quay is due now.\n')
  const [next] = JSON.parse(await printed('jobs', '--json'))
  expect(next).toMatchObject({ kind: 'posts', accountId: 2, username: 'quay', isRunning: false })
  expect(next.runAt).toBeLessThanOrEqual(Date.now())
  expect(await errorOf('jobs', 'run', 'mail', 'quay')).toMatch(
    /^@quay has no job mail\. It has .*posts.*\.\n$/,
  )
  expect(await errorOf('jobs', 'run', 'posts', 'harbour.lights')).toBe(
    '@harbour.lights has no jobs: it is not connected.\n',
  )
})

test('failing jobs are listed, shown with their account, and retried', async () => {
  await inDatabase(({ tables }) =>
    tables.db.updateTable('work').set({ last_error: null, failing_since: null }).execute(),
  )
  expect(await printed('jobs', '--failing')).toBe('No job fails.\n')
  expect(await printed('jobs', 'retry')).toBe('No job fails.\n')
  await inDatabase(({ tables }) =>
    tables.db
      .updateTable('work')
      .set({ run_at: Date.now() + 7_300_000, attempts: 24 })
      .set({ last_error: 'Unreadable.', failing_since: threeDaysAgo() })
      .where('kind', '=', 'token')
      .execute(),
  )
  expect(await printed('jobs', '--failing')).toBe(
    'KIND   ACCOUNT  DUE         ATTEMPTS  FAILING SINCE  LAST ERROR\ntoken  @quay    in 2 hours  24        3 days ago     Unreadable.\n',
  )
  expect(JSON.parse(await printed('jobs', 'list', '--failing', '--json'))).toMatchObject([
    { kind: 'token', accountId: 2, isRunning: false },
  ])
  const [, quay] = JSON.parse(await printed('accounts', '--json'))
  expect(quay).toMatchObject({ lastError: 'Unreadable.', failingJob: 'token' })
  expect(await printed('accounts')).toContain('token, first 3 days ago: Unreadable.')
  expect(await printed('accounts', 'show', 'quay')).toContain(
    'token, first 3 days ago: Unreadable.  -\n',
  )
  expect(await printed('jobs', 'retry', 'harbour.lights')).toBe(
    'No job of @harbour.lights fails.\n',
  )
  expect(await printed('jobs', 'retry', 'quay')).toBe(
    '1 job is due now. A running server claims them.\n',
  )
  const [next] = JSON.parse(await printed('jobs', '--failing', '--json'))
  expect(next.runAt).toBeLessThanOrEqual(Date.now())
})

const threeDaysAgo = () => Date.now() - 3 * 86_400_000 - 1000

test('migrate lists the pending steps, and applies them', async () => {
  expect(await printed('migrate', '--check')).toBe('The tables are up to date.\n')
  expect(await printed('migrate')).toBe('The tables are up to date.\n')
  const elsewhere = join(data, 'elsewhere')
  expect(await command('migrate', '--check', '--data', elsewhere)).toEqual({
    ...{ code: 1, stderr: '' },
    stdout: 'There is no database yet; the first start makes it.\n',
  })
  expect(await command('migrate', '--data', elsewhere)).toMatchObject({
    ...{ code: 0, stdout: 'There was no database; it is made.\n' },
  })
  // The last step, taken back by hand.
  const last = await inDatabase(async ({ tables: { db } }) => {
    const { rows } = await sql<{
      name: string
    }>`select max(name) as name from kysely_migration`.execute(db)
    await sql`delete from kysely_migration where name = ${rows[0]?.name}`.execute(db)
    return rows[0]?.name
  })
  expect(await command('migrate', '--check', '--data', data)).toEqual({
    ...{ code: 1, stderr: '', stdout: `1 step to do:\n  ${last}\n` },
  })
  expect(
    JSON.parse((await command('migrate', '--check', '--json', '--data', data)).stdout),
  ).toEqual({
    pending: [last],
  })
})
