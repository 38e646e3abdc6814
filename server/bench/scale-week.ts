import pg from 'pg'
import { highestPosition, type ScaleSize } from './scale-data.ts'
import { sizes } from './scale-measures.ts'

const hours = 7 * 24
/** PostgreSQL's defaults: it vacuums a table with more dead rows than 50 and a fifth of its rows. */
const vacuumThreshold = 50
const vacuumShare = 0.2
const accountsEach = 1000
const tables = ['post', 'account', 'work'] as const

/**
 * Runs what 168 hourly refreshes of each account write, as fast as PostgreSQL can: the claim, one changed post of the
 * newest five, the account's time and version, and the end of the job. After each hour it vacuums the tables that the
 * autovacuum would, which is off during the week. Prints sizes before and after.
 */
export async function simulateWeek(at: string, size: ScaleSize): Promise<void> {
  const client = new pg.Client(at)
  await client.connect()
  for (const table of tables)
    await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
  const before = await sizesByName(at)
  const vacuums: { table: string; seconds: number }[] = []
  const dead = new Map<string, number>()
  const rows = {
    post: size.biggest + (size.accounts - 1) * size.others,
    account: size.accounts,
    work: 3 * size.accounts,
  }
  const start = performance.now()
  for (let hour = 1; hour <= hours; hour += 1) {
    for (let first = 1; first <= size.accounts; first += accountsEach) {
      await refresh(client, first, Math.min(first + accountsEach - 1, size.accounts), hour)
    }
    for (const table of tables) {
      const written = (dead.get(table) ?? 0) + size.accounts * (table === 'work' ? 2 : 1)
      dead.set(table, written)
      if (written <= vacuumThreshold + vacuumShare * rows[table]) continue
      dead.set(table, 0)
      const began = performance.now()
      await client.query(`vacuum (analyze) ${table}`)
      vacuums.push({ table, seconds: (performance.now() - began) / 1000 })
    }
  }
  const seconds = (performance.now() - start) / 1000
  const hot = await client.query<{ relname: string; share: string }>(
    `select relname, round(100.0 * n_tup_hot_upd / nullif(n_tup_upd, 0)) as share
     from pg_stat_user_tables where relname = any($1)`,
    [tables],
  )
  await client.end()
  const after = await sizesByName(at)

  console.log(
    `\nA week of hourly refreshes of ${size.accounts.toLocaleString('en-US')} accounts, written in ${seconds.toFixed(0)} s\n`,
  )
  console.log('| Table or index | before, MB | after, MB | growth |\n|---|---|---|---|')
  for (const [name, bytes] of before) {
    if (!tables.some((table) => name.startsWith(table))) continue
    const grown = after.get(name) ?? 0
    console.log(
      `| ${name} | ${inMegabytes(bytes)} | ${inMegabytes(grown)} | ${(grown / bytes).toFixed(2)} |`,
    )
  }
  for (const table of tables) {
    const times = vacuums.filter((run) => run.table === table).map((run) => run.seconds)
    const share = hot.rows.find(({ relname }) => relname === table)?.share
    const longest = times.length === 0 ? '' : `, the longest ${Math.max(...times).toFixed(2)} s`
    console.log(
      `${table}: vacuumed ${times.length} times${longest}; ${share} % of updates in the same page`,
    )
  }
}

/** What the refreshes of some accounts write in an hour. */
async function refresh(
  client: pg.Client,
  first: number,
  last: number,
  hour: number,
): Promise<void> {
  const jobs = `where kind = 'posts' and account_id between ${first} and ${last}`
  const now = Date.now() + hour * 3_600_000
  await client.query(`update work set lease_until = ${now + 60_000}, fence = fence + 1 ${jobs}`)
  await client.query(
    `update post set doc = regexp_replace(doc, '"likeCount":\\d+', '"likeCount":' || ${hour})
     where account_id between ${first} and ${last} and position = ${highestPosition} - (account_id + ${hour}) % 5`,
  )
  await client.query(
    `update account set last_fetch_at = ${now}, version = version + 2 where id between ${first} and ${last}`,
  )
  await client.query(
    `update work set run_at = ${now} + (account_id * 7919) % 3600000, lease_until = 0, attempts = 0 ${jobs}`,
  )
}

async function sizesByName(at: string): Promise<Map<string, number>> {
  return new Map((await sizes(at)).map(({ name, bytes }) => [name, bytes]))
}

function inMegabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1)
}
