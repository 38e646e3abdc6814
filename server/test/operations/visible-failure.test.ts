import { mkdir, open, readdir, rm, truncate } from 'node:fs/promises'
import { Agent, get as httpGet } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { createReadiness } from '../../src/operations/readiness.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { command, start } from '../support/commands.ts'
import { onBothDatabases } from '../support/databases.ts'
import { account, keys } from '../support/feeds.ts'
import { RawClient } from '../support/http/raw-client.ts'
import { saveAccount } from '../support/seed.ts'

const working = { check: async () => {} }

onBothDatabases((databases) => {
  test('a database that rejects writes degrades the server, once in the log, until it accepts them', async () => {
    const { tables, health } = await databases.open({ at: await databases.place() })
    const { db, engine } = tables
    const errors: unknown[] = []
    let now = 0
    const readiness = createReadiness({
      ...{ health, media: working, clock: () => now },
      onError: (error: unknown) => errors.push(error),
    })
    const report = async () => {
      now += 10_000
      const { status, checks } = await readiness.report()
      return [status, checks.database, checks.writes]
    }
    expect(await report()).toEqual(['ready', 'ok', 'ok'])
    await sql.raw(rejectWrites[engine].on).execute(db)
    expect(await report()).toEqual(['degraded', 'ok', 'failing'])
    expect(await report()).toEqual(['degraded', 'ok', 'failing'])
    expect(errors).toHaveLength(1)
    await sql.raw(rejectWrites[engine].off).execute(db)
    expect(await report()).toEqual(['ready', 'ok', 'ok'])
  })
})

const rejectWrites = {
  sqlite: { on: 'pragma query_only = 1', off: 'pragma query_only = 0' },
  postgres: {
    on: 'alter table rate_limit add constraint no_room check (full_at < 0) not valid',
    off: 'alter table rate_limit drop constraint no_room',
  },
}

/** A data folder with an account that a server has served. */
async function usedFolder() {
  const data = join(await tempFolder(), 'data')
  await using folder = await openDataFolder(data, undefined)
  await mkdir(join(data, 'media', 'accounts'), { recursive: true })
  await saveAccount(folder.database, account())
  return { data, file: join(data, 'photofeed.sqlite') }
}

/** Zeroes the first page of the posts, as a failing disk does. */
async function damage(file: string): Promise<void> {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const database = new DatabaseSync(file)
  const page = database.prepare("select rootpage from sqlite_schema where name = 'post'").get()
  const { page_size: size } = database.prepare('pragma page_size').get() ?? {}
  database.close()
  const handle = await open(file, 'r+')
  const bytes = Number(size)
  await handle.write(Buffer.alloc(bytes), 0, bytes, (Number(page?.rootpage) - 1) * bytes)
  await handle.close()
}

const damaged = /is damaged; restore it from a backup/

test('doctor finds a damaged database', async () => {
  const { data, file } = await usedFolder()
  await damage(file)
  const { code, stdout } = await command('doctor', '--data', data)
  expect(code).toBe(1)
  expect(stdout).toMatch(damaged)
})

test.each([
  ['empty', 'a secret', (file: string) => truncate(file)],
  ['missing', 'a secret', (file: string) => rm(file)],
  [
    'missing',
    'media',
    async (file: string) => {
      await rm(file)
      await rm(join(dirname(file), 'secret'))
    },
  ],
] as const)(
  'a database that is %s beside %s is not served as a new one',
  async (state, rest, lose) => {
    const { data, file } = await usedFolder()
    const media = await readdir(join(data, 'media'))
    await lose(file)
    const before = await readdir(data)
    const sentence = `The database ${file} is ${state}, but ${data} is the data folder of a service: it contains ${rest}. Restore the database from a backup, or check --data and --database. To start without accounts, use an empty folder.`
    await expect(start('--data', data)).rejects.toThrow(sentence)
    expect(await command('keys', '--data', data)).toMatchObject({
      code: 1,
      stderr: `${sentence}\n`,
    })
    const { code, stdout } = await command('doctor', '--data', data)
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`broken      database  ${sentence}`),
    ])
    expect(await readdir(data)).toEqual(before)
    expect(await readdir(join(data, 'media'))).toEqual(media)
  },
)

test('every response has a request id: the one of the proxy, or a new one', async () => {
  const { data } = await usedFolder()
  const server = await start('--data', data)
  const idOf = async (path: string, sent?: string) => {
    const headers = sent === undefined ? {} : { 'X-Request-Id': sent }
    const response = await fetch(server.url + path, { headers })
    return response.headers.get('X-Request-Id')
  }
  const paths = ['/api/v1/me', `/api/v1/me?api_key=${keys.premium}`, '/sign-in', '/media/x', '/no']
  const ids = await Promise.all(paths.map((path) => idOf(path)))
  expect(new Set(ids).size).toBe(paths.length)
  expect(ids).not.toContain(null)
  expect(await idOf('/sign-in', 'from-the-proxy-0001')).toBe('from-the-proxy-0001')
  const ours = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
  const longest = 'x'.repeat(keys.premium.length - 1)
  expect(await idOf('/sign-in', longest)).toBe(longest)
  for (const key of [keys.premium, keys.premium.toUpperCase(), `key=${keys.premium} "`]) {
    expect(await idOf('/sign-in', key)).toMatch(ours)
  }
  expect(await idOf('/sign-in', `id-${keys.premium}`)).toMatch(ours)
})

test.each(['0', '1'])(
  'a stop with --drain %s closes kept-alive connections after a response',
  async (drain) => {
    const { data } = await usedFolder()
    const server = await start('--data', data, '--drain', drain)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const connection = () =>
      new Promise((resolve, reject) => {
        httpGet(`${server.url}/api/v1/me?api_key=${keys.premium}`, { agent }, (response) => {
          response.resume().on('end', () => resolve(response.headers.connection))
        }).on('error', reject)
      })
    expect(await connection()).toBe('keep-alive')
    const stopped = server.stop()
    await setTimeout(0)
    expect(await connection()).toBe('close')
    await stopped
    await expect(connection()).rejects.toThrow('ECONNREFUSED')
  },
)

test('a stop serves the first request of a connection that was open when it stopped accepting others', async () => {
  const { data } = await usedFolder()
  const server = await start('--data', data)
  const client = new RawClient(server.url)
  onTestFinished(() => client.close())
  await client.connect()
  const stopped = server.stop()
  await vi.waitUntil(
    () =>
      fetch(server.url).then(
        () => false,
        () => true,
      ),
    { interval: 10 },
  )
  const response = await client.send(
    `GET /api/v1/me?api_key=${keys.premium} HTTP/1.1\r\nHost: x\r\n\r\n`,
  )
  expect([response?.status, response?.headers.get('connection')]).toEqual([200, 'close'])
  await stopped
})
