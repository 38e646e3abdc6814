// Debian's PostgreSQL with streaming replication.
import { expect, onTestFinished, test } from 'vitest'
import { accountFeed, postsAt, testKey } from '../../../core/test/store/index.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { startCommand } from '../../src/cli/start.ts'
import { createLog } from '../../src/log.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { startServer } from '../../src/start/start-server.ts'
import { openDatabase } from '../../src/stores/database.ts'
import { settingsOf, start, textSink } from '../support/commands.ts'
import { fill, testSecret } from '../support/databases.ts'
import { password, startCluster, startStandby } from '../support/postgres/debian-postgres.ts'

test('after a failover the server goes on with the new primary, and one that starts during it waits', {
  timeout: 120_000,
}, async () => {
  const primary = await startCluster()
  {
    const database = await openDatabase({ at: primary.url, secret: testSecret })
    await fill(database, [accountFeed(1, postsAt(10, 20, 30))])
    await database.close()
  }
  const standby = await startStandby(primary)
  const hosts = [standby, primary].map(({ url }) => new URL(url).host).join(',')
  const settings = async () => [
    ...['--data', await tempFolder(), '--secret', testSecret],
    ...['--database', `postgres://photofeed:${password}@${hosts}/postgres`],
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
