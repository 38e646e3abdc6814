import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { start } from '../support/commands.ts'
import { startEmbeddedPostgres } from '../support/embedded-postgres.ts'
import { seedAccount } from '../support/seed-account.ts'

// Shorter than 35 seconds, after which any silent connection is closed.
test('while PostgreSQL is frozen, feeds respond with 500 within seconds, and immediately again afterwards', {
  timeout: 30_000,
}, async () => {
  const folder = await tempFolder()
  const { cluster, port } = await startEmbeddedPostgres(folder, { persistent: false })
  onTestFinished(() => cluster.stop())
  const at = `postgres://photofeed:photofeed@127.0.0.1:${port}/postgres`
  const shared = ['--data', await tempFolder(), '--database', at, '--secret', 'ab'.repeat(32)]
  const { apiKey } = await seedAccount(...shared)
  const { url, adminUrl, log } = await start(...shared, '--admin-port', '0')
  const status = async (address: string) => (await fetch(address)).status
  const feed = `${url}/api/v1/me?api_key=${apiKey}`
  const statuses = () =>
    Promise.all([...Array.from({ length: 20 }, () => status(feed)), status(`${adminUrl}/readyz`)])
  const all = (code: number, readiness: number) => [...Array(20).fill(code), readiness]
  expect(await statuses()).toEqual(all(200, 200))

  const { signal } = await processesOf(at, join(folder, 'data'))
  onTestFinished(() => signal('SIGCONT'))
  signal('SIGSTOP')
  expect(await statuses()).toEqual(all(500, 503))
  expect(await statuses()).toEqual(all(500, 503))
  signal('SIGCONT')
  await expect.poll(statuses).toEqual(all(200, 200))
  expect(log().match(/"stack"/g)?.length).toBeLessThan(10)
})

/** Returns a function that sends a signal to PostgreSQL and the processes of its connections. */
async function processesOf(at: string, data: string) {
  const [main = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  const client = new pg.Client(at)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where pid <> pg_backend_pid()',
  )
  await client.end()
  return {
    signal(name: NodeJS.Signals) {
      for (const id of [Number(main), ...rows.map(({ pid }) => pid)]) {
        try {
          process.kill(id, name)
        } catch {
          // It has ended.
        }
      }
    },
  }
}
