// Debian's PgBouncer in transaction mode with its default settings: each transaction may have another connection.

import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { accountFeed, postsAt } from '../../../core/test/store/index.ts'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { launch } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { sessionSettings } from '../../src/stores/postgres-settings.ts'
import { command, start } from '../support/commands.ts'
import { fill, testDatabases } from '../support/databases.ts'
import { quietPort } from '../support/ports.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { seedAccount, seededName, seededPosts } from '../support/seed-account.ts'

const databases = testDatabases()
/** Starts PgBouncer in front of a new database and returns the address of that database behind it, and without it. */
async function pgbouncer(): Promise<{ at: string; direct: string }> {
  const program = await debianCommand('pgbouncer')
  const database = await (await sharedPostgres()).create()
  const direct = new URL(database)
  const folder = await tempFolder()
  const port = quietPort()
  const server = `host=${direct.hostname} port=${direct.port} user=${direct.username} password=${direct.password}`
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  )
  // It does not run as root, and reads the file as another user.
  await chmod(folder, 0o755)
  const user = process.getuid?.() === 0 ? ['--user', 'postgres'] : []
  const bouncer = launch(program, [...user, settings])
  onTestFinished(() => bouncer.stop('SIGINT'))
  direct.port = String(port)
  await expect
    .poll(
      async () => {
        if (!bouncer.isRunning()) throw new Error(`PgBouncer ended: ${bouncer.output()}`)
        const client = new pg.Client(direct.href)
        client.on('error', () => {})
        return client.connect().then(
          () => client.end().then(() => true),
          () => false,
        )
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  return { at: direct.href, direct: database }
}

test('a server, the commands and doctor work through PgBouncer in transaction mode', async () => {
  const { at } = await pgbouncer()
  const data = await tempFolder()
  const shared = ['--data', data, '--database', at, '--secret', '0123456789abcdef'.repeat(4)]
  expect(await command('migrate', ...shared)).toMatchObject({ code: 0 })
  const doctor = await command('doctor', ...shared)
  expect(doctor.stdout).toContain('The database can be read and written, and is up to date.')

  const { apiKey } = await seedAccount(...shared)
  const { url } = await start(...shared)
  const read = async (key: string) => {
    const response = await fetch(`${url}/api/v1/me?api_key=${key}`)
    const { posts } = (await response.json()) as { posts?: unknown[] }
    return [response.status, posts?.length]
  }
  expect(await Promise.all(Array.from({ length: 50 }, () => read(apiKey)))).toEqual(
    Array.from({ length: 50 }, () => [200, seededPosts]),
  )
  const [{ id }] = (await (await fetch(`${url}/api/v1/me?api_key=${apiKey}`)).json()).posts
  let requests = 0
  async function readPost(): Promise<unknown> {
    requests += 1
    // A query of its own, so that no response is in the page cache.
    const query = encodeURIComponent(`{ post(id: "${id}") { id } } # ${requests}`)
    return (await fetch(`${url}/graphql?api_key=${apiKey}&query=${query}`)).json()
  }
  // All at the same time: clients that wait for each other get the same connection of PgBouncer.
  const found = await Promise.all(Array.from({ length: 300 }, readPost))
  expect(found.filter((result) => JSON.stringify(result).includes('error'))).toEqual([])
  const replaced = await command('keys', 'regenerate', seededName, ...shared)
  expect(await read(apiKey)).toEqual([401, undefined])
  expect(await read(replaced.stdout.trim())).toEqual([200, seededPosts])
})

test('every transaction of busy clients has the settings, also on connections that PgBouncer opens later', async () => {
  const { at, direct } = await pgbouncer()
  const shared = ['--data', await tempFolder(), '--database', at, '--secret', 'ab'.repeat(32)]
  const { apiKey } = await seedAccount(...shared)
  const { url, stop } = await start(...shared)

  let isDone = false
  const statuses = new Map<number, number>()
  const busy = Array.from({ length: 20 }, async () => {
    while (!isDone) {
      const { status } = await fetch(`${url}/api/v1/me?api_key=${apiKey}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const admin = await connected(direct)
  const replaceConnections = () =>
    admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  await replaceConnections()
  expect(await lackingOf300(at)).toBe(0)
  isDone = true
  await Promise.all(busy)
  expect(statuses.get(200)).toBeGreaterThan(100)
  const doctor = async () => (await command('doctor', ...shared)).stdout
  expect(await doctor()).not.toContain('PgBouncer')

  await stop()
  await admin.query(
    `alter role photofeed in database ${new URL(direct).pathname.slice(1)} reset all`,
  )
  await replaceConnections()
  expect(await lackingOf300(at)).toBe(300)
  expect(await doctor()).toContain('The database lacks settings')
  const again = await start(...shared)
  expect(again.log()).toContain('older than its settings')
  expect(await doctor()).toContain('older than its settings')
  await replaceConnections()
  expect(await lackingOf300(at)).toBe(0)
})

/** How many of 300 transactions, in three clients, lack a setting. Those that fail are repeated. */
async function lackingOf300(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  async function isLacking(): Promise<boolean> {
    const result = await pool
      .query("select name || '=' || setting as line from pg_settings")
      .catch(() => null)
    if (!result) return isLacking()
    const lines = result.rows.map(({ line }) => line)
    return Object.entries(sessionSettings).some(
      ([name, value]) => !lines.includes(`${name}=${value}`),
    )
  }
  const samples = await Promise.all(Array.from({ length: 300 }, isLacking))
  return samples.filter(Boolean).length
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('processes that share three connections migrate, write and claim side by side', async () => {
  const { at } = await pgbouncer()
  const opened = await Promise.all([1, 2, 3].map(() => databases.open({ at })))
  const accounts = Array.from({ length: 30 }, (_, index) => accountFeed(index + 1, postsAt(1, 2)))
  await Promise.all(
    opened.map((database, third) =>
      fill(
        database,
        accounts.filter((_, index) => index % 3 === third),
      ),
    ),
  )
  for (let id = 1; id <= 30; id += 1) await opened[0]?.jobs.schedule('posts', id, 0)
  const claims = await Promise.all(
    opened.flatMap(({ jobs }) => Array.from({ length: 5 }, () => jobs.claim(2, 60_000))),
  )
  const claimed = claims.flat().map(({ accountId }) => accountId)
  expect(new Set(claimed).size).toBe(claimed.length)
  expect(claimed.length).toBe(30)
})
