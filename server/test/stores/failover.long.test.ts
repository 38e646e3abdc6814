// Debian's PostgreSQL with streaming replication.
import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { accountFeed, postsAt, testKey } from '../../../core/test/store/index.ts'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startCommand } from '../../src/cli/start.ts'
import { createLog } from '../../src/log.ts'
import type { Settings } from '../../src/start/settings.ts'
import { startServer } from '../../src/start/start-server.ts'
import { openDatabase } from '../../src/stores/database.ts'
import { settingsOf, start, textSink } from '../support/commands.ts'
import { fill, testSecret } from '../support/databases.ts'
import { quietPort } from '../support/ports.ts'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

interface Cluster {
  folder: string
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  query(statement: string): Promise<unknown[]>
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Runs a program of Debian's newest PostgreSQL, which does not run as root. */
async function postgres(name: string, ...args: string[]): Promise<void> {
  await debianCommand('pg_basebackup', 'postgresql')
  const versions = (await readdir(debianFolder)).map(Number).sort((a, b) => a - b)
  await run(join(debianFolder, String(versions.at(-1)), 'bin', name), args, await user())
}

async function user(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

async function cluster(fillFolder: (folder: string) => Promise<void>): Promise<Cluster> {
  const parent = await tempFolder()
  const folder = join(parent, 'data')
  await mkdir(folder, { mode: 0o700 })
  const { uid, gid } = await user()
  if (uid !== undefined && gid !== undefined) {
    await chown(parent, uid, gid)
    await chown(folder, uid, gid)
  }
  await fillFolder(folder)
  const port = quietPort()
  const url = `postgres://photofeed@127.0.0.1:${port}/postgres`
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c hot_standby_feedback=on`
  let isRunning = false
  async function stop() {
    if (isRunning) await postgres('pg_ctl', '-D', folder, '-w', '-m', 'immediate', 'stop')
    isRunning = false
  }
  async function startCluster() {
    const log = join(parent, 'log')
    await postgres('pg_ctl', '-D', folder, '-w', '-o', settings, '-l', log, 'start').catch(
      async () => {
        throw new Error(await readFile(log, 'utf8'))
      },
    )
    isRunning = true
    // `pg_ctl` does not wait until a standby accepts connections.
    const connect = () => query(url, 'select 1').catch(() => [])
    await expect.poll(connect).toHaveLength(1)
  }
  await startCluster()
  onTestFinished(stop)
  return { folder, url, start: startCluster, stop, query: (text) => query(url, text) }
}

function primaryCluster(): Promise<Cluster> {
  return cluster((folder) =>
    postgres(
      'initdb',
      '-D',
      folder,
      '-U',
      'photofeed',
      '-A',
      'trust',
      '--locale=C',
      '--encoding=UTF8',
    ),
  )
}

function standbyOf({ url }: Cluster): Promise<Cluster> {
  const { port } = new URL(url)
  const from = ['-h', '127.0.0.1', '-p', port, '-U', 'photofeed', '--checkpoint=fast']
  return cluster((folder) => postgres('pg_basebackup', '-D', folder, '-R', ...from))
}

test('after a failover the server goes on with the new primary, and one that starts during it waits', {
  timeout: 120_000,
}, async () => {
  const primary = await primaryCluster()
  {
    const database = await openDatabase({ at: primary.url, secret: testSecret })
    await fill(database, [accountFeed(1, postsAt(10, 20, 30))])
    await database.close()
  }
  const standby = await standbyOf(primary)
  const hosts = [standby, primary].map(({ url }) => new URL(url).host).join(',')
  const settings = async () => [
    ...['--data', await tempFolder(), '--secret', testSecret],
    ...['--database', `postgres://photofeed@${hosts}/postgres`],
  ]
  const { url } = await start(...(await settings()))
  let requests = 0
  async function read(at = url): Promise<number> {
    requests += 1
    // Each page is a new one, so that none comes from the page cache.
    const before = new Date(Date.UTC(2200) + requests * 1000).toISOString()
    const query = `api_key=${testKey(1)}&filter[publishedBefore]=${before}`
    return (await fetch(`${at}/api/v1/me?${query}`)).status
  }
  expect(await read()).toBe(200)

  await primary.stop()
  expect(await read()).toBe(500)
  const log = textSink()
  const parsed = settingsOf<Settings>(startCommand, ['--port', '0', ...(await settings())])
  const starting = startServer(parsed, createLog({}, log))
  starting.catch(() => {})
  await expect.poll(log.text, { timeout: 10_000 }).toContain('The server starts as soon as')
  expect(log.text()).toContain(`The database ${hosts}/postgres `)
  await standby.query('select pg_promote()')
  await expect.poll(() => read(), { timeout: 30_000 }).toBe(200)
  const late = await starting
  onTestFinished(late.close)
  expect(await read(late.addresses?.url)).toBe(200)
})
