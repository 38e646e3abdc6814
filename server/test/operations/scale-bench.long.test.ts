import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { runCommand } from '../../../test-support/processes.ts'
import { sharedPostgres } from '../support/postgres.ts'

const bench = fileURLToPath(new URL('../../bench/scale.ts', import.meta.url))
const size = ['--accounts', '40', '--posts', '9000', '--rounds', '1']

test.each(['SQLite', 'PostgreSQL'])(
  'bench:scale measures a small %s and leaves nothing',
  async (name) => {
    const postgres = name === 'PostgreSQL' ? await (await sharedPostgres()).create() : null
    const place = postgres === null ? [] : ['--database', postgres]
    const { code, stdout } = await runCommand(bench, ...size, ...place)
    expect(code).toBe(0)
    const measured = stdout.matchAll(
      /^\| (.+?) \| [\d.]+ \([\d.]+\) \| [\d.]+ \([\d.]+\) \| [\d.]+ \|$/gm,
    )
    expect([...measured].map(([, what]) => what)).toEqual([
      'claim, nothing is due',
      'claim of 10 due jobs',
      'key look-up',
      '12 posts of a random account',
      'page 1 of the biggest account',
      'page 3 of the biggest account',
      'page 3 of its videos, by stored order',
      'its last 100 posts by date, by stored order, oldest first',
      'metrics scrape',
      'count of connections',
    ])
    expect(stdout.includes('A week of hourly refreshes of 4 accounts')).toBe(postgres !== null)
    if (postgres !== null) expect(await databasesOf(postgres)).toEqual([])
  },
)

async function databasesOf(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    "select datname from pg_database where datname like 'photofeed_scale%'",
  )
  await client.end()
  return rows.map(({ datname }) => datname)
}
